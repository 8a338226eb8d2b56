/**
 * Functions that users wrote: exported objects of a module, with the SQL types of arguments and
 * results as text. What an object has says what it is: `createAccumulator` makes an aggregate,
 * `rows` a table function, else it is a scalar function. Loaded once a thread.
 */
import { createRequire } from 'node:module';
import { MillraceError } from '../../../conf/errors/error.js';

interface Exported {
  readonly arguments: readonly string[];
}

export interface ScalarExport extends Exported {
  readonly kind: 'scalar';
  readonly returns: string;
  eval(...args: unknown[]): unknown;
}

export interface TableExport extends Exported {
  readonly kind: 'table';
  /** The type of its one column, or ROW<…> of several. */
  readonly rows: string;
  /** Gives something to iterate over: an array, a generator. */
  eval(...args: unknown[]): unknown;
}

export interface AggregateExport extends Exported {
  readonly kind: 'aggregate';
  readonly returns: string;
  createAccumulator(): unknown;
  /** What it returns, if anything, is the accumulator from then on; so of `retract`. */
  accumulate(accumulator: unknown, ...args: unknown[]): unknown;
  retract?(accumulator: unknown, ...args: unknown[]): unknown;
  getValue(accumulator: unknown): unknown;
}

export type JavascriptExport = ScalarExport | TableExport | AggregateExport;

/** @param file absolute @throws FUNCTION_INVALID */
export function loadJavascript(file: string, name: string): JavascriptExport {
  let module: Record<string, unknown>;
  try {
    module = createRequire(import.meta.url)(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const reason = `The module ${file} cannot be loaded: ${why}`;
    throw new MillraceError('FUNCTION_INVALID', reason, { cause });
  }
  const found = module[name];
  const read = typeof found === 'object' && found !== null ? exportOf(found) : undefined;
  if (read !== undefined) return read;
  const what = found === undefined ? `has no export '${name}'` : `exports no function as '${name}'`;
  const hint =
    "Export { arguments: ['INT'], returns: 'STRING', eval(n) { … } }, for a table function " +
    "{ arguments, rows: 'ROW<n INT>', eval }, for an aggregate { arguments, returns, " +
    'createAccumulator, accumulate, retract, getValue }.';
  throw new MillraceError('FUNCTION_INVALID', `The module ${file} ${what}`, { hint });
}

/** Bound to the object, so that its functions may use `this`. */
function exportOf(found: object): JavascriptExport | undefined {
  const { arguments: args, returns, rows } = found as Record<string, unknown>;
  if (!Array.isArray(args) || !args.every((each) => typeof each === 'string')) return undefined;
  const bound = (name: string): ((...args: unknown[]) => unknown) | undefined => {
    const method: unknown = (found as Record<string, unknown>)[name];
    return typeof method === 'function' ? method.bind(found) : undefined;
  };
  const run = bound('eval');
  if (typeof rows === 'string') return run && { kind: 'table', arguments: args, rows, eval: run };
  if (typeof returns !== 'string') return undefined;
  const [create, accumulate, getValue] = ['createAccumulator', 'accumulate', 'getValue'].map(bound);
  if (create === undefined) return run && { kind: 'scalar', arguments: args, returns, eval: run };
  if (accumulate === undefined || getValue === undefined) return undefined;
  const retract = bound('retract');
  return {
    kind: 'aggregate',
    arguments: args,
    returns,
    createAccumulator: create,
    accumulate,
    getValue,
    ...(retract === undefined ? {} : { retract }),
  };
}
