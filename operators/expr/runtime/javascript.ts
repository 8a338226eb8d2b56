/**
 * User-defined scalar functions: an exported object of a module, with the SQL types of its
 * arguments and result as text and `eval`, which is called for each row. Loaded once a thread.
 */
import { createRequire } from 'node:module';
import { MillraceError } from '../../../conf/errors/error.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { fail, type Site } from './failure.js';

export interface JavascriptFunction {
  readonly arguments: readonly string[];
  readonly returns: string;
  eval(...args: unknown[]): unknown;
}

/** @param file absolute @throws FUNCTION_INVALID */
export function loadJavascript(file: string, name: string): JavascriptFunction {
  let module: Record<string, unknown>;
  try {
    module = createRequire(import.meta.url)(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const reason = `The module ${file} cannot be loaded: ${why}`;
    throw new MillraceError('FUNCTION_INVALID', reason, { cause });
  }
  const found = module[name];
  if (isFunction(found)) return found;
  const what = found === undefined ? `has no export '${name}'` : `exports no function as '${name}'`;
  const hint = "Export { arguments: ['INT'], returns: 'STRING', eval(n) { … } }.";
  throw new MillraceError('FUNCTION_INVALID', `The module ${file} ${what}`, { hint });
}

function isFunction(found: unknown): found is JavascriptFunction {
  if (typeof found !== 'object' || found === null) return false;
  const { arguments: args, returns, eval: run } = found as Partial<JavascriptFunction>;
  const types = Array.isArray(args) && args.every((each) => typeof each === 'string');
  return types && typeof returns === 'string' && typeof run === 'function';
}

/** The function as a kernel calls it: operands, then the place. What it gives has the type. */
export function javascriptCall(file: string, name: string, returns: LogicalType) {
  const loaded = loadJavascript(file, name);
  const fits = RESULTS[returns.root];
  return (...operands: unknown[]): unknown => {
    const site = operands.pop() as Site;
    let result: unknown;
    try {
      result = loaded.eval(...operands);
    } catch (error) {
      return fail(
        site,
        `Function '${name}' failed: ${error instanceof Error ? error.message : error}`,
      );
    }
    if (result === null || result === undefined) {
      if (returns.nullable) return null;
      return fail(site, `Function '${name}' gave NULL and returns NOT NULL`);
    }
    if (fits?.(result)) return result;
    return fail(site, `Function '${name}' gave ${shown(result)}, which is no ${returns.root}`);
  };
}

function shown(value: unknown): string {
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
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
