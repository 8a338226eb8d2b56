/**
 * Runs the README: every `curl` of a `sh` block is sent to a server, and the whole body compared
 * with the block behind it. Handles and job ids differ in every run and are compared by their
 * place.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Configuration } from '../conf/configuration.js';
import type { Server } from './assembly.js';
import { startServer } from './server.js';

interface Example {
  readonly line: number;
  readonly command: string;
  readonly body: string;
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

function examplesOf(text: string): Example[] {
  const examples: Example[] = [];
  const pattern = /```sh\n(curl [\s\S]*?)\n```\n\n```\n([\s\S]*?)```/g;
  for (const match of text.matchAll(pattern)) {
    const line = text.slice(0, match.index).split('\n').length + 1;
    examples.push({ line, command: match[1] as string, body: match[2] as string });
  }
  return examples;
}

/** The words of a command line as a shell splits them; quotes may hold line breaks. */
function wordsOf(command: string): string[] {
  const pattern = /"([^"]*)"|'([^']*)'|(\S+)/g;
  return [...command.matchAll(pattern)].map(([, double, single, bare]) => {
    return double ?? single ?? bare ?? '';
  });
}

function readCurl(command: string): Request {
  const [program, ...words] = wordsOf(command);
  assert.equal(program, 'curl');
  const headers: Record<string, string> = {};
  let [url, method, body]: [string, string | undefined, string | undefined] = [
    '',
    undefined,
    undefined,
  ];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-d') body = words.shift();
    else if (word === '-X') method = words.shift();
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(': ');
      headers[name.toLowerCase()] = value;
    } else url = word;
  }
  if (body !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded';
  return { url, method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body };
}

/** CSV ends its lines as RFC 4180 has it; a Markdown file cannot show that. */
function asShown(reply: string): string {
  return reply.replaceAll('\r\n', '\n');
}

/** Handles and ids, which no two runs share, as `<id>`. */
function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}/g, '<id>')
    .trimEnd();
}

let server: Server;

before(async () => {
  server = await startServer(Configuration.of({ 'sql-gateway.endpoint.rest.port': '0' }));
});

after(() => server.close());

test('every example answers what the README says', async () => {
  const examples = examplesOf(readme);
  assert.equal(examples.length, readme.match(/^curl /gm)?.length, 'a curl without its answer');
  assert.ok(examples.length >= 9);
  const known = new Map<string, string>();
  for (const { line, command, body } of examples) {
    const request = readCurl(command);
    const url = request.url
      .replace('localhost:8083', server.url)
      .replace(/\$([A-Z]+)/g, (_, name: string) => known.get(name) ?? '');
    const reply = await fetchWhenReady(url, request);
    assert.equal(withoutIds(asShown(reply)), withoutIds(body), `README.md:${line}`);
    for (const [, name, id] of reply.matchAll(/"(session|operation)Handle":"([^"]+)"/g)) {
      known.set((name as string).toUpperCase(), id as string);
    }
  }
});

/** A result that is not ready yet is asked for again, as every client of the API does. */
async function fetchWhenReady(url: string, { method, headers, body }: Request): Promise<string> {
  for (;;) {
    const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await reply.text();
    if (!text.includes('"resultType":"NOT_READY"')) return text;
  }
}
