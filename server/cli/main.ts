#!/usr/bin/env node
/**
 * The command line. Each command is loaded when it is called, so that none waits for what another
 * needs. Exit codes: 0 done, 1 the command failed or found something, 2 it was called wrongly.
 */
import { asMillraceError, describe, MillraceError } from '../../conf/errors/error.js';
import { USAGE } from './usage.js';

export interface Command {
  /** @param args what stands behind the command's name @returns the exit code */
  run(args: readonly string[]): Promise<number>;
}

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: () => import('./start.js'),
  sql: () => import('./sql.js'),
  check: () => import('./check.js'),
  test: () => import('./test.js'),
  state: () => import('./state.js'),
};

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    const { packageVersion } = await import('../version.js');
    process.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    throw new MillraceError('CLI_USAGE', `There is no command '${name}'`, {
      hint: `Commands are ${Object.keys(commands).join(', ')}; see millrace --help.`,
    });
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  return (await load()).run(rest);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const known = asMillraceError(error);
    process.stderr.write(`${describe(known)}\n`);
    process.exitCode = known.code === 'CLI_USAGE' ? 2 : 1;
  },
);
