/**
 * One golden file under one profile: a session of its own, with fresh catalogs, a clock that
 * starts at the epoch, and UTC unless the profile or a SET says otherwise. `run` carries out one
 * record and says what came out.
 */
import { Configuration } from '../../conf/configuration.js';
import { asMillraceError, describe, MillraceError, type Place } from '../../conf/errors/error.js';
import { LOCAL_TIME_ZONE } from '../../conf/options/table.js';
import { duration } from '../../conf/value/quantity.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { pathText } from '../../planner/catalog/object-path.js';
import type { StatementResult } from '../../planner/catalog/result.js';
import { readStatement } from '../../planner/dialect/read.js';
import { PlannerSession, type Prepared } from '../../planner/session.js';
import type { Activity } from './activity.js';
import type { QueryDirective, TestRecord } from './case-file.js';
import { CaseStreams, type Limit, type Query, type Stream, Unrest } from './case-streams.js';
import { cellTexts, quotableColumns } from './cell-text.js';
import { ChangeLog } from './change-log.js';
import { constantValue } from './constant.js';
import { type FedTable, parseTime, readFedRows } from './fed-rows.js';
import type { RecordOutcome } from './outcome.js';
import type { Profile } from './profile.js';
import { byText, queryLines } from './query-lines.js';
import { formatRow } from './row-text.js';

export interface CasePlace {
  /** As shown in messages. */
  readonly file: string;
  /** `${case}`: the folder of the file; modules of functions may lie below it. */
  readonly caseFolder: string;
  /** `${dir}`: an empty folder of its own. */
  readonly ownFolder: string;
}

type Output = readonly string[] | null;

const DURATION = duration();

/** What stands for the folders of a `CasePlace` in SQL and in expected text. */
const OWN_FOLDER = `\${dir}`;
const CASE_FOLDER = `\${case}`;

export class CaseSession {
  readonly #place: CasePlace;
  readonly #planner: PlannerSession;
  readonly #streams: CaseStreams;
  readonly #ended = new Set<string>();
  /** Streams whose statement failed. */
  readonly #failed = new Set<string>();

  constructor(place: CasePlace, profile: Profile, limit: Limit) {
    this.#place = place;
    const settings = new Map([[LOCAL_TIME_ZONE.key, 'UTC'], ...profile.options]);
    const catalogs = new Catalogs(undefined, [place.caseFolder]);
    this.#planner = new PlannerSession(catalogs, new Configuration(settings));
    this.#streams = new CaseStreams(limit, profile.disturbance);
  }

  /** @throws TEST_FILE for a record that cannot be carried out, whatever the engine does */
  async run(record: TestRecord): Promise<RecordOutcome> {
    try {
      const actual = await this.#output(record);
      return { record, actual: actual && this.#portable(actual), failure: null };
    } catch (error) {
      if (error instanceof MillraceError && error.code === 'TEST_FILE') throw error;
      const text = error instanceof Unrest ? error.message : describe(asMillraceError(error));
      return { record, actual: null, failure: this.#portable([text]).join('\n') };
    }
  }

  /** What was done to its jobs so far. */
  get activity(): Activity {
    return this.#streams.activity;
  }

  close(): Promise<void> {
    return this.#streams.close();
  }

  async #output(record: TestRecord): Promise<Output> {
    const { directive, body } = record;
    switch (directive.kind) {
      case 'statement-ok':
        await this.#execute(this.#sql(body));
        return null;
      case 'statement-error':
        return this.#expectError(record, directive.code);
      case 'query':
        return this.#query(record, directive);
      case 'explain':
        return this.#explain(body, directive.details);
      case 'stream':
        return this.#startStream(record, directive.name);
      case 'changelog':
        return this.#stream(record, directive.name).log.takeChanges();
      case 'table':
        return this.#stream(record, directive.name).log.rows().sort(byText);
      default:
        await this.#push(record);
        return null;
    }
  }

  /** What moves the dataflow; then it comes to rest. */
  async #push(record: TestRecord): Promise<void> {
    const { directive, body, line } = record;
    const { executor, clock } = this.#streams;
    switch (directive.kind) {
      case 'feed': {
        const { name, table } = this.#fedTable(record, directive.table);
        executor.feed(name, readFedRows(body, table, this.#place.file, line + 1));
        break;
      }
      case 'watermark': {
        const { name } = this.#fedTable(record, directive.table);
        executor.feedWatermark(name, parseTime(directive.time, this.#at(record)));
        break;
      }
      case 'end': {
        const { name } = this.#fedTable(record, directive.table);
        executor.endFeed(name);
        this.#ended.add(name);
        break;
      }
      case 'advance': {
        const ms = DURATION.read(directive.duration);
        if (ms === undefined) throw this.#fault(record, `'advance' takes ${DURATION.allowed}`);
        clock.advance(ms);
        break;
      }
      case 'barrier':
        return this.#streams.barrier();
      case 'recover':
        return this.#streams.recover();
      default:
        throw this.#fault(record, `'${directive.kind}' cannot be carried out here`);
    }
    await this.#streams.settle();
  }

  #prepare(sql: string): Prepared {
    return this.#planner.prepare(readStatement(sql, this.#planner.configuration), sql);
  }

  async #execute(sql: string): Promise<void> {
    const prepared = this.#prepare(sql);
    if (prepared.kind === 'insert') await this.#streams.finish(prepared.job);
    if (prepared.kind === 'query') await this.#collect(prepared);
  }

  async #collect(prepared: Prepared & { readonly kind: 'query' }): Promise<ChangeLog> {
    const query = this.#queryOf(prepared);
    await this.#streams.finish(prepared.job, query);
    return query.log;
  }

  #queryOf({ job, columns, upsertKey }: Prepared & { readonly kind: 'query' }): Query {
    const log = new ChangeLog(upsertKey, quotableColumns(columns));
    return { job, columns, log, timeZone: this.#timeZone() };
  }

  async #expectError({ body, expected }: TestRecord, code: string): Promise<Output> {
    try {
      await this.#execute(this.#sql(body));
    } catch (error) {
      if (!(error instanceof MillraceError)) throw error;
      if (error.code !== code) {
        const found = `it fails with ${error.code}`;
        throw new Unrest(`The statement should fail with ${code}; ${found}:\n${describe(error)}`);
      }
      return expected === null ? null : linesOf(describe(error));
    }
    throw new Unrest(`The statement should fail with ${code}, but it does not.`);
  }

