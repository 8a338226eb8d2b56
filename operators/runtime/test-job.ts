/** Small jobs made by hand, for the tests of this folder. */
import { BIGINT, STRING } from '../../state/column/logical-type.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { KIND_SYMBOLS, type RowKind } from '../core/row-kind.js';
import type { Column, Exchange, InputSpec, JobSpec, NodeSpec } from '../core/spec.js';

/** 32 hexadecimal digits. */
export const JOB_ID = '0123456789abcdef0123456789abcdef';

export const columns: readonly Column[] = [
  { name: 'word', type: STRING },
  { name: 'n', type: BIGINT },
];

export const BY_WORD: Exchange = { kind: 'hash', keys: [0] };

export function forward(node: number): InputSpec {
  return { node, exchange: { kind: 'forward' } };
}

export function byWord(node: number): InputSpec {
  return { node, exchange: BY_WORD };
}

export function values(rows: readonly (readonly [string, bigint])[]): NodeSpec {
  return node({ kind: 'values', rows }, []);
}

export function feed(table: string): NodeSpec {
  const rest = { metadata: [], partitionKeys: [], filter: null, limit: null, options: {} };
  return node(
    { kind: 'source', connector: 'feed', table, schema: columns, columns: [0, 1], ...rest },
    [],
  );
}

export function union(...inputs: InputSpec[]): NodeSpec {
  return node({ kind: 'union' }, inputs);
}

export function collect(input: InputSpec): NodeSpec {
  const rest = { connector: 'collect', options: {}, table: '', partitionKeys: [], notNull: [] };
  return node({ kind: 'sink', columns, ...rest }, [input]);
}

function node(operator: NodeSpec['operator'], inputs: readonly InputSpec[]): NodeSpec {
  const description = `the ${operator.kind}`;
  return { id: operator.kind, description, operator, inputs, output: columns };
}

export function job(nodes: readonly NodeSpec[], parallelism = 1, options = {}): JobSpec {
  const named = nodes.map((node, index) => ({ ...node, id: `${node.id}-${index}` }));
  return { name: 'test', nodes: named, parallelism, maxParallelism: 128, options };
}

/** `count` rows over seven words, numbered. */
export function numbered(count: number): [string, bigint][] {
  return Array.from({ length: count }, (_, i) => [`k${i % 7}`, BigInt(i)]);
}

/** A line a row: kind, then the values. */
export function printRows(batch: Batch): string[] {
  return Array.from({ length: batch.count }, (_, i) => {
    const row = batch.selection?.[i] ?? i;
    const kind = KIND_SYMBOLS[(batch.kinds?.[row] ?? 0) as RowKind];
    const cells = columns.map(({ type }, c) => scalarAt(batch.columns[c] as Vector, row, type));
    return `${kind} ${cells.join(' ')}`;
  });
}

/** The rows of each word, in order. */
export function perWord(lines: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const line of lines) {
    const word = line.split(' ')[1] ?? '';
    found[word] = [...(found[word] ?? []), line];
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
