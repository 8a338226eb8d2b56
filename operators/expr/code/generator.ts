/**
 * Writes the body of one generated loop: statements that compute expressions of one row, in order.
 *
 * Promise: an expression is computed once in a scope and its inner scopes (common sub-expressions);
 * what is written inside `branch` runs only when that branch does. User text enters the source only
 * as constants of the pool.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import type { CallExpr, ColumnExpr, Expr } from '../expression.js';
import { ConstantText } from './constant-text.js';
import { convert } from './convert.js';
import { emitLiteral, loadVector } from './load.js';
import type { Shape } from './shape.js';
import { naturalRepr, type Repr, type Value, ZEROS } from './value.js';

export interface GeneratorInput {
  /** Shape of each input column; undefined for columns that no expression reads. */
  readonly shapes: readonly (Shape | undefined)[];
  /** Integer arithmetic in bigints: the narrow run of this batch overflowed. */
  readonly wide: boolean;
  /** Session time zone; undefined where folding must not depend on it. */
  readonly timeZone: string | undefined;
  /** Emission of a call, by the registry. */
  readonly emitCall: (generator: Generator, call: CallExpr) => Value;
  /** An expression over column 0 as a function of one value, for the elements of nested values. */
  readonly scalarFunction: (expr: Expr) => (value: Scalar) => Scalar;
  /** True when two calls of the same function with the same arguments may differ. */
  readonly isVolatile: (call: CallExpr) => boolean;
}

/** Lines written in a scope of their own, with the value they leave. */
export interface Branch {
  readonly lines: string[];
  value: Value;
}

/** Thrown when an expression asks for the time zone and there is none. */
export class ZoneNeeded extends Error {}

export class Generator {
  readonly pool: unknown[] = [];
  readonly constants = new ConstantText();
  /** Statements that run once a batch. */
  readonly head: string[] = [];
  /** Whether the loop may throw, and so needs to note its row. */
  fails = false;
  /** Whether the loop writes strings. */
  usesArena = false;
  usesNow = false;
  #lines: string[] = [];
  #scopes: Map<string, Value>[] = [new Map()];
  #names = 0;
  readonly #hoisted = new Map<string, string>();
  readonly #used = new Map<unknown, string>();
  readonly #ids = new Map<string, number>();
  readonly #idOf = new Map<Expr, number>();

  constructor(readonly input: GeneratorInput) {}

