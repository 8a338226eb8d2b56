/**
 * A script of which the client gets rows only: those of its last query, or where it has none, of
 * its last statement. The earlier queries are checked, but not run.
 */
import type { KeyNotice } from '../../../conf/known-keys.js';
import type { Batch } from '../../../operators/core/batch.js';
import type { Statement } from '../../../planner/parser/ast/statement.js';
import { type ResultRow, resultRows } from '../../sessions/result-row.js';
import type { ResponseStream } from './response-stream.js';
import type { ResultShape, ScriptOutput } from './script.js';

/** Turns rows into bytes of a format. */
export interface RowEncoder {
  head(): string | Uint8Array;
  rows(rows: readonly ResultRow[]): string | Uint8Array;
  tail(): string | Uint8Array;
}

export type EncoderOf = (shape: ResultShape) => RowEncoder;

export class RowOutput implements ScriptOutput {
  readonly #stream: ResponseStream;
  readonly #number: number;
  readonly #encoderOf: EncoderOf;
  #encoder: RowEncoder | null = null;
  #headSent = false;

  constructor(stream: ResponseStream, statements: readonly Statement[], encoderOf: EncoderOf) {
    this.#stream = stream;
    this.#encoderOf = encoderOf;
    const query = statements.findLastIndex(({ kind }) => kind === 'query');
    this.#number = query >= 0 ? query + 1 : statements.length;
  }

  wants(number: number): boolean {
    return number === this.#number;
  }

  async statement(): Promise<void> {}

  /** In the head of the reply, since the body holds rows alone. */
  async notice(_number: number, { text }: KeyNotice): Promise<void> {
    this.#stream.warn(text);
  }

  async columns(number: number, shape: ResultShape): Promise<void> {
    if (this.wants(number)) this.#encoder = this.#encoderOf(shape);
  }

  batch(number: number, shape: ResultShape, batch: Batch): Promise<void> {
    return this.rows(number, shape, [...resultRows(batch, shape.columns)]);
  }

  async rows(number: number, _shape: ResultShape, rows: readonly ResultRow[]): Promise<void> {
    if (!this.wants(number) || this.#encoder === null || rows.length === 0) return;
    await this.#sendHead(this.#encoder);
    await this.#stream.write(this.#encoder.rows(rows));
  }

  async progress(): Promise<void> {}

  async done(): Promise<void> {}

  /** After the last statement. */
  async finish(): Promise<void> {
    if (this.#encoder === null) return;
    await this.#sendHead(this.#encoder);
    await this.#stream.write(this.#encoder.tail());
  }

  async #sendHead(encoder: RowEncoder): Promise<void> {
    if (this.#headSent) return;
    this.#headSent = true;
    await this.#stream.write(encoder.head());
  }
}
