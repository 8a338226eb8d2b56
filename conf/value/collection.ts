/**
 * Lists and maps. Flink 2 reads them as YAML flow text (`[a, b]`, `{k: v}`) and falls back to its
 * older form: elements between `;`, pairs `k:v` between `,`, where `'…'` or `"…"` quotes a part and
 * a doubled quote stands for itself. Parts are not trimmed. Millrace reads both, and writes the
 * older one.
 */
import { createRequire } from 'node:module';
import type { ValueType } from './type.js';

export function list<T>(element: ValueType<T>): ValueType<readonly T[]> {
  return {
    name: `List<${element.name}>`,
    allowed: `a list separated by ';' whose elements are ${element.allowed}`,
    range: element.range,
    read(text) {
      const parts = text.trim() === '' ? [] : (yamlList(text) ?? split(text, ';'));
      const values = parts?.map((part) => element.read(part));
      return values?.every((value) => value !== undefined) ? (values as T[]) : undefined;
    },
    write: (values) => values.map((value) => quote(element.write(value), ';')).join(';'),
  };
}

export const map: ValueType<ReadonlyMap<string, string>> = {
  name: 'Map',
  allowed: "pairs such as key1:value1,key2:value2 (parts with ',' or ':' in quotes)",
  range: '',
  read(text) {
    if (text.trim() === '') return new Map();
    const pairs = yamlMap(text) ?? split(text, ',')?.map((pair) => split(pair, ':'));
    if (pairs?.every((pair) => pair?.length === 2) !== true) return undefined;
    return new Map(pairs as [string, string][]);
  },
  write(value) {
    const pairs = [...value].map(([key, text]) => `${quote(key, ':')}:${quote(text, ':')}`);
    return pairs.map((pair) => quote(pair, ',')).join(',');
  },
};

/** The parts between delimiters that are not quoted, or undefined if the quotes do not pair up. */
export function split(text: string, delimiter: string): string[] | undefined {
  const parts: string[] = [];
  let at = 0;
  while (true) {
    const mark = text[at];
    let end: number;
    if (mark === "'" || mark === '"') {
      const quoted = new RegExp(`${mark}((?:[^${mark}]|${mark}${mark})*)${mark}`, 'y');
      quoted.lastIndex = at;
      const match = quoted.exec(text);
      if (match === null) return undefined;
      end = quoted.lastIndex;
      if (end < text.length && text[end] !== delimiter) return undefined;
      parts.push((match[1] as string).replaceAll(mark + mark, mark));
    } else {
      const next = text.indexOf(delimiter, at);
      end = next < 0 ? text.length : next;
      const part = text.slice(at, end);
      if (/['"]/.test(part)) return undefined;
      parts.push(part);
    }
    if (end === text.length) return parts;
    at = end + 1;
  }
}

/** Quotes a part that would not split back as itself. */
function quote(part: string, delimiter: string): string {
  return part.includes(delimiter) || /['"]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part;
}

/** Loaded on first use: workers that read no YAML text do not pay for it. */
function parseYaml(text: string): unknown {
  const yaml = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  try {
    return yaml.parse(text, { logLevel: 'silent', schema: 'failsafe' });
  } catch {
    return undefined;
  }
}

/** Text that cannot be a YAML list or map is not given to the parser. */
const YAML_LIST = /^\s*(\[|-\s)/;
const YAML_MAP = /^\s*\{|:\s/;

function yamlList(text: string): string[] | undefined {
  const value = YAML_LIST.test(text) ? parseYaml(text) : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
}

function yamlMap(text: string): [string, string][] | undefined {
  const value = YAML_MAP.test(text) ? parseYaml(text) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([key, element]) => [
    key,
    typeof element === 'string' ? element : JSON.stringify(element),
  ]);
}
