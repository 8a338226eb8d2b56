/**
 * A script as server-sent events, each numbered by its statement: `statement`, `columns`, `rows`,
 * `notice`, `progress`, `done`, and `error` as the last.
 */
import { describe, type MillraceError } from '../../../conf/errors/error.js';
import type { KeyNotice } from '../../../conf/known-keys.js';
import type { Batch } from '../../../operators/core/batch.js';
import type { JobRun } from '../../../operators/runtime/job-run.js';
import { type ResultRow, resultRows } from '../../sessions/result-row.js';
import { jsonType } from '../logical-type.js';
import { progressJson } from '../progress-json.js';
import type { ResponseStream } from './response-stream.js';
import { RowJson } from './row-json.js';
import type { ResultShape, ScriptOutput } from './script.js';

export class EventOutput implements ScriptOutput {
  readonly #stream: ResponseStream;
  #statement = 0;

  constructor(stream: ResponseStream) {
    this.#stream = stream;
  }

  wants(): boolean {
    return true;
  }

  statement(number: number, sql: string): Promise<void> {
    this.#statement = number;
    return this.#send('statement', { statement: number, sql });
  }

  notice(number: number, { key, kind, text }: KeyNotice): Promise<void> {
    return this.#send('notice', { statement: number, key, kind, text });
  }

  columns(number: number, { columns, changes, jobId }: ResultShape): Promise<void> {
    return this.#send('columns', {
      statement: number,
      ...(jobId === undefined ? {} : { jobID: jobId }),
      changes,
      columns: columns.map(({ name, type }) => ({ name, logicalType: jsonType(type) })),
    });
  }

  batch(number: number, shape: ResultShape, batch: Batch): Promise<void> {
    return this.rows(number, shape, [...resultRows(batch, shape.columns)]);
  }

  async rows(number: number, shape: ResultShape, rows: readonly ResultRow[]): Promise<void> {
    if (rows.length === 0) return;
    const json = new RowJson(shape);
    const list = rows.map((row) => json.text(row)).join(',');
    await this.#event('rows', `{"statement":${number},"rows":[${list}]}`);
  }

  progress(number: number, run: JobRun): Promise<void> {
    const progress = progressJson(run.progress());
    return this.#send('progress', { statement: number, jobID: run.id, ...progress });
  }

  done(number: number, run?: JobRun): Promise<void> {
    const job = run === undefined ? {} : { jobID: run.id, status: run.state };
    return this.#send('done', { statement: number, ...job });
  }

  error(error: MillraceError): Promise<void> {
    const { code } = error;
    return this.#send('error', { statement: this.#statement, code, errors: [describe(error)] });
  }

  #send(event: string, data: Record<string, unknown>): Promise<void> {
    return this.#event(event, JSON.stringify(data));
  }

  #event(event: string, data: string): Promise<void> {
    return this.#stream.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}
