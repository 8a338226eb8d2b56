/**
 * Puts one golden file to a real Flink and compares record by record with the expected text of the
 * file: rows of a query exactly, changes of a stream by key, a statement by whether it fails. Plans
 * are not compared: their text is this planner's own.
 */
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { LOCAL_TIME_ZONE } from '../../conf/options/table.js';
import { KIND_SYMBOLS } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseStatement } from '../../planner/parser/parse.js';
import { PlannerSession, type Prepared } from '../../planner/session.js';
import type { QueryDirective, TestRecord } from '../../server/test/case-file.js';
import { quotableColumns } from '../../server/test/cell-text.js';
import { ChangeLog } from '../../server/test/change-log.js';
import { constantValue } from '../../server/test/constant.js';
import { difference } from '../../server/test/difference.js';
import { parseTime, readFedRows } from '../../server/test/fed-rows.js';
import { byText, queryLines } from '../../server/test/query-lines.js';
import type { CellText } from '../../server/test/row-text.js';
import { fedJson } from './fed-json.js';
import type { Answer, Flink, FlinkRow } from './flink.js';

export type Verdict =
  /** `lines`: what Flink gave, where the record expects output. */
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'differs'; readonly lines: readonly string[]; readonly what: string }
  | { readonly kind: 'not run'; readonly why: string };

export interface Judged {
  readonly record: TestRecord;
  readonly verdict: Verdict;
}

export interface Folders {
  /** `${case}` and `${dir}` of the file. */
  readonly caseFolder: string;
  readonly ownFolder: string;
}

const SAME: Verdict = { kind: 'same', lines: [] };

/** Judges the records in order. */
export async function judgeFile(
  records: readonly TestRecord[],
  flink: Flink,
  file: string,
  folders: Folders,
): Promise<readonly Judged[]> {
  const looksUp = records.some(({ body }) => /FOR SYSTEM_TIME AS OF/i.test(body.join('\n')));
  const judge = new Judge(flink, file, folders, looksUp);
  await judge.open();
  const judged: Judged[] = [];
  for (const record of records) {
    const verdict = await judge.record(record);
    judged.push({ record, verdict });
  }
  return judged;
}

class Judge {
  readonly #flink: Flink;
  readonly #file: string;
  readonly #folders: Folders;
  /** The file joins tables as of a time. */
  readonly #looksUp: boolean;
  /** The same statements on this side, for types and upsert keys. */
  readonly #planner: PlannerSession;
  readonly #streams = new Map<string, ChangeLog>();

  constructor(flink: Flink, file: string, folders: Folders, looksUp: boolean) {
    this.#flink = flink;
    this.#file = file;
    this.#folders = folders;
    this.#looksUp = looksUp;
    const settings = new Map([[LOCAL_TIME_ZONE.key, 'UTC']]);
    const catalogs = new Catalogs(undefined, [folders.caseFolder]);
    this.#planner = new PlannerSession(catalogs, new Configuration(settings));
  }

  async open(): Promise<void> {
    await this.#flink.ask({ op: 'open', options: {} });
  }

  async record(record: TestRecord): Promise<Verdict> {
    const { directive } = record;
    const sql = this.#sql(record.body);
    switch (directive.kind) {
      case 'statement-ok':
        return this.#statement(sql);
      case 'statement-error': {
        const answer = await this.#execute(sql);
        return answer.ok ? differs('Flink runs the statement') : SAME;
      }
      case 'query':
        return this.#query(record, sql, directive);
      case 'explain':
        return SAME;
      case 'stream':
        return this.#stream(directive.name, sql);
      case 'changelog':
      case 'table':
        return this.#look(record, directive);
      case 'feed':
        return this.#feed(directive.table, record);
      case 'watermark': {
        const ms = parseTime(directive.time, { file: this.#file, line: record.line });
        return verdictOf(await this.#ask('watermark', { table: directive.table, ms }));
      }
      case 'end':
        return verdictOf(await this.#ask('end', { table: directive.table }));
      case 'barrier':
        return SAME;
      case 'advance':
      case 'recover':
        return { kind: 'not run', why: `'${directive.kind}' has no counterpart in a real Flink` };
    }
  }

  #ask(op: string, question: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#flink.ask({ op, ...question });
  }

  async #statement(sql: string): Promise<Verdict> {
    const answer = await this.#execute(sql);
    const verdict = verdictOf(answer);
    const prepared = this.#prepare(sql);
    return prepared instanceof MillraceError && verdict.kind === 'same'
      ? differs(prepared.message)
      : verdict;
  }

  /** SET and RESET are the client's in Flink. */
  async #execute(sql: string): Promise<Answer> {
    const statement = safely(() => parseStatement(sql));
    if (!(statement instanceof MillraceError) && statement.kind === 'set') {
      const { option } = statement;
      if (option !== undefined) {
        return this.#ask('set', { key: option.key, value: option.value });
      }
    }
    if (!(statement instanceof MillraceError) && statement.kind === 'reset') {
      const { key } = statement;
      return this.#ask('reset', key === undefined ? {} : { key });
    }
    return this.#ask('execute', { sql: inJava(this.#looksUp ? lookable(sql) : sql) });
  }

  #prepare(sql: string): Prepared | MillraceError {
    return safely(() => this.#planner.prepare(parseStatement(sql), sql));
  }

  async #query(record: TestRecord, sql: string, directive: QueryDirective): Promise<Verdict> {
    const prepared = this.#prepare(sql);
    const answer = await this.#execute(sql);
    if (!answer.ok) return verdictOf(answer);
    if (prepared instanceof MillraceError || prepared.kind === 'insert') {
      return differs('The statement does not run here');
    }
    const columns = prepared.kind === 'query' ? prepared.columns : prepared.result.columns;
    const log = new ChangeLog(
      prepared.kind === 'query' ? prepared.upsertKey : null,
      quotableColumns(columns),
    );
    addRows(log, answer.rows ?? []);
    const [expected, rows] = [record.expected ?? [], log.rows()];
    if (directive.sort !== 'nosort' || directive.hashThreshold > 0 || isOrdered(sql)) {
      return compare(expected, queryLines(rows, directive));
    }
    // Flink reads such a VALUES as a union, whose rows come as they come.
    return compare([...expected].sort(byText), [...rows].sort(byText));
  }

