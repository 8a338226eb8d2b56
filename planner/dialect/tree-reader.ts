/**
 * Reads nodes of the library's tree so that nothing in them is overlooked: a node is read by a
 * function that asks for its properties by name, and when that function is done, a property that
 * says something and was not asked for is refused by name. Names and keywords are taken from the
 * ledger on the way, which gives the nodes of our tree their places.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { ErrorCode } from '../../conf/errors/table.js';
import type { Identifier, ObjectName, Span } from '../parser/ast/node.js';
import { isReserved } from '../parser/keyword.js';
import { placeAt } from '../parser/place.js';
import type { Dialect } from './dialects.js';
import type { Ledger, Taken } from './ledger.js';
import type { Mask } from './mask.js';
import type { Token } from './scan.js';

/** What the library makes of one statement, and what it was made from. */
export interface Source {
  readonly text: string;
  readonly file: string | undefined;
  readonly dialect: Dialect;
  readonly mask: Mask;
  readonly ledger: Ledger;
}

type Properties = Readonly<Record<string, unknown>>;

/** Derived by the library from the rest of the tree, or about its way of printing it. */
const derived: ReadonlySet<string> = new Set(['tableList', 'columnList', 'surround', 'loc']);

/** Keywords that the library takes for names where it does not know the clause. */
const misreadable: ReadonlySet<string> = new Set(
  (
    'ANTI ARRAY ASOF BINARY CROSS EXCEPT EXCLUDE FETCH FOR FULL GLOBAL GROUP HAVING ' +
    'INTERSECT JOIN LATERAL LEFT LIMIT MATCH_RECOGNIZE MINUS NATURAL OFFSET ORDER OUTER ' +
    'OVER PIVOT PRIOR QUALIFY RIGHT SAMPLE SELECT SEMI STRAIGHT_JOIN TABLESAMPLE UNION ' +
    'UNIQUE UNPIVOT USING WHERE WINDOW WITH'
  ).split(' '),
);

/** An unquoted name of Flink's dialect. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_$]*$/u;

export class TreeNode {
  readonly #asked = new Set<string>();

  constructor(
    readonly raw: Properties,
    private readonly refuse: (key: string, node: TreeNode) => never,
  ) {
    this.#asked.add('type');
    for (const key of derived) this.#asked.add(key);
  }

  get type(): string {
    return typeof this.raw.type === 'string' ? this.raw.type : '';
  }

  get(key: string): unknown {
    this.#asked.add(key);
    return this.raw[key] ?? undefined;
  }

  /** A property that says nothing counts as absent. */
  has(key: string): boolean {
    return saysSomething(this.raw[key]);
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    return typeof value === 'string' ? value : undefined;
  }

  list(key: string): readonly unknown[] {
    const value = this.get(key);
    if (Array.isArray(value)) return value;
    return saysSomething(value) ? [value] : [];
  }

  /** Properties that repeat what others say. */
  pass(...keys: readonly string[]): void {
    for (const key of keys) this.#asked.add(key);
  }

  done(): void {
    for (const [key, value] of Object.entries(this.raw)) {
      if (!this.#asked.has(key) && saysSomething(value)) this.refuse(key, this);
    }
  }
}

/** Not null, not false, not empty, and not made of such. */
function saysSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.values(value).some(saysSomething);
}

export function isProperties(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class TreeReader {
  protected readonly dialect: Dialect;
  protected readonly ledger: Ledger;
  protected readonly mask: Mask;

  constructor(protected readonly source: Source) {
    this.dialect = source.dialect;
    this.ledger = source.ledger;
    this.mask = source.mask;
  }

  /** Reads a node whole. */
  protected read<T>(value: unknown, read: (node: TreeNode) => T): T {
    const node = this.node(value);
    const result = read(node);
    node.done();
    return result;
  }

  protected node(value: unknown): TreeNode {
    if (!isProperties(value)) return this.refuse(`What node-sql-parser made of this`);
    return new TreeNode(value, (key) => this.refuseNext(key.replaceAll('_', ' ').trim()));
  }

  /* Tokens. */

  /** Takes the words of a keyword that the library found; gives the place of the last. */
  keyword(words: string): Span {
    for (const word of words.trim().split(/\s+/)) if (word !== '') this.ledger.take(word);
    return this.ledger.last;
  }

  /** The token that a mark stands for. */
  protected marked(mark: unknown): Token | undefined {
    return this.mask.marked.get(String(mark));
  }

  /**
   * The name in a text, or in `{type, value}`, or in `{expr: …}`.
   * @param called it is a function's, which LEFT may be
   */
  protected identifier(value: unknown, called = false): Identifier {
    if (isProperties(value)) {
      return this.read(value, (node) => {
        return this.identifier(node.has('expr') ? node.get('expr') : node.get('value'), called);
      });
    }
    if (typeof value !== 'string') return this.refuse('What stands for a name here');
    const token = this.marked(value);
    const { start, end }: Span = this.ledger.take(value) ?? this.ledger.last;
    if (token !== undefined) {
      return { kind: 'identifier', name: token.text, quoted: true, start, end };
    }
    if (!NAME.test(value)) {
      const reason = `'${this.marked(value)?.text ?? value}' is no name`;
      throw this.error('PARSE_SYNTAX', reason, { start, end });
    }
    if (!called && misreadable.has(value.toUpperCase())) {
      const hint = 'If it is a name, put it in quotes.';
      return this.refuse(`${value.toUpperCase()}, which node-sql-parser read as a name,`, hint);
    }
    return { kind: 'identifier', name: value, quoted: isReserved(value.toUpperCase()), start, end };
  }

  protected objectName(parts: readonly Identifier[]): ObjectName {
    const { start } = parts[0] as Identifier;
    return { kind: 'name', parts, start, end: (parts.at(-1) as Identifier).end };
  }

  /** Runs `read`, then gives its result the span of all tokens taken in it. */
  protected spanned<T>(read: () => T): T & Span {
    this.ledger.open();
    let result: T;
    let span: Span;
    try {
      result = read();
    } finally {
      span = this.ledger.close();
    }
    return { ...result, ...span };
  }

  /* Errors. */

  /** @throws PLAN_UNSUPPORTED; `what` begins the sentence */
  refuse(what: string, hint?: string, at: Span = this.ledger.last): never {
    throw this.error('PLAN_UNSUPPORTED', `${what} has no counterpart in Flink's dialect`, at, hint);
  }

  /** Refuses what stands behind the part read last. @param name what the library calls it */
  protected refuseNext(name: string, hint?: string): never {
    const token = this.ledger.leftOver();
    if (token === undefined) return this.refuse(`The ${name} here`, hint);
    const { start, end } = token;
    const text = this.source.text.slice(start, end);
    return this.refuse(`'${text}', part of what node-sql-parser calls ${name},`, hint, token);
  }

  protected error(code: ErrorCode, reason: string, at: Span, hint?: string): MillraceError {
    const { text, file } = this.source;
    const place = placeAt(text, at.start, at.end, file);
    return new MillraceError(code, reason, { place, ...(hint === undefined ? {} : { hint }) });
  }

  /** Operators of one chain stand at one depth of parentheses, or the library lost some. */
  protected checkDepth(operators: readonly Taken[]): void {
    const [first] = operators;
    const other = operators.find(({ depth }) => depth !== first?.depth);
    if (other === undefined) return;
    const hint = 'Put the parentheses around single operands, or write it in another way.';
    const reason = 'node-sql-parser lost the parentheses around this operator';
    throw this.error('PARSE_SYNTAX', reason, other, hint);
  }
}
