/** Reading a command's arguments; what does not fit is a CLI_USAGE. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { MillraceError } from '../../conf/errors/error.js';

export type Flags = NonNullable<ParseArgsConfig['options']>;

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** @param most how many arguments may stand that are no flags @throws CLI_USAGE */
export function readArguments(args: readonly string[], options: Flags, most: number): Arguments {
  let read: Arguments;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // What Node adds behind the first sentence is about arguments that start with a dash.
    throw usage((error as Error).message.split('. ')[0] ?? '');
  }
  const extra = read.positionals[most];
  if (extra !== undefined) throw usage(`There is an argument too many: '${extra}'`);
  return read;
}

export function usage(reason: string): MillraceError {
  return new MillraceError('CLI_USAGE', reason, { hint: 'See millrace --help.' });
}
