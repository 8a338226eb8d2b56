/** `millrace start`: the server in the foreground, until SIGINT or SIGTERM. */
import { type LoadInput, loadConfiguration, noticeLines } from '../../conf/load.js';
import { startServer } from '../server.js';
import { packageVersion } from '../version.js';
import { readArguments } from './arguments.js';

export async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments(
    args,
    { config: { type: 'string' }, define: { type: 'string', short: 'D', multiple: true } },
    0,
  );
  const input: LoadInput = {
    environment: process.env,
    ...(typeof values.config === 'string' ? { file: values.config } : {}),
    ...(Array.isArray(values.define) ? { overrides: values.define.map(String) } : {}),
  };
  const { configuration, notices } = loadConfiguration(input);
  for (const line of noticeLines(notices)) process.stderr.write(`${line}\n`);
  const server = await startServer(configuration);
  process.stdout.write(`Millrace ${packageVersion()} listens on ${server.url}\n`);
  await interrupted();
  await server.close();
  return 0;
}

/** Resolves at the first signal; a second one ends the process at once. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let first = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (!first) process.exit(1);
        first = false;
        resolve();
      });
    }
  });
}
