/** The folder of a row in a partitioned table, `key=value/key=value`. */
import { equalAt } from '../../../state/column/compare.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Column } from '../../core/spec.js';
import { writeDate, writeDecimal, writeTime, writeTimestamp } from '../../format/text/write.js';
import { partitionPath } from '../../source/filesystem/path.js';

const BLANK = 32;

export interface PartitionKey {
  readonly index: number;
  readonly column: Column;
}

export class Partitioner {
  readonly #keys: readonly PartitionKey[];
  readonly #defaultName: string;

  constructor(keys: readonly PartitionKey[], defaultName: string) {
    this.#keys = keys;
    this.#defaultName = defaultName;
  }

  folder(columns: readonly Vector[], row: number): string {
    const values = this.#keys.map(({ index, column }) =>
      partitionText(scalarAt(columns[index] as Vector, row, column.type), column.type),
    );
    return partitionPath(
      this.#keys.map((key) => key.column.name),
      values,
      this.#defaultName,
    );
  }

  /** Whether two rows of a batch have one folder. */
  same(columns: readonly Vector[], a: number, b: number): boolean {
    return this.#keys.every(({ index }) => {
      const vector = columns[index] as Vector;
      return equalAt(vector, a, vector, b);
    });
  }
}

function partitionText(value: Scalar, type: LogicalType): string | null {
  if (value === null) return null;
  const scratch = new DataView(new ArrayBuffer(64));
  const text = (end: number): string => Buffer.from(scratch.buffer, 0, end).toString('latin1');
  switch (type.root) {
    case 'DATE':
      return text(writeDate(scratch, 0, value as number));
    case 'TIME_WITHOUT_TIME_ZONE':
      return text(writeTime(scratch, 0, value as number, 0));
    case 'DECIMAL':
      return text(writeDecimal(scratch, 0, value as bigint, type.scale, true));
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const nanos = BigInt.asIntN(64, value as bigint);
      const within = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
      const milli = Number((nanos - within) / 1_000_000n);
      return text(writeTimestamp(scratch, 0, milli, Number(within), BLANK));
    }
    default:
      return String(value);
  }
}
