/** A server on a free port of the loopback, for the tests of this folder. */
import { Configuration } from '../../conf/configuration.js';
import type { Server } from '../assembly.js';
import { startServer } from '../server.js';

export interface Reply {
  readonly status: number;
  /** JSON, with handles and job ids written as `<session>`, `<operation>`, `<job>`. */
  readonly body: unknown;
}

const SETTINGS = {
  'sql-gateway.endpoint.rest.port': '0',
  'millrace.workers': '1',
  'table.local-time-zone': 'UTC',
};

export class TestServer {
  readonly #server: Server;
  readonly #names = new Map<string, string>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
    return new TestServer(await startServer(Configuration.of({ ...SETTINGS, ...settings })));
  }

  get url(): string {
    return this.#server.url;
  }

  /** Shows a handle under a name in all bodies. */
  name(handle: string, name: string): void {
    this.#names.set(handle, `<${name}>`);
  }

  /** @param body an object is sent as JSON */
  async call(method: string, path: string, body?: unknown): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.url + path, {
      method,
      ...(text === undefined ? {} : { body: text }),
    });
    return { status: response.status, body: JSON.parse(this.portable(await response.text())) };
  }

  /** Sends a script and gives the whole reply as text. */
  async sql(script: string, accept = '*/*', query = ''): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.url}/sql${query}`, {
      method: 'POST',
      body: script,
      headers: { accept },
    });
    return { status: response.status, text: this.portable(await response.text()) };
  }

  async openSession(properties: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await fetch(`${this.url}/sessions`, {
      method: 'POST',
      body: JSON.stringify({ properties }),
    });
    const { sessionHandle } = (await response.json()) as { sessionHandle: string };
    this.name(sessionHandle, 'session');
    return sessionHandle;
  }

  /** Submits a statement. @returns the path of its operation, without a version */
  async submit(session: string, statement: string, more: object = {}): Promise<string> {
    const response = await fetch(`${this.url}/sessions/${session}/statements`, {
      method: 'POST',
      body: JSON.stringify({ statement, ...more }),
    });
    const { operationHandle } = (await response.json()) as { operationHandle: string };
    this.name(operationHandle, 'operation');
    return `/sessions/${session}/operations/${operationHandle}`;
  }

  /** All rows of an operation, page by page to its end. */
  async rows(operation: string): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let next: string | undefined = `${operation}/result/0`; next !== undefined; ) {
      const response: Response = await fetch(this.url + next);
      const page = (await response.json()) as {
        results?: { data: unknown[] };
        nextResultUri?: string;
        errors?: string[];
      };
      if (page.errors !== undefined) throw new Error(page.errors.join('\n'));
      rows.push(...(page.results?.data ?? []));
      next = page.nextResultUri;
    }
    return rows;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  portable(text: string): string {
    let portable = text;
    for (const [handle, name] of this.#names) portable = portable.replaceAll(handle, name);
    return portable.replace(/\b[0-9a-f]{32}\b/g, '<job>');
  }
}
