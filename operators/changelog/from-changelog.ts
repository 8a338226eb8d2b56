/**
 * FROM_CHANGELOG: each row becomes the change that one of its columns names. Stateless; rows keep
 * their places and marks, the column goes. A row without a known code ends the query, as in Flink.
 */
import { assert, MillraceError } from '../../conf/errors/error.js';
import { equalBytes } from '../../state/column/compare.js';
import type { BytesVector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Operator, Output } from '../core/operator.js';
import type { FromChangelogSpec } from './changelog-spec.js';

export function createFromChangelog(spec: FromChangelogSpec): Operator {
  return new FromChangelog(spec);
}

class FromChangelog implements Operator {
  readonly #spec: FromChangelogSpec;
  readonly #codes: readonly Uint8Array[];
  readonly #kinds: Uint8Array;

  constructor(spec: FromChangelogSpec) {
    this.#spec = spec;
    this.#codes = spec.codes.map(({ code }) => Buffer.from(code));
    this.#kinds = Uint8Array.from(spec.codes, ({ kind }) => kind);
  }

  open(): void {}

  apply(batch: Batch, _input: number, output: Output): boolean {
    const { op } = this.#spec;
    const named = batch.columns[op];
    assert(named?.lane === 'bytes', 'The column of codes is one of text');
    const kinds = new Uint8Array(batch.rows);
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      kinds[row] = this.#kindAt(named, row);
    }
    output.push(batch.withColumns(batch.columns.filter((_, c) => c !== op)).withKinds(kinds));
    return true;
  }

  #kindAt(named: BytesVector, row: number): number {
    const { data, nulls } = named;
    const start = named.starts[row] as number;
    const end = named.ends[row] as number;
    if (nulls !== null && nulls[row] === 1) {
      const reason = 'Received NULL op code. Every changelog row must carry an operation code.';
      throw new MillraceError('DATA_EXPRESSION', reason);
    }
    for (let c = 0; c < this.#codes.length; c++) {
      const code = this.#codes[c] as Uint8Array;
      if (equalBytes(data, start, end, code, 0, code.length)) return this.#kinds[c] as number;
    }
    const found = Buffer.from(data.subarray(start, end)).toString();
    const known = this.#spec.codes.map(({ code }) => code).join(', ');
    const reason = `Received invalid op code '${found}'. Defined op codes are: [${known}].`;
    throw new MillraceError('DATA_EXPRESSION', reason, { hint: 'op_mapping takes further codes.' });
  }
}
