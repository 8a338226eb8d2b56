/**
 * The settings a server starts with: those of one `config.yaml`, then those of `-D key=value` over
 * them. The file is the one named by `--config`, else `config.yaml` in the folder that the variable
 * MILLRACE_CONF_DIR names, else the one that comes with Millrace. A value that its option does not
 * allow stops the start; about a key that does nothing the caller is told, so that a user's own
 * Flink file works as it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Configuration, checkSetting } from './configuration.js';
import { MillraceError, type Place } from './errors/error.js';
import { type KeyNotice, noticeOf } from './known-keys.js';
import { shipped } from './package-folder.js';
import { readYamlSettings, type Setting } from './yaml-settings.js';

export interface LoadInput {
  /** The value of `--config`. */
  readonly file?: string;
  /** Environment variables; only MILLRACE_CONF_DIR is read. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The values of all `-D`, in order: `key=value`. */
  readonly overrides?: readonly string[];
}

/** A notice about a setting, with the place of its key. */
export interface Notice extends KeyNotice {
  readonly place: Place;
}

export interface Loaded {
  readonly configuration: Configuration;
  /** The file that was read. */
  readonly file: string;
  /** In the order of the settings; those about keys that are set twice come last. */
  readonly notices: readonly Notice[];
}

const shippedFile = shipped('conf', 'config.yaml');

/**
 * @throws CONFIG_FILE if the file cannot be read or is no YAML, CONFIG_VALUE for a value that its
 * option does not allow, CLI_USAGE for an override without a key and `=`
 */
export function loadConfiguration(input: LoadInput = {}): Loaded {
  const folder = input.environment?.MILLRACE_CONF_DIR;
  const file = input.file ?? (folder ? join(folder, 'config.yaml') : shippedFile);
  const inFile = readYamlSettings(readText(file), file);
  const settings = [...inFile, ...(input.overrides ?? []).map(readOverride)];
  const texts = new Map<string, string>();
  const notices = new Map<string, Notice>();
  for (const { key, text, place } of settings) {
    if (text === null) {
      const said = `'${key}' has no value, so it sets nothing`;
      notices.set(key, { key, kind: 'empty', text: said, place });
      continue;
    }
    checkSetting(key, text, place);
    texts.set(key, text);
    const notice = noticeOf(key);
    if (notice !== undefined) notices.set(key, { ...notice, place });
  }
  const all = [...notices.values(), ...repeated(inFile)];
  return { configuration: new Configuration(texts), file, notices: all };
}

/** Keys given nested and flat. YAML allows that, and the last counts, in Flink too. */
function repeated(settings: readonly Setting[]): Notice[] {
  const lines = new Map<string, number | undefined>();
  return settings.flatMap(({ key, text: given, place }): Notice[] => {
    if (given === null) return [];
    const before = lines.get(key);
    lines.set(key, place.line);
    if (before === undefined) return [];
    const text = `'${key}' is set in line ${before} too; what stands here counts`;
    return [{ key, kind: 'repeated', text, place }];
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new MillraceError('CONFIG_FILE', `The configuration cannot be read: ${why}`, {
      place: { file },
      cause,
    });
  }
}

function readOverride(override: string): Setting {
  const [, key, text] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(override) ?? [];
  if (key === undefined || text === undefined) {
    throw new MillraceError('CLI_USAGE', `-D takes key=value, but found '${override}'`);
  }
  return { key, text: text.trim(), place: { file: '-D' } };
}

/** Notices for a log: one line for all keys without effect, one a key for the rest. */
export function noticeLines(notices: readonly Notice[]): string[] {
  const idle = notices.filter((notice) => notice.kind === 'no-effect').map(({ key }) => key);
  const lines = notices.filter(({ kind }) => kind !== 'no-effect').map(noticeLine);
  if (idle.length > 0) lines.push(`These settings have no effect in Millrace: ${idle.join(', ')}`);
  return lines;
}

function noticeLine({ place, text }: Notice): string {
  const where = place.line === undefined ? place.file : `${place.file}, line ${place.line}`;
  return `${where}: ${text}`;
}
