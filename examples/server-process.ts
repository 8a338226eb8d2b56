/**
 * A Millrace server as a child process on a free port of this machine, as a user would start it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../server/cli/main.js', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Resolves once the server says where it listens. It ends with this process.
 * @throws Error with its output when it ends first
 */
export async function startServer(configFile: string): Promise<ServerProcess> {
  const port = '-Dsql-gateway.endpoint.rest.port=0';
  const child = spawn(process.execPath, [main, 'start', '--config', configFile, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = (signal: NodeJS.Signals): void => {
    child.kill(signal);
    child.once('exit', () => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, ended);
  return { url: await addressOf(child), stop: () => stop(child) };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (child.stdout === null) throw new Error('The server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /listens on (http:\/\/\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
    said.push(line);
  }
  throw new Error(`The server did not start:\n${said.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