  async #query(record: TestRecord, directive: QueryDirective): Promise<Output> {
    const { types } = directive;
    const prepared = this.#prepare(this.#sql(record.body));
    if (prepared.kind === 'insert') throw this.#fault(record, "'query' takes no INSERT");
    const columns = prepared.kind === 'query' ? prepared.columns : prepared.result.columns;
    if (types !== null && types.length !== columns.length) {
      const names = columns.map(({ name }) => name).join(', ');
      const found = `the result ${columns.length}: ${names}`;
      throw this.#fault(record, `'${types}' has ${types.length} columns, ${found}`);
    }
    const rows =
      prepared.kind === 'query'
        ? (await this.#collect(prepared)).rows()
        : this.#resultRows(prepared.result);
    return queryLines(rows, directive);
  }

  #resultRows({ columns, rows }: StatementResult): string[] {
    const quotable = quotableColumns(columns);
    return rows.map((row) => formatRow(cellTexts(row, columns, this.#timeZone()), quotable));
  }

  #explain(body: readonly string[], details: readonly string[]): Output {
    const head = ['EXPLAIN', details.join(', ')].join(' ').trim();
    const prepared = this.#prepare(`${head}\n${this.#sql(body)}`);
    const [row] = prepared.kind === 'result' ? prepared.result.rows : [];
    return linesOf(String(row?.[0] ?? ''));
  }

  #startStream(record: TestRecord, name: string): Promise<null> {
    if (this.#streams.find(name) !== undefined) {
      throw this.#fault(record, `There is a stream '${name}' already`);
    }
    this.#failed.add(name);
    const prepared = this.#prepare(this.#sql(record.body));
    if (prepared.kind !== 'query') throw this.#fault(record, "'stream' takes a SELECT");
    this.#failed.delete(name);
    this.#streams.start(name, this.#queryOf(prepared));
    return this.#streams.settle().then(() => null);
  }

  #stream(record: TestRecord, name: string): Stream {
    const stream = this.#streams.find(name);
    if (this.#failed.has(name)) throw new Unrest(`Stream '${name}' did not start.`);
    if (stream === undefined) throw this.#fault(record, `There is no stream '${name}'`);
    return stream;
  }

  /** The table that a record feeds, and its full name. */
  #fedTable(record: TestRecord, name: string): { name: string; table: FedTable } {
    const { catalog } = this.#planner;
    const path = catalog.qualify(name.split('.'));
    const object = catalog.find(path)?.object;
    if (object?.kind !== 'table' || object.options.connector !== 'feed') {
      const what = object === undefined ? 'There is no table' : "No 'connector' = 'feed' has";
      throw this.#fault(record, `${what} '${pathText(path)}'`);
    }
    if (this.#ended.has(pathText(path))) throw this.#fault(record, `'${name}' has ended`);
    const columns = object.columns.filter(({ kind }) => kind === 'physical');
    const timeZone = this.#timeZone();
    const constant: FedTable['constant'] = (sql, type) => constantValue(sql, type, timeZone);
    const insertOnly = (object.options['changelog-mode'] ?? 'I') === 'I';
    return { name: pathText(path), table: { columns, insertOnly, timeZone, constant } };
  }

  #timeZone(): string {
    return this.#planner.configuration.get(LOCAL_TIME_ZONE);
  }

  #sql(body: readonly string[]): string {
    const { ownFolder, caseFolder } = this.#place;
    const text = body.join('\n').replace(/;\s*$/, '');
    return text.replaceAll(OWN_FOLDER, ownFolder).replaceAll(CASE_FOLDER, caseFolder);
  }

  /** The same text wherever the files stand. */
  #portable(lines: readonly string[]): string[] {
    const { ownFolder, caseFolder } = this.#place;
    return lines.map((line) => {
      return line.replaceAll(ownFolder, OWN_FOLDER).replaceAll(caseFolder, CASE_FOLDER);
    });
  }

  #at({ line }: TestRecord): Place {
    return { file: this.#place.file, line };
  }

  #fault(record: TestRecord, reason: string): MillraceError {
    return new MillraceError('TEST_FILE', reason, { place: this.#at(record) });
  }
}

/** An expected text has no empty lines. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
