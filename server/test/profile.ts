/**
 * Profiles: named settings under which every case must give the same output. Keys that begin with
 * `test.` are for the runner: how it disturbs the jobs meanwhile. They stand as
 * `sql-tests/profiles/<name>.yaml`; those of the working directory win over those that come with
 * Millrace. `default` always exists and sets nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSetting } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import { shipped } from '../../conf/package-folder.js';
import { readYamlSettings } from '../../conf/yaml-settings.js';

export interface Profile {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
  readonly disturbance?: Disturbance;
}

/** Jobs are checkpointed, killed and restored while they run. */
export interface Disturbance {
  /** `test.barrier-rows`: a checkpoint after so many rows of sources, then a kill. */
  readonly barrierRows: number;
  /** `test.parallelisms`: those of the attempts, in turn; empty: the job's own. */
  readonly parallelisms: readonly number[];
  /** `test.alignment` */
  readonly alignment: 'aligned' | 'unaligned';
}

export const DEFAULT_PROFILE: Profile = { name: 'default', options: new Map() };

/** Where the profiles of a working directory are. */
export function profileFolder(workingDirectory: string): string {
  const own = join(workingDirectory, 'sql-tests', 'profiles');
  return existsSync(own) ? own : shipped('sql-tests', 'profiles');
}

/** All profiles of a folder by name, `default` first. */
export function loadProfiles(folder: string): readonly Profile[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return [DEFAULT_PROFILE, ...files.sort().map((name) => loadProfile(join(folder, name)))];
}

/**
 * The profiles that the command line names; none named is `default`, `all` is each.
 * @throws CLI_USAGE for a name that no file has, CONFIG_FILE or CONFIG_VALUE for what a file holds
 */
export function chooseProfiles(names: readonly string[], folder: string): readonly Profile[] {
  if (names.length === 0) return [DEFAULT_PROFILE];
  const all = loadProfiles(folder);
  if (names.includes('all')) return all;
  return [...new Set(names)].map((name) => {
    const found = all.find((profile) => profile.name === name);
    if (found !== undefined) return found;
    const known = all.map((profile) => profile.name);
    throw new MillraceError('CLI_USAGE', `There is no profile '${name}' in ${folder}`, {
      hint: didYouMean(name, known) ?? `Known are ${known.join(', ')}, or all.`,
    });
  });
}

function loadProfile(file: string): Profile {
  const options = new Map<string, string>();
  const own = new Map<string, string>();
  for (const { key, text, place } of readYamlSettings(readFileSync(file, 'utf8'), file)) {
    if (text === null) continue;
    if (key.startsWith('test.')) {
      own.set(key, text);
      continue;
    }
    checkSetting(key, text, place);
    options.set(key, text);
  }
  const name = (file.split(/[/\\]/).at(-1) as string).replace(/\.yaml$/, '');
  if (own.size === 0) return { name, options };
  return { name, options, disturbance: disturbanceOf(own, file) };
}

/** @throws CONFIG_VALUE */
function disturbanceOf(own: ReadonlyMap<string, string>, file: string): Disturbance {
  const number = (key: string, text: string): number => {
    if (/^[1-9]\d*$/.test(text)) return Number(text);
    const reason = `'${key}' is '${text}'; allowed are whole numbers above 0`;
    throw new MillraceError('CONFIG_VALUE', reason, { place: { file } });
  };
  const parallelisms = own.get('test.parallelisms')?.split(';') ?? [];
  return {
    barrierRows: number('test.barrier-rows', own.get('test.barrier-rows') ?? ''),
    parallelisms: parallelisms.map((text) => number('test.parallelisms', text)),
    alignment: own.get('test.alignment') === 'unaligned' ? 'unaligned' : 'aligned',
  };
}
