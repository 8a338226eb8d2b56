/**
 * What a JSON path finds in a document, as Jayway's library does it. A strict search fails where a
 * path of one place leads nowhere; a lax one then finds nothing.
 */
import type { Filter, JsonPath, Operand, PathFunction, PathToken } from './json-path-token.js';
import { JsonNumber, type JsonObject, type JsonValue } from './json-value.js';
import { doubleText } from './number-text.js';

/** A strict search led nowhere, or a function does not fit what it is applied to. */
export class NothingFound extends Error {}

/**
 * The value of a definite path, or all values of another as an array; undefined when a lax search
 * for one place finds nothing.
 *
 * @throws NothingFound
 */
export function search(path: JsonPath, root: JsonValue, lax: boolean): JsonValue | undefined {
  const found = new Search(path, root, lax).run();
  if (!path.definite) return found;
  if (found.length > 0) return found[found.length - 1];
  if (lax) return undefined;
  throw new NothingFound('The JSON path leads nowhere');
}

class Search {
  readonly #found: JsonValue[] = [];

  constructor(
    readonly path: JsonPath,
    readonly root: JsonValue,
    readonly lax: boolean,
  ) {}

  run(): readonly JsonValue[] {
    this.#walk(0, this.root);
    return this.#found;
  }

  #walk(at: number, node: JsonValue): void {
    const token = this.path.tokens[at];
    switch (token?.kind) {
      case undefined:
        this.#found.push(node);
        break;
      case 'names':
        this.#names(at, token.names, node);
        break;
      case 'indexes':
        if (this.#isArray(at, node)) for (const index of token.indexes) this.#item(at, node, index);
        break;
      case 'slice':
        if (this.#isArray(at, node)) this.#slice(at, node, token.from, token.to);
        break;
      case 'all':
        for (const child of childrenOf(node)) this.#walk(at + 1, child);
        break;
      case 'scan':
        this.#scan(at + 1, node);
        break;
      case 'filter':
        this.#filter(at, token.filter, node);
        break;
      case 'function':
        this.#found.push(applied(token.name, token.argument, node));
    }
  }

  #names(at: number, names: readonly string[], node: JsonValue): void {
    if (!isObject(node)) {
      this.#misses(at);
      return;
    }
    const last = at === this.path.tokens.length - 1;
    if (last && names.length > 1) {
      const present = names.filter((name) => node.has(name));
      this.#found.push(new Map(present.map((name) => [name, node.get(name) ?? null])));
      return;
    }
    for (const name of names) {
      const value = node.get(name);
      if (value !== undefined) this.#walk(at + 1, value);
      else if (!last && names.length === 1) this.#misses(at);
    }
  }

