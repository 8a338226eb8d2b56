/**
 * The usual ways in which a call becomes code. Each evaluates the arguments, gives NULL where one
 * of them is NULL, and differs in what it does otherwise.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { CallExpr } from '../expression.js';
import type { Generator } from './generator.js';
import { anyNull, naturalRepr, type Repr, type Value } from './value.js';

/** Arguments in the wanted representations (the last one repeats). */
export function argsAs(gen: Generator, call: CallExpr, takes: readonly Repr[]): Value[] {
  return call.args.map((arg, i) =>
    gen.as(gen.emit(arg), takes[Math.min(i, takes.length - 1)] as Repr),
  );
}

/** All parts of all values, as arguments of a function. */
export function partsOf(values: readonly Value[]): string[] {
  return values.flatMap((value) => value.parts);
}

/** A null flag for several values, as a variable. */
export function nullOf(gen: Generator, values: readonly Value[]): string {
  return gen.hold(anyNull(values), 'n');
}

/** One expression that cannot fail, whatever its operands hold: evaluated without a branch. */
export function inline(
  gen: Generator,
  call: CallExpr,
  values: readonly Value[],
  code: string,
  repr: Repr = naturalRepr(call.type),
): Value {
  const nul = nullOf(gen, values);
  if (nul === 'true') return gen.nothing(call.type);
  return { type: call.type, repr, parts: [gen.hold(code)], nul };
}

export interface RunOptions {
  readonly takes: readonly Repr[];
  /** Representation of what the function gives; by default its type's own. */
  readonly gives?: Repr;
  /** The function may give null. */
  readonly maybeNull?: boolean;
  /** The function's last argument is the call's place, for failures. */
  readonly fails?: boolean;
  /** Further arguments, as code; they stand between the operands and the place. */
  readonly extra?: readonly string[];
}

/** A call of a function of this process, where no argument is null. */
export function runFunction(
  gen: Generator,
  call: CallExpr,
  run: (...args: never[]) => unknown,
  options: RunOptions,
): Value {
  const raw = call.args.map((arg) => gen.emit(arg));
  const nul = nullOf(gen, raw);
  const gives = options.gives ?? naturalRepr(call.type);
  if (nul === 'true') return gen.nothing(call.type);
  const result = gen.slots(gives, call.type);
  const isNull = options.maybeNull ? gen.variable(nul, 'n') : nul;
  gen.unlessNull(nul, () => {
    const values = raw.map((value, i) =>
      gen.as(value, options.takes[Math.min(i, options.takes.length - 1)] as Repr),
    );
    const args = [...partsOf(values), ...(options.extra ?? [])];
    if (options.fails) args.push(gen.site(call));
    const code = `${gen.use(run)}(${args.join(', ')})`;
    if (!options.maybeNull) {
      gen.line(`${result.parts[0]} = ${code};`);
      return;
    }
    const held = gen.hold(code);
    gen.line(`if (${held} === null) ${isNull} = true; else ${result.parts[0]} = ${held};`);
  });
  return { ...result, nul: isNull };
}

/**
 * A call of a function that gives a range of its first argument's bytes: `(data, start, end, …,
 * arena)`, the start returned and the end left in the arena.
 */
export function runView(
  gen: Generator,
  call: CallExpr,
  run: (...args: never[]) => number,
  takes: readonly Repr[],
  extra: readonly string[] = [],
): Value {
  const values = argsAs(gen, call, takes);
  const nul = nullOf(gen, values);
  if (nul === 'true') return gen.nothing(call.type);
  const start = gen.variable('0');
  const end = gen.variable('0');
  const arena = gen.arena();
  gen.unlessNull(nul, () => {
    const args = [...partsOf(values), ...extra, arena];
    gen.line(`${start} = ${gen.use(run)}(${args.join(', ')}); ${end} = ${arena}.end;`);
  });
  const [text] = values as [Value];
  const source = text.source === undefined ? {} : { source: text.source };
  const parts = [text.parts[0] as string, start, end];
  return { type: call.type, repr: 'bytes', parts, nul, ...source };
}

/** A call of a function that writes bytes: `(arena, …)`, the start returned, the end its size. */
export function runWriter(
  gen: Generator,
  call: CallExpr,
  run: (...args: never[]) => number,
  takes: readonly Repr[],
  extra: readonly string[] = [],
): Value {
  const values = argsAs(gen, call, takes);
  const nul = nullOf(gen, values);
  if (nul === 'true') return gen.nothing(call.type);
  const result = gen.slots('bytes', call.type);
  const [data, start, end] = result.parts as [string, string, string];
  const arena = gen.arena();
  gen.unlessNull(nul, () => {
    const args = [arena, ...partsOf(values), ...extra];
    gen.line(`${start} = ${gen.use(run)}(${args.join(', ')});`);
    gen.line(`${data} = ${arena}.data; ${end} = ${arena}.size;`);
  });
  return { ...result, nul, source: 'arena' };
}

/** Variables that one of several values will be assigned to, in a representation fit for all. */
export function mergeSlots(gen: Generator, values: readonly Value[], type: LogicalType): Value {
  const target = gen.slots(mergeRepr(values), type);
  const [first, ...rest] = values.filter((value) => value.nul !== 'true');
  const shared = rest.every(
    (value) => value.source === first?.source && value.parts[0] === first?.parts[0],
  );
  if (target.repr !== 'bytes' || first?.source === undefined || !shared) return target;
  // All show the same bytes; only the range varies.
  const parts = [first.parts[0] as string, ...target.parts.slice(1)];
  return first.source === 'arena' ? target : { ...target, parts, source: first.source };
}

function mergeRepr(values: readonly Value[]): Repr {
  let merged: Repr | undefined;
  for (const value of values) {
    if (value.nul === 'true') continue;
    merged = merged === undefined ? value.repr : wider(merged, value.repr);
  }
  if (merged === 'ref') return 'box';
  return merged ?? naturalRepr((values[0] as Value).type);
}

function wider(a: Repr, b: Repr): Repr {
  if (a === b) return a;
  const pair = [a, b];
  if (pair.includes('ref') || pair.includes('box')) return 'box';
  if (pair.includes('big')) return 'big';
  return pair.includes('bytes') ? 'bytes' : a;
}