  async #stream(name: string, sql: string): Promise<Verdict> {
    const prepared = this.#prepare(sql);
    if (prepared instanceof MillraceError || prepared.kind !== 'query') {
      return differs('The stream does not run here');
    }
    const answer = await this.#ask('stream', { name, sql });
    if (!answer.ok) return verdictOf(answer);
    const quotable = quotableColumns(prepared.columns);
    this.#streams.set(name, new ChangeLog(prepared.upsertKey, quotable));
    return SAME;
  }

  async #look(
    record: TestRecord,
    { kind, name }: { kind: string; name: string },
  ): Promise<Verdict> {
    const log = this.#streams.get(name);
    if (log === undefined) return { kind: 'not run', why: `stream '${name}' does not run` };
    const answer = await this.#ask('take', { name });
    if (!answer.ok) return verdictOf(answer);
    addRows(log, answer.rows ?? []);
    const lines = kind === 'changelog' ? log.takeChanges() : log.rows().sort(byText);
    return compare(record.expected ?? [], lines);
  }

  async #feed(table: string, record: TestRecord): Promise<Verdict> {
    const { catalog } = this.#planner;
    const object = catalog.find(catalog.qualify(table.split('.')))?.object;
    if (object?.kind !== 'table') return { kind: 'not run', why: `no table '${table}'` };
    const columns: readonly Column[] = object.columns.filter(({ kind }) => kind === 'physical');
    const timeZone = this.#planner.configuration.get(LOCAL_TIME_ZONE);
    const rows = readFedRows(
      record.body,
      {
        columns,
        insertOnly: (object.options['changelog-mode'] ?? 'I') === 'I',
        timeZone,
        constant: (sql, type) => constantValue(sql, type, timeZone),
      },
      this.#file,
      record.line + 1,
    );
    const json = rows.map(({ kind, values }) => [
      kind,
      ...columns.map(({ type }, c) => fedJson(values[c] ?? null, type)),
    ]);
    return verdictOf(await this.#ask('feed', { table, rows: json }));
  }

  #sql(body: readonly string[]): string {
    const text = body.join('\n').replace(/;\s*$/, '');
    return text
      .replaceAll(`\${dir}`, this.#folders.ownFolder)
      .replaceAll(`\${case}`, this.#folders.caseFolder);
  }
}

function safely<T>(work: () => T): T | MillraceError {
  try {
    return work();
  } catch (error) {
    if (error instanceof MillraceError) return error;
    throw error;
  }
}

function verdictOf({ ok, causes = [] }: Answer): Verdict {
  if (ok) return SAME;
  return differs(`Flink fails: ${causes.join('\n')}`.slice(0, 1500));
}

function differs(what: string): Verdict {
  return { kind: 'differs', lines: [], what };
}

function compare(expected: readonly string[], actual: readonly string[]): Verdict {
  const what = difference(expected, actual);
  return what === '' ? { kind: 'same', lines: actual } : { kind: 'differs', lines: actual, what };
}

/**
 * Flink's filesystem connector looks no rows up: where a file joins tables as of a time, its tables
 * of files get a connector that is Flink's own and a lookup source beside
 * (`java/LookupFilesFactory.java`). The planner, the operator and the formats are Flink's.
 */
function lookable(sql: string): string {
  return sql.replace(/('connector'\s*=\s*)'filesystem'/g, "$1'lookup-files'");
}

/** A function in JavaScript is the one in Java of its name (`java/Functions.java`). */
function inJava(sql: string): string {
  const javascript = /AS '(\w+)' LANGUAGE JAVASCRIPT USING FILE '[^']*'/;
  return sql.replace(javascript, "AS 'Functions$$$1' LANGUAGE JAVA");
}

/** All but a query without ORDER BY gives its rows in some order. */
function isOrdered(sql: string): boolean {
  const statement = parseStatement(sql);
  return statement.kind !== 'query' || statement.orderBy.length > 0;
}

function addRows(log: ChangeLog, rows: readonly FlinkRow[]): void {
  for (const [symbol, ...cells] of rows) {
    log.add({ kind: (KIND_SYMBOLS as readonly CellText[]).indexOf(symbol ?? '+I'), cells });
  }
}
