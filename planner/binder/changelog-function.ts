/**
 * The functions between changes and rows that tell of them, as Flink 2.3 has them:
 *
 *     FROM_CHANGELOG(input [, op] [, op_mapping] [, on_time] [, uid])
 *     TO_CHANGELOG(input [, op] [, op_mapping] [, on_time] [, uid])
 *
 * `op` is a DESCRIPTOR of the column of codes; `op_mapping` a MAP of constant texts, in the one
 * from codes to kinds of change, in the other from kinds to codes, where several share an entry
 * they are separated by commas.
 */
import type { ChangeCode } from '../../operators/changelog/changelog-spec.js';
import { type RowKind, UPDATE_AFTER, UPDATE_BEFORE } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import { typeText } from '../../state/column/type-text.js';
import {
  type ChangelogArguments,
  fromChangelog,
  TIME_OF_UPDATES,
  toChangelog,
} from '../logical/changelog.js';
import { isTimestamp } from '../logical/column-type.js';
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { MapExpression } from '../parser/ast/expression.js';
import { functionName } from './call.js';
import type { BindContext, BoundQuery } from './context.js';
import { argumentsByName, bindTableArgument, type TableBinder } from './table-argument.js';

export const CHANGELOG_FUNCTIONS: readonly string[] = ['FROM_CHANGELOG', 'TO_CHANGELOG'];

/** By byte value. */
const KIND_NAMES = ['INSERT', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'DELETE'] as const;
/** In Flink's messages. */
const VALID = '[INSERT, UPDATE_AFTER, UPDATE_BEFORE, DELETE]';

const PARAMETERS = ['input', 'op', 'op_mapping', 'on_time', 'uid'];

type Entry = readonly [key: string, value: string];

/** The error of a mapping. */
type Refuse = (reason: string) => Error;

/** @throws BIND_TYPE, BIND_INVALID for arguments that Flink refuses */
export function bindChangelogFunction(
  call: FunctionCall,
  context: BindContext,
  tables: TableBinder,
): BoundQuery {
  const name = functionName(call);
  const shape = `${name}(input [, op] [, op_mapping] [, on_time] [, uid])`;
  const signature = { parameters: PARAMETERS, optional: PARAMETERS.slice(1), shape };
  const args = argumentsByName(call, signature, context);
  const table = args.get('input') as Argument;
  const input = bindTableArgument(table, 'input', context, tables);
  refuseOthers(name, table, context);
  const given: ChangelogArguments = {
    op: opColumn(args.get('op'), context),
    mapping: mappingOf(args.get('op_mapping'), context),
    onTime: onTimeOf(args.get('on_time'), context),
    uid: uidOf(args.get('uid'), context),
  };
  return name === 'FROM_CHANGELOG'
    ? bindFrom(input, given, args, call, context)
    : bindTo(input, given, args, call, context);
}

function bindFrom(
  input: BoundQuery,
  given: ChangelogArguments,
  args: ReadonlyMap<string, Argument>,
  call: FunctionCall,
  context: BindContext,
): BoundQuery {
  const op = given.op ?? 'op';
  const at = args.get('op') ?? call;
  const place = input.names.indexOf(op);
  const type = input.node.output[place]?.type;
  if (type === undefined) {
    const reason = `The op column '${op}' does not exist in the input schema.`;
    throw context.error('BIND_TYPE', reason, at);
  }
  if (type.root !== 'VARCHAR' && type.root !== 'CHAR') {
    const reason = `The op column '${op}' must be of STRING type, but was '${typeText(type)}'.`;
    throw context.error('BIND_TYPE', reason, at);
  }
  const codes = codesBy(fromCodes, given.mapping, args, context);
  if (timeColumn(input, given, args, context) !== null) {
    throw context.error('BIND_INVALID', TIME_OF_UPDATES, args.get('on_time') as Argument);
  }
  const node = fromChangelog(input.node, place, codes, given);
  return { node, names: input.names.filter((_, column) => column !== place) };
}