  /** Before a path has forked, a strict search fails where it cannot go on. */
  #misses(at: number): void {
    if (!this.lax && at <= this.path.definiteTokens) {
      throw new NothingFound('The JSON path leads nowhere');
    }
  }

  #isArray(at: number, node: JsonValue): node is readonly JsonValue[] {
    if (Array.isArray(node)) return true;
    this.#misses(at);
    return false;
  }

  #item(at: number, items: readonly JsonValue[], index: number): void {
    const item = items[index < 0 ? index + items.length : index];
    if (item !== undefined) this.#walk(at + 1, item);
  }

  /** With both ends a negative one is no place from the end, but the range is walked as it is. */
  #slice(
    at: number,
    items: readonly JsonValue[],
    from: number | undefined,
    to: number | undefined,
  ): void {
    const size = items.length;
    let first = from ?? 0;
    let end = to ?? size;
    if (to === undefined) first = Math.max(0, first < 0 ? first + size : first);
    else if (from === undefined && end < 0) end += size;
    end = Math.min(end, size);
    for (let i = first; i < end; i++) this.#item(at, items, i);
  }

  /** All places below and with this one, from above, at which the token is to be tried. */
  #scan(at: number, node: JsonValue): void {
    const token = this.path.tokens[at];
    if (isScalarNode(node) || token === undefined) return;
    if (this.#wants(token, at, node)) {
      const last = at === this.path.tokens.length - 1;
      if (last || isObject(node)) this.#walk(at, node);
      else for (const item of node as readonly JsonValue[]) this.#walk(at + 1, item);
    }
    for (const child of childrenOf(node)) this.#scan(at, child);
  }

  #wants(token: PathToken, at: number, node: JsonValue): boolean {
    switch (token.kind) {
      case 'names': {
        if (!isObject(node)) return false;
        const merges = token.names.length === 1 || at === this.path.tokens.length - 1;
        return !merges || token.names.every((name) => node.has(name));
      }
      case 'indexes':
      case 'slice':
        return Array.isArray(node);
      case 'filter':
        return this.#holds(token.filter, node);
      default:
        return true;
    }
  }

  #filter(at: number, filter: Filter, node: JsonValue): void {
    if (isObject(node)) {
      if (this.#holds(filter, node)) this.#walk(at + 1, node);
    } else if (Array.isArray(node)) {
      for (const item of node as readonly JsonValue[]) {
        if (this.#holds(filter, item)) this.#walk(at + 1, item);
      }
    } else {
      this.#misses(at);
    }
  }

  #holds(filter: Filter, element: JsonValue): boolean {
    switch (filter.kind) {
      case 'and':
        return filter.parts.every((part) => this.#holds(part, element));
      case 'or':
        return filter.parts.some((part) => this.#holds(part, element));
      case 'not':
        return !this.#holds(filter.part, element);
      case 'exists':
        return this.#valueOf(filter.operand, element) !== undefined;
      case 'matches': {
        const value = this.#valueOf(filter.operand, element);
        return typeof value === 'string' && filter.regex.test(value);
      }
      case 'compare': {
        const left = this.#valueOf(filter.left, element);
        const right = this.#valueOf(filter.right, element);
        return compares(filter.operator, left, right);
      }
    }
  }

  #valueOf(operand: Operand, element: JsonValue): JsonValue | undefined {
    if (operand.kind === 'constant') return operand.value;
    return search(operand.path, operand.fromElement ? element : this.root, true);
  }
}

function compares(operator: string, left?: JsonValue, right?: JsonValue): boolean {
  if (operator === '==') return same(left, right);
  if (operator === '!=') return !same(left, right);
  let order: number;
  if (left instanceof JsonNumber && right instanceof JsonNumber) {
    order = left.toNumber() - right.toNumber();
  } else if (typeof left === 'string' && typeof right === 'string') {
    order = left < right ? -1 : left > right ? 1 : 0;
  } else {
    return false;
  }
  if (order === 0) return operator.endsWith('=');
  return order < 0 === operator.startsWith('<');
}

function same(left?: JsonValue, right?: JsonValue): boolean {
  if (left instanceof JsonNumber && right instanceof JsonNumber) {
    return left.toNumber() === right.toNumber();
  }
  return left !== undefined && left === right;
}

function isObject(node: JsonValue): node is JsonObject {
  return node instanceof Map;
}

function isScalarNode(node: JsonValue): boolean {
  return !isObject(node) && !Array.isArray(node);
}

function childrenOf(node: JsonValue): readonly JsonValue[] {
  if (isObject(node)) return [...node.values()];
  return Array.isArray(node) ? (node as readonly JsonValue[]) : [];
}

function applied(name: PathFunction, argument: number, node: JsonValue): JsonValue {
  if (name === 'length' || name === 'size') {
    return isScalarNode(node) ? null : new JsonNumber(String(childrenOf(node).length));
  }
  if (name === 'keys') return isObject(node) ? [...node.keys()] : null;
  if (!Array.isArray(node)) throw new NothingFound(`${name}() needs an array`);
  const items = node as readonly JsonValue[];
  if (name === 'first' || name === 'last' || name === 'index') {
    const at = name === 'first' ? 0 : name === 'last' ? -1 : argument;
    const item = items[at < 0 ? at + items.length : at];
    if (item === undefined) throw new NothingFound(`${name}() finds no element`);
    return item;
  }
  const numbers = items.filter((item) => item instanceof JsonNumber).map((n) => n.toNumber());
  if (numbers.length === 0) throw new NothingFound(`${name}() needs numbers`);
  return new JsonNumber(doubleText(ofNumbers(name, numbers)));
}

function ofNumbers(name: string, numbers: readonly number[]): number {
  if (name === 'min') return Math.min(...numbers);
  if (name === 'max') return Math.max(...numbers);
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (name === 'sum') return sum;
  const count = numbers.length;
  if (name === 'avg') return sum / count;
  const squares = numbers.reduce((total, value) => total + value * value, 0);
  return Math.sqrt(squares / count - (sum * sum) / count / count);
}