  get wide(): boolean {
    return this.input.wide;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  name(prefix = 'v'): string {
    return `${prefix}${this.#names++}`;
  }

  /** A constant variable that holds `code`; a plain name or number is used as it is. */
  hold(code: string, prefix = 'v'): string {
    if (/^[\w$]+$/.test(code)) return code;
    const name = this.name(prefix);
    this.line(`const ${name} = ${code};`);
    return name;
  }

  /** A variable that is assigned to. */
  variable(init: string, prefix = 'v'): string {
    const name = this.name(prefix);
    this.line(`let ${name} = ${init};`);
    return name;
  }

  /** `code`, evaluated once a batch. */
  hoist(code: string, prefix = 'c'): string {
    let name = this.#hoisted.get(code);
    if (name === undefined) {
      name = this.name(prefix);
      this.head.push(`const ${name} = ${code};`);
      this.#hoisted.set(code, name);
    }
    return name;
  }

  /** An object or function of this process, by name. */
  use(object: unknown): string {
    let name = this.#used.get(object);
    if (name === undefined) {
      name = `k${this.pool.length}`;
      this.pool.push(object);
      this.#used.set(object, name);
    }
    return name;
  }

  /** The place of a call, for functions that may fail. */
  site(call: CallExpr): string {
    this.fails = true;
    return call.span === undefined ? 'undefined' : this.use(call.span);
  }

  arena(): string {
    this.usesArena = true;
    return 'A';
  }

  /** Milliseconds since the epoch, read once a batch. */
  now(): string {
    this.usesNow = true;
    return 'NOW';
  }

  zone(): string {
    const { timeZone } = this.input;
    if (timeZone === undefined) throw new ZoneNeeded();
    return timeZone;
  }

  /** Ends the narrow run; the batch is run again wide. */
  overflow(): string {
    return 'return -1;';
  }

  emit(expr: Expr): Value {
    if (expr.kind === 'literal') return emitLiteral(this, expr);
    const key = this.#key(expr);
    const known = this.#find(key);
    if (known !== undefined) return known;
    const value = expr.kind === 'column' ? this.#column(expr) : this.input.emitCall(this, expr);
    if (expr.kind === 'column' || !this.input.isVolatile(expr)) this.#remember(key, value);
    return value;
  }

  /** The value in another representation, converted once a scope. */
  as(value: Value, repr: Repr): Value {
    if (value.repr === repr) return value;
    // Nested values of all columns have the same parts: the row's number.
    const { type, nul, vector, parts } = value;
    const key = `${type.root}:${value.repr}:${vector?.path}:${parts.join()}:${nul}:${repr}`;
    const known = this.#find(key);
    if (known !== undefined) return known;
    const converted = convert(this, value, repr);
    this.#remember(key, converted);
    return converted;
  }

  /** Writes what `write` writes into lines of its own, in an inner scope. */
  branch(write: () => Value): Branch {
    const branch: Branch = { lines: [], value: NOTHING };
    branch.value = this.resume(branch, write);
    return branch;
  }

  /** Writes more at the end of a branch. What it computes is not remembered outside of it. */
  resume<T>(branch: Branch, write: () => T): T {
    const outer = this.#lines;
    this.#lines = branch.lines;
    this.#scopes.push(new Map());
    try {
      return write();
    } finally {
      this.#scopes.pop();
      this.#lines = outer;
    }
  }

  /** `if (condition) { … }`, in a scope of its own; without the if when it always holds. */
  when(condition: string, write: () => void): void {
    if (condition === 'false') return;
    if (condition === 'true') {
      write();
      return;
    }
    this.line(`if (${condition}) {`);
    this.#scopes.push(new Map());
    write();
    this.#scopes.pop();
    this.line('}');
  }

  /** Runs `write` where no argument is null. */
  unlessNull(nul: string, write: () => void): void {
    this.when(nul === 'false' ? 'true' : nul === 'true' ? 'false' : `!(${nul})`, write);
  }

  append(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(line);
  }

  /** Variables for a value of this representation, holding its zero. */
  slots(repr: Repr, type: LogicalType): Value {
    const parts = ZEROS[repr].map((zero) => this.variable(zero));
    return { type, repr, parts, nul: 'false' };
  }

  /** Parts that are the same already (a shared `data`) are not assigned. */
  assign(target: Value, value: Value): void {
    const from = this.as(value, target.repr);
    for (const [i, part] of target.parts.entries()) {
      if (part !== from.parts[i]) this.line(`${part} = ${from.parts[i]};`);
    }
  }

  /** A null of this type. */
  nothing(type: LogicalType): Value {
    const repr = naturalRepr(type);
    return { type, repr, parts: ZEROS[repr], nul: 'true', bound: 0 };
  }

  #column(expr: ColumnExpr): Value {
    const shape = this.input.shapes[expr.index];
    if (shape === undefined) return this.nothing(expr.type);
    const ref = { path: `I[${expr.index}]`, shape };
    const value = loadVector(this, ref, 'r', expr.type);
    return value.repr === 'bytes' ? { ...value, source: expr.index } : value;
  }

  #find(key: string): Value | undefined {
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const value = this.#scopes[i]?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #remember(key: string, value: Value): void {
    this.#scopes[this.#scopes.length - 1]?.set(key, value);
  }

  #key(expr: Expr): string {
    return `#${this.#id(expr)}`;
  }

  /** Equal expressions have equal numbers. */
  #id(expr: Expr): number {
    const known = this.#idOf.get(expr);
    if (known !== undefined) return known;
    const text = this.#structure(expr);
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(text, id);
    }
    this.#idOf.set(expr, id);
    return id;
  }

  #structure(expr: Expr): string {
    if (expr.kind === 'column') return `c${expr.index}`;
    const type = JSON.stringify(expr.type);
    if (expr.kind === 'call') {
      const args = expr.args.map((arg) => this.#id(arg)).join();
      return `${expr.name}(${args})${JSON.stringify(expr.option ?? null)}${type}`;
    }
    const { value } = expr;
    if (typeof value === 'object' && value !== null) return `${this.use(value)}${type}`;
    const shown = Object.is(value, -0) ? '-0' : String(value);
    return `${typeof value}:${shown}${type}`;
  }
}

const NOTHING: Value = {
  type: { root: 'NULL', nullable: true },
  repr: 'bool',
  parts: ['false'],
  nul: 'true',
};