function bindTo(
  input: BoundQuery,
  given: ChangelogArguments,
  args: ReadonlyMap<string, Argument>,
  call: FunctionCall,
  context: BindContext,
): BoundQuery {
  const op = given.op ?? 'op';
  if (input.names.includes(op)) {
    const reason = `Field names must be unique. Found duplicates: [${op}]`;
    const hint = 'The column of codes may have another name: op => DESCRIPTOR(kind).';
    throw context.error('BIND_INVALID', reason, args.get('op') ?? call, hint);
  }
  const codes = codesBy(toCodes, given.mapping, args, context);
  const time = timeColumn(input, given, args, context);
  const names = [op, ...input.names];
  if (time !== null) names.push(names.includes('rowtime') ? 'rowtime0' : 'rowtime');
  return { node: toChangelog(input.node, time, names, codes, given), names };
}

/** The only column of the input that `on_time` names; null where the argument is left out. */
function timeColumn(
  { names, node }: BoundQuery,
  { onTime }: ChangelogArguments,
  args: ReadonlyMap<string, Argument>,
  context: BindContext,
): number | null {
  if (onTime === null) return null;
  const at = args.get('on_time') as Argument;
  const found = [...names.keys()].filter((column) => onTime.includes(names[column] as string));
  for (const [i, column] of found.entries()) {
    if (i > 0) {
      const [one, other] = [found[i - 1] as number, column].map((own) => `'${names[own]}'`);
      const reason =
        'Ambiguous time attribute found. The `on_time` argument must reference at most one ' +
        'column in a table argument. Currently, the columns in `on_time` point to both ' +
        `${one} and ${other} in table argument 'input'.`;
      throw context.error('BIND_INVALID', reason, at);
    }
    const { type } = node.output[column] as Column;
    if (isTimestamp(type) && type.precision <= 3) continue;
    const reason =
      'Unsupported data type for time attribute. The `on_time` argument must reference a ' +
      `TIMESTAMP or TIMESTAMP_LTZ column (up to precision 3). However, column '${names[column]}' ` +
      `in table argument 'input' has data type '${typeText(type)}'.`;
    throw context.error('BIND_TYPE', reason, at);
  }
  const unknown = onTime.filter((name) => !names.includes(name));
  const [column] = found;
  if (unknown.length === 0 && column !== undefined) return column;
  const reason =
    'Invalid time attribute declaration. Each column in the `on_time` argument must reference at ' +
    'least one column in one of the table arguments. ' +
    `Unknown references: [${unknown.join(', ')}]`;
  throw context.error('BIND_INVALID', reason, at);
}

/** @throws for a table with a partition or an order */
function refuseOthers(name: string, table: Argument, context: BindContext): void {
  if (table.kind === 'tableArgument') {
    for (const [clause, items, word] of [
      ['PARTITION BY', table.partitionBy, 'partitioned'],
      ['ORDER BY', table.orderBy, 'ordered'],
    ] as const) {
      if (items.length === 0) continue;
      const reason =
        `Only tables with set semantics may be ${word}. ` +
        `Invalid ${clause} clause in the 0-th operand of table function '${name}'`;
      throw context.error('BIND_INVALID', reason, table);
    }
  }
}

function opColumn(arg: Argument | undefined, context: BindContext): string | null {
  if (arg === undefined) return null;
  const [column, ...more] = arg.kind === 'descriptor' ? arg.columns : [];
  if (column !== undefined && more.length === 0) return column.name;
  const reason = "The descriptor for argument 'op' must contain exactly one column name.";
  throw context.error('BIND_TYPE', reason, arg);
}

function onTimeOf(arg: Argument | undefined, context: BindContext): readonly string[] | null {
  if (arg === undefined) return null;
  if (arg.kind === 'descriptor') return arg.columns.map(({ name }) => name);
  throw context.error('BIND_TYPE', 'on_time must be a DESCRIPTOR of columns', arg);
}

function mappingOf(arg: Argument | undefined, context: BindContext): readonly Entry[] | null {
  if (arg === undefined) return null;
  const entries = arg.kind === 'map' ? constantEntries(arg) : null;
  if (entries !== null) return entries;
  const reason = "The 'op_mapping' argument must be a constant MAP literal.";
  throw context.error('BIND_TYPE', reason, arg);
}

