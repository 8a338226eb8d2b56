/** `millrace sql`: sends a script to a running server and prints what comes back as it comes. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { MillraceError } from '../../conf/errors/error.js';
import { readArguments, usage } from './arguments.js';
import { readSqlFile } from './sql-file.js';

const DEFAULT_ENDPOINT = 'http://127.0.0.1:8083';

export async function run(args: readonly string[]): Promise<number> {
  const flags = { endpoint: { type: 'string', short: 'e', default: DEFAULT_ENDPOINT } } as const;
  const { values, positionals } = readArguments(args, flags, 1);
  const [file = '-'] = positionals;
  const script = file === '-' ? await buffer(process.stdin) : readSqlFile(file);
  const endpoint = String(values.endpoint).replace(/\/$/, '');
  if (!URL.canParse(endpoint)) throw usage(`'${endpoint}' is no URL`);
  const response = await post(`${endpoint}/sql`, script);
  if (!response.ok) {
    process.stderr.write(`${await errorText(response)}\n`);
    return 1;
  }
  for (const text of warnings(response)) process.stderr.write(`${text}\n`);
  return print(response);
}

/** What the server has to say about the settings of the script. */
function warnings(response: Response): string[] {
  const header = response.headers.get('warning') ?? '';
  const quoted = header.matchAll(/199 millrace "((?:[^"\\]|\\.)*)"/g);
  return [...quoted].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}

async function post(url: string, body: string | Buffer): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', body, headers: { accept: 'application/x-ndjson' } });
  } catch (cause) {
    throw new MillraceError('SERVER_ADDRESS', `No server answers at ${url}`, {
      hint: 'Start one with millrace start, or name its address with -e.',
      cause,
    });
  }
}

async function errorText(response: Response): Promise<string> {
  const body = await response.text();
  try {
    const { errors } = JSON.parse(body) as { errors: readonly string[] };
    return errors.join('\n');
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}

/** The server cuts the connection when a query fails behind its first row. */
async function print(response: Response): Promise<number> {
  try {
    for await (const chunk of response.body ?? []) {
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    }
    return 0;
  } catch {
    process.stderr.write('The query failed; the rows above are not all.\n');
    return 1;
  }
}
