/**
 * Functions with regular expressions. As in Flink, a pattern that is none gives NULL, but for
 * SIMILAR TO, where it fails; a pattern that Java knows and JavaScript cannot express fails, naming
 * the construct.
 */
import { fail, type Site } from './failure.js';
import { type JavaRegex, javaRegex } from './java-regex.js';
import { failPattern, similarPattern } from './similar.js';
import { UnsupportedRegex } from './unsupported-regex.js';

function withRegex<T>(pattern: string, site: Site, use: (regex: JavaRegex) => T): T | null {
  try {
    return use(javaRegex(pattern));
  } catch (error) {
    if (error instanceof UnsupportedRegex) {
      return fail(site, `The pattern '${pattern}' uses ${error.message}, which is not supported`);
    }
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A pattern that is none matches nothing here. */
export function regexp(text: string, pattern: string, site: Site): boolean {
  if (pattern === '') return false;
  return withRegex(pattern, site, (regex) => regex.test(text)) ?? false;
}

export function regexpExtract(
  text: string,
  pattern: string,
  group: number,
  site: Site,
): string | null {
  if (group < 0) return null;
  return withRegex(pattern, site, (regex) => regex.find(text)?.group(group) ?? null);
}

/** The group in every match; NULL where the pattern has no such group. */
export function regexpExtractAll(
  text: string,
  pattern: string,
  group: bigint,
  site: Site,
): (string | null)[] | null {
  return withRegex(pattern, site, (regex) => {
    if (group < 0n || group > BigInt(regex.groupCount)) return null;
    return regex.all(text, Number(group));
  });
}

/** The replacement stands for itself: `$1` is no reference. */
export function regexpReplace(
  text: string,
  pattern: string,
  replacement: string,
  site: Site,
): string | null {
  return withRegex(pattern, site, (regex) => regex.replace(text, replacement));
}

export function regexpCount(text: string, pattern: string, site: Site): number | null {
  return withRegex(pattern, site, (regex) => regex.all(text, 0).length);
}

/** Position of the first match, from 1; 0 when there is none. */
export function regexpInstr(text: string, pattern: string, site: Site): number | null {
  return withRegex(pattern, site, (regex) => (regex.find(text)?.index ?? -1) + 1);
}

export function regexpSubstr(text: string, pattern: string, site: Site): string | null {
  return withRegex(pattern, site, (regex) => regex.find(text)?.group(0) ?? null);
}

/** SIMILAR TO: the pattern of the SQL standard, over the whole text. */
export function similarTo(
  text: string,
  pattern: string,
  escapeChar: string | undefined,
  site: Site,
): boolean {
  const java = similarPattern(pattern, escapeChar, site);
  return withRegex(java, site, (regex) => regex.test(text)) ?? failPattern(pattern, site);
}