function constantEntries({ keys, values }: MapExpression): readonly Entry[] | null {
  const entries: Entry[] = [];
  for (const [i, key] of keys.entries()) {
    const value = values[i];
    if (key.kind !== 'string' || value?.kind !== 'string') return null;
    entries.push([key.value, value.value]);
  }
  return entries;
}

function uidOf(arg: Argument | undefined, context: BindContext): string | null {
  if (arg === undefined) return null;
  if (arg.kind === 'string' && /^[a-zA-Z_][a-zA-Z\-_0-9]*$/.test(arg.value)) return arg.value;
  const reason =
    'Invalid unique identifier for process table function. The `uid` argument must be a string ' +
    'literal that follows the pattern [a-zA-Z_][a-zA-Z-_0-9]*.';
  throw context.error('BIND_INVALID', reason, arg);
}

/** The names of the kinds themselves, where nothing else is said. */
const DEFAULT_CODES: readonly ChangeCode[] = KIND_NAMES.map((code, kind) => {
  return { code, kind: kind as RowKind };
});

/** @throws BIND_INVALID for a kind that is none, and for one that stands twice */
function codesBy(
  read: (mapping: ReadonlyMap<string, string>, refused: Refuse) => readonly ChangeCode[],
  mapping: readonly Entry[] | null,
  args: ReadonlyMap<string, Argument>,
  context: BindContext,
): readonly ChangeCode[] {
  if (mapping === null) return DEFAULT_CODES;
  const at = args.get('op_mapping') as Argument;
  return read(new Map(mapping), (reason) => context.error('BIND_INVALID', reason, at));
}

function fromCodes(mapping: ReadonlyMap<string, string>, refused: Refuse): readonly ChangeCode[] {
  const kinds = new Map<RowKind, string>();
  for (const [key, value] of mapping) {
    const name = value.trim();
    const kind = kindNamed(name, refused);
    if (kinds.has(kind)) throw refused(`${DUPLICATE}'${name}'. ${SEVERAL_CODES}`);
    kinds.set(kind, key);
  }
  if (kinds.has(UPDATE_AFTER) && !kinds.has(UPDATE_BEFORE)) {
    throw refused(
      "The 'op_mapping' must include UPDATE_BEFORE for retract mode. " +
        'Upsert mode (without UPDATE_BEFORE) is not supported in this version.',
    );
  }
  const codes = new Map<string, RowKind>();
  for (const [kind, key] of kinds) {
    for (const code of separated(key)) {
      if (codes.has(code)) throw refused(`The code '${code}' stands for two change operations`);
      codes.set(code, kind);
    }
  }
  return [...codes].map(([code, kind]) => ({ code, kind }));
}

function toCodes(mapping: ReadonlyMap<string, string>, refused: Refuse): readonly ChangeCode[] {
  const codes = new Map<RowKind, string>();
  for (const [names, code] of mapping) {
    for (const name of separated(names)) {
      const kind = kindNamed(name, refused);
      if (codes.has(kind)) throw refused(`${DUPLICATE}'${name}'.`);
      codes.set(kind, code);
    }
  }
  return [...codes].map(([kind, code]) => ({ code, kind }));
}

const INVALID = "Invalid target mapping for argument 'op_mapping'. ";
const DUPLICATE = `${INVALID}Duplicate change operation: `;
const SEVERAL_CODES =
  'Use comma-separated keys to map multiple codes to the same operation ' +
  "(e.g., MAP['c, r', 'INSERT']).";

function kindNamed(name: string, refused: Refuse): RowKind {
  const kind = (KIND_NAMES as readonly string[]).indexOf(name);
  if (kind >= 0) return kind as RowKind;
  throw refused(`${INVALID}Unknown change operation: '${name}'. Valid values are: ${VALID}.`);
}

/** The parts between commas; as in Java, empty ones at the end are none. */
function separated(list: string): string[] {
  const parts = list === '' ? [''] : list.replace(/,+$/, '').split(',');
  return parts.map((part) => part.trim());
}
