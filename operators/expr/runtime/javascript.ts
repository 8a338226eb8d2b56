/**
 * Calls of functions that users wrote. Whatever goes wrong in one is DATA_EXPRESSION at the place
 * of the call: an error that it throws, a result that is not of its type, a promise, and a call
 * that does not end. The last is stopped from outside: work that calls such functions runs within a
 * time limit (`withinTime`), which ends it wherever it is.
 */
import { Script } from 'node:vm';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { fail, type Site } from './failure.js';
import { loadJavascript, type ScalarExport } from './javascript-module.js';

/** The call that runs, for the message when it does not end. */
const running: { name: string; site: Site } = { name: '', site: undefined };

/** Calls user code; what it throws fails at the place. */
export function called<T>(name: string, site: Site, work: () => T): T {
  running.name = name;
  running.site = site;
  try {
    return work();
  } catch (error) {
    return fail(site, `Function '${name}' failed: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The result when it is one of the type; NULL is null or undefined. */
export function checkedResult(
  result: unknown,
  type: LogicalType,
  name: string,
  site: Site,
): unknown {
  if (result === null || result === undefined) {
    if (type.nullable) return null;
    return fail(site, `Function '${name}' gave NULL and returns NOT NULL`);
  }
  if (RESULTS[type.root]?.(result)) return result;
  if (isPromise(result)) {
    return fail(site, `Function '${name}' gave a promise; it is called for a row and cannot wait`);
  }
  return fail(site, `Function '${name}' gave ${shown(result)}, which is no ${type.root}`);
}

export function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}

export function shown(value: unknown): string {
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
}

/** The function as a kernel calls it: operands, then the place. What it gives has the type. */
export function javascriptCall(file: string, name: string, returns: LogicalType) {
  const loaded = loadJavascript(file, name) as ScalarExport;
  return (...operands: unknown[]): unknown => {
    const site = operands.pop() as Site;
    const result = called(name, site, () => loaded.eval(...operands));
    return checkedResult(result, returns, name, site);
  };
}

function integer(bits: number): (value: unknown) => boolean {
  const limit = 2 ** (bits - 1);
  return (value) => {
    return Number.isInteger(value) && Number(value) >= -limit && Number(value) < limit;
  };
}

/** By type, whether a value is one of it; types that are not here are not taken. */
export const RESULTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  BOOLEAN: (value) => typeof value === 'boolean',
  TINYINT: integer(8),
  SMALLINT: integer(16),
  INTEGER: integer(32),
  BIGINT: (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value,
  DOUBLE: (value) => typeof value === 'number',
  VARCHAR: (value) => typeof value === 'string',
};

const WORK = Symbol.for('millrace.work');
const runWork = new Script("globalThis[Symbol.for('millrace.work')]()");

/**
 * Runs work that calls users' functions, for a batch of rows.
 * @param limitMs 0 = without a limit
 */
export function withinTime<T>(limitMs: number, work: () => T): T {
  if (limitMs === 0) return work();
  (globalThis as Record<symbol, unknown>)[WORK] = work;
  try {
    return runWork.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const { name, site } = running;
    return fail(site, `Function '${name}' did not end within ${limitMs} ms for a batch of rows`);
  }
}
