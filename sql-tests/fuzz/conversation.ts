/**
 * One client's requests, all of them well-formed: it opens sessions, makes the tables of
 * `corpus/world.sql` in them, submits statements, asks for their pages, cancels and closes, and now
 * and then sends a whole script. Handles come from the replies, so that requests reach what earlier
 * ones made.
 */
import type { Random } from '../../conf/random.js';
import { readStatements } from './corpus.js';
import { type Request, request } from './request.js';
import { MutatedStatements } from './statement-mutator.js';

const ACCEPTS = [
  '*/*',
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.arrow.stream',
  'text/event-stream',
];

/** Handles that a client keeps; the oldest are closed. */
const MOST_SESSIONS = 2;
const MOST_OPERATIONS = 6;
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Submitted {
  readonly path: string;
  token: number;
}

export class Conversation {
  readonly #random: Random;
  /** Takes the place of `/` at the start of paths in SQL: nothing is written elsewhere. */
  readonly #folder: string;
  readonly #statements: MutatedStatements;
  readonly #plans = readStatements('plans.sql');
  readonly #world: readonly string[];
  readonly #due: Request[] = [];
  readonly #sessions: string[] = [];
  readonly #operations: Submitted[] = [];
  #job = NOBODY.replaceAll('-', '');
  readonly #makers: readonly (() => Request)[];

  constructor(random: Random, folder: string) {
    this.#random = random;
    this.#folder = folder;
    this.#statements = new MutatedStatements(random.fork());
    this.#world = readStatements('world.sql').map((sql) => this.#confined(sql));
    this.#makers = this.#weighted();
  }

  /** What is to be sent before anything else, and as it is. */
  due(): Request | undefined {
    if (this.#sessions.length === 0 && this.#due.length === 0) {
      return request('POST', '/v4/sessions', { sessionName: 'x', properties: { 'a.b': 'c' } });
    }
    return this.#due.shift();
  }

  next(): Request {
    return this.#pick(this.#makers)();
  }

  /** Takes the handles out of a reply. */
  learn(body: string): void {
    const session = /"sessionHandle":"([^"]+)"/.exec(body)?.[1];
    if (session !== undefined) this.#enter(session);
    const operation = /"operationHandle":"([^"]+)"/.exec(body)?.[1];
    if (operation !== undefined) this.#submitted(operation);
    this.#job = /"(?:jobID|job id)":"([^"]+)"/.exec(body)?.[1] ?? this.#job;
    const missing = /Session '([^']+)' does not exist/.exec(body)?.[1];
    const at = this.#sessions.indexOf(missing ?? '');
    if (at >= 0) this.#sessions.splice(at, 1);
  }

  /** Requests that close all that the client opened. */
  goodbye(): Request[] {
    return this.#sessions.map((session) => request('DELETE', `/sessions/${session}`));
  }

  #enter(session: string): void {
    this.#sessions.push(session);
    const configure = `/v4/sessions/${session}/configure-session`;
    this.#due.push(...this.#world.map((statement) => request('POST', configure, { statement })));
    if (this.#sessions.length <= MOST_SESSIONS) return;
    this.#due.push(request('DELETE', `/v2/sessions/${this.#sessions.shift()}`));
  }

  #submitted(operation: string): void {
    this.#operations.push({ path: `${this.#session}/operations/${operation}`, token: 0 });
    if (this.#operations.length <= MOST_OPERATIONS) return;
    this.#due.push(request('DELETE', `${this.#operations.shift()?.path}/close`));
  }

  get #session(): string {
    return `/${this.#version}/sessions/${this.#sessions.at(-1) ?? NOBODY}`;
  }

  get #version(): string {
    return this.#pick(['v1', 'v2', 'v3', 'v4', 'v4', 'v4']);
  }

  #operation(suffix: string): string {
    const of = this.#operations.length === 0 ? null : this.#pick(this.#operations);
    return `${of?.path ?? `${this.#session}/operations/${NOBODY}`}/${suffix}`;
  }

  #page(): Request {
    const operation = this.#operations.at(-1);
    if (operation === undefined) return request('GET', this.#operation('result/0'));
    const token = operation.token + (this.#random.nextInt(0, 3) === 0 ? 0 : 1);
    const asked = operation.token;
    operation.token = token;
    const format = this.#pick(['', '?rowFormat=JSON', '?rowFormat=PLAIN_TEXT']);
    return request('GET', `${operation.path}/result/${asked}${format}`);
  }

  #execute(): Request {
    const executionConfig = this.#pick([undefined, {}, { 'pipeline.name': 'é' }]);
    const body = { statement: this.#sql(), executionConfig };
    return request('POST', `${this.#session}/statements`, body);
  }

  #script(): Request {
    const own = [this.#sql(), ...(this.#random.nextInt(0, 3) === 0 ? [this.#sql()] : [])];
    const script = [...this.#world, ...own].join(';\n');
    const query = this.#pick(['', '', '', '?detach', '?detach=false']);
    return request('POST', `/sql${query}`, script, [['accept', this.#pick(ACCEPTS)]]);
  }

  #complete(): Request {
    const statement = this.#sql();
    const position = this.#random.nextInt(0, statement.length);
    return request('GET', `${this.#session}/complete-statement`, { statement, position });
  }

  #sql(): string {
    const mutated = this.#random.nextInt(0, 9) < 6;
    return this.#confined(mutated ? this.#statements.next() : this.#pick(this.#plans));
  }

  #confined(sql: string): string {
    return sql.replace(/'(file:)?\/+/g, `'$1${this.#folder}/`);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.nextInt(0, items.length - 1)] as T;
  }

  #weighted(): (() => Request)[] {
    const session = (method: string, suffix: string, body?: object) => () =>
      request(method, this.#session + suffix, body);
    const operation = (method: string, suffix: string) => () =>
      request(method, this.#operation(suffix));
    const plain = (method: string, target: string, body?: object) => () =>
      request(method, target, body);
    const configure = () =>
      request('POST', `${this.#session}/configure-session`, { statement: this.#sql() });
    const makers: readonly (readonly [number, () => Request])[] = [
      [1, plain('POST', '/sessions', { properties: { 'parallelism.default': '2' } })],
      [2, session('GET', '')],
      [2, session('POST', '/heartbeat', {})],
      [1, session('DELETE', '')],
      [5, configure],
      [4, () => this.#complete()],
      [25, () => this.#execute()],
      [25, () => this.#page()],
      [6, operation('GET', 'status')],
      [4, operation('POST', 'cancel')],
      [4, operation('DELETE', 'close')],
      [1, session('POST', '/scripts', { script: 'SELECT 1' })],
      [1, session('POST', '/materialized-tables/a.b.c/refresh', { isPeriodic: true })],
      [1, plain('GET', '/api_versions')],
      [1, plain('GET', '/v1/info')],
      [2, plain('GET', '/jobs')],
      [3, () => request('GET', `/jobs/${this.#job}`)],
      [3, () => request('PATCH', `/jobs/${this.#job}?mode=cancel`)],
      [20, () => this.#script()],
    ];
    return makers.flatMap(([weight, make]) => Array<() => Request>(weight).fill(make));
  }
}
