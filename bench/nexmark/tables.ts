/** The tables of the auction site in SQL, over the generator or over files, and the queries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from '../../conf/package-folder.js';
import type { Events } from './plan.js';

const columns = {
  person:
    'id BIGINT, name STRING, emailAddress STRING, creditCard STRING, city STRING, state STRING, ' +
    '`dateTime` TIMESTAMP(3), extra STRING',
  auction:
    'id BIGINT, itemName STRING, description STRING, initialBid BIGINT, reserve BIGINT, ' +
    '`dateTime` TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING',
  bid:
    'auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, ' +
    '`dateTime` TIMESTAMP(3), extra STRING',
} as const;

export type SiteTable = keyof typeof columns;

export const siteTables = Object.keys(columns) as readonly SiteTable[];

export function columnNames(table: SiteTable): readonly string[] {
  return columns[table]
    .split(', ')
    .map((column) => column.split(' ')[0]?.replaceAll('`', '') ?? '');
}

export const queryNames: readonly string[] = Array.from({ length: 24 }, (_, i) => `q${i}`);

const folder = shipped('bench/nexmark');

export const FUNCTIONS = join(folder, 'functions.mjs');

/** The one statement of a query. */
export function queryText(name: string): string {
  return readFileSync(join(folder, 'queries', `${name}.sql`), 'utf8').trim();
}

/** Tables of the site that a query names. */
export function tablesOf(sql: string): readonly SiteTable[] {
  return siteTables.filter((table) => new RegExp(`(FROM|JOIN|TABLE) ${table}\\b`).test(sql));
}

const TIMES = "WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND";

function createTable(name: string, elements: string, options: Record<string, string>): string {
  return `CREATE TABLE ${name} (${elements}) WITH (${optionList(options)})`;
}

function optionList(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([key, value]) => `'${key}' = '${value}'`)
    .join(', ');
}

export function generatedTable(table: SiteTable, { count, rate, seed }: Events): string {
  return createTable(table, withTimes(table), {
    connector: 'nexmark',
    event: table,
    'events.num': String(count),
    'events.rate': String(rate),
    seed: String(seed),
  });
}

/**
 * The bids as a table that does not end with the last of them, so that windows on the clock fire:
 * rows in a folder may still come.
 * @param folder stays empty
 */
export function openBids(events: Events, folder: string): readonly string[] {
  const names = columnNames('bid').map((name) => `\`${name}\``);
  const select = `SELECT ${names.join(', ')} FROM`;
  const later = { ...fileOptions(folder), 'source.monitor-interval': '1 s' };
  return [
    generatedTable('bid', events).replace('TABLE bid', 'TABLE generated'),
    createTable('later', columns.bid, later),
    `CREATE VIEW bid AS SELECT *, PROCTIME() AS arrival
     FROM (${select} generated UNION ALL ${select} later)`,
  ];
}

export function tableOfFiles(table: SiteTable, files: string): string {
  return createTable(table, withTimes(table), fileOptions(join(files, table)));
}

/** Where the rows of a table go, as both engines read them. */
export function writtenTable(table: SiteTable, files: string): string {
  const oneFile = { 'sink.rolling-policy.file-size': '1 tb' };
  const options = { ...fileOptions(join(files, table)), ...oneFile };
  return createTable(`${table}File`, columns[table], options);
}

/** Tables over files of rows: of the site, and what query 10 writes. */
export function fileOptions(path: string): Record<string, string> {
  return { connector: 'filesystem', path, format: 'csv' };
}

function withTimes(table: SiteTable): string {
  const arrival = table === 'bid' ? ', arrival AS PROCTIME()' : '';
  return `${columns[table]}${arrival}, ${TIMES}`;
}

const SIDE_ROWS = 10_000;

/** The file that query 13 looks into. */
export function sideRows(): string {
  return Array.from({ length: SIDE_ROWS }, (_, i) => `${i},note ${i * 7}\n`).join('');
}

/** The changes of a query as lines of JSON: `before` is taken back, `after` comes. */
export function changesTable(rowType: string, path: string): string {
  const elements = `\`before\` ${rowType}, \`after\` ${rowType}, op STRING`;
  return createTable('changes', elements, { connector: 'filesystem', path, format: 'json' });
}

export function sideTable(path: string): string {
  return createTable('side', 'id BIGINT, note STRING', fileOptions(path));
}

/** The statement that runs a query; its result is the table `answer`. */
export function answerTable(name: string, sql: string, options: Record<string, string>): string {
  const parts = writesFiles(name) ? ' PARTITIONED BY (bidDay, bidMinute)' : '';
  return `CREATE TABLE answer${parts} WITH (${optionList(options)}) AS ${sql}`;
}

/** Query 10 writes files. */
export function writesFiles(name: string): boolean {
  return name === 'q10';
}

/** Query 12 asks the clock: but for the sum of its counts its output differs from run to run. */
export function isRepeatable(name: string): boolean {
  return name !== 'q12';
}
