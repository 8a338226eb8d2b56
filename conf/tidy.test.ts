/**
 * The rules of the house, as tests over the source tree: which room may import which, sizes of
 * files, words that have no place, and that errors, options and packages are accounted for. The
 * lists of exceptions may only shrink: an entry that is no longer needed fails too. Sizes of
 * functions and `any` are the linter's business (`biome.json`).
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { errorTable } from './errors/table.js';
import { topics } from './options/schema.js';

/** Files over 500 lines and the size they may not exceed. */
const longFiles: Readonly<Record<string, number>> = {};

/** Codes of the error table that no test or golden names yet. */
const untestedCodes: readonly string[] = [];

/** Options that are neither marked `inert` nor read by another room yet. */
const unreadOptions: readonly string[] = [];

const root = fileURLToPath(new URL('../../', import.meta.url));
const rooms = ['conf', 'state', 'operators', 'planner', 'server'];
const guests = ['sql-tests', 'bench', 'examples'];
const ignored = new Set(['node_modules', 'dist', '.git', '.millrace']);

/** Paths below the root, with '/' between names, of all files that belong to the project. */
function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** Without the empty line that the last line feed makes. */
  readonly length: number;
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n');
  return { path, text, lines, length: lines.at(-1) === '' ? lines.length - 1 : lines.length };
}

const allFiles = filesBelow('.');
const sources = [...rooms, ...guests]
  .flatMap((room) => allFiles.filter((path) => path.startsWith(`${room}/`) && path.endsWith('.ts')))
  .map(readSource);

/** Every text file; files with a zero byte are data. */
const texts = allFiles.map(readSource).filter(({ text }) => !text.includes('\0'));

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Path of the imported file for a relative specifier. */
  readonly target: string | undefined;
  /** Erased by the build: it cannot make a cycle at run time. */
  readonly typeOnly: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm;
const CALL = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf({ path, text }: Source): Import[] {
  const one = (specifier: string, typeOnly: boolean): Import => ({
    from: path,
    specifier,
    typeOnly,
    target: specifier.startsWith('.')
      ? posix.join(dirname(path), specifier).replace(/\.js$/, '.ts')
      : undefined,
  });
  const statements = [...text.matchAll(STATEMENT)].map(([, type, specifier]) =>
    one(specifier as string, type !== undefined),
  );
  const calls = [...text.matchAll(CALL)].map(([, specifier]) => one(specifier as string, true));
  return [...statements, ...calls];
}

const imports = sources.flatMap(importsOf);

/** Fails with all findings, one a line. */
function none(findings: readonly string[], rule: string): void {
  assert.equal(findings.length, 0, `${rule}\n  ${findings.join('\n  ')}`);
}

/** `path:line: text` of each line that matches. */
function linesMatching(within: readonly Source[], pattern: RegExp): string[] {
  return within.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );
}

test('imports run one way: server, planner, operators, state, conf', () => {
  const rank = (path: string): number => rooms.indexOf(path.split('/')[0] as string);
  const wrong = imports.filter(({ from, target }) => {
    if (target === undefined || rank(from) < 0) return false;
    return rank(target) < 0 || rank(target) > rank(from);
  });
  none(
    wrong.map(({ from, specifier }) => `${from} imports ${specifier}`),
    'A room imports only itself and the rooms below it',
  );
});

test('relative imports name the built file; others are declared packages', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wrong = imports.filter(({ from, specifier, target }) => {
    if (target !== undefined) return !specifier.endsWith('.js') || !existsSync(join(root, target));
    if (specifier.startsWith('node:')) return false;
    const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(specifier) ?? [];
    const product = rooms.includes(from.split('/')[0] as string) && !isTest(from);
    const packages = product
      ? manifest.dependencies
      : { ...manifest.dependencies, ...manifest.devDependencies };
    return !Object.hasOwn(packages, name ?? '');
  });
  none(
    wrong.map(({ from, specifier }) => `${from} imports ${specifier}`),
    'An import names a file with .js, a node: module, or a package of package.json',
  );
});

test('no import cycles', () => {
  const graph = new Map<string, string[]>();
  for (const { from, target, typeOnly } of imports) {
    if (target === undefined || typeOnly) continue;
    graph.set(from, [...(graph.get(from) ?? []), target]);
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' -> '));
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  none(cycles, 'Files import each other in a circle');
});

test('files have plain names in kebab-case', () => {
  const vague = /(^|-)(index|utils?|helpers?|common|misc|impl|manager)\.ts$/;
  const plain = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.bench)?\.ts$/;
  const wrong = sources.filter(({ path }) => {
    const names = path.split('/');
    const file = names.pop() as string;
    const folders = names.every((name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name));
    return !folders || !plain.test(file) || vague.test(file);
  });
  none(
    wrong.map(({ path }) => path),
    'A file is named by a bare noun in kebab-case, and there are no barrels',
  );
});

test('files are short: half within 150 lines, nine of ten within 350, none over 500', () => {
  const lengths = sources.map(({ length }) => length).sort((a, b) => a - b);
  const quantile = (share: number): number => lengths[Math.floor(lengths.length * share)] ?? 0;
  assert(quantile(0.5) <= 150, `The median is ${quantile(0.5)} lines`);
  assert(quantile(0.9) <= 350, `The 90th percentile is ${quantile(0.9)} lines`);
  const tooLong = sources.filter(({ path, length }) => length > (longFiles[path] ?? 500));
  none(
    tooLong.map(({ path, length }) => `${path} has ${length} lines`),
    'A file has at most 500 lines',
  );
  const short = Object.keys(longFiles).filter(
    (path) => (sources.find((source) => source.path === path)?.length ?? 0) <= 500,
  );
  none(short, 'Take these out of longFiles');
});

test('lines have at most 100 characters', () => {
  none(linesMatching(sources, /^.{101}/u), 'A line has at most 100 characters');
});

test('a file of more than 40 lines opens with a comment', () => {
  const silent = sources.filter(
    ({ path, text, length }) => length > 40 && !isTest(path) && !/^(#!.*\n)?\/[/*]/.test(text),
  );
  none(
    silent.map(({ path }) => path),
    'A file says first what it promises',
  );
});

test('nothing is put off, silenced or skipped', () => {
  const marks = /\b(TO[D]O|FIXM[E]|X[X]X|HAC[K])\b|@ts-(ignor[e]|nochec[k])|\bas an[y]\s*[;),\]]/;
  none(linesMatching(sources, marks), 'These marks have no place');
  const tests = sources.filter(({ path }) => isTest(path));
  const skipped = /\b(test|it|describe|suite)\.(only|skip|todo)\(|\b(only|skip|todo): tru[e]/;
  none(linesMatching(tests, skipped), 'A test runs, or is not there');
});

test('no text names a machine it was written on', () => {
  const machine =
    /(^|[^\w.-])\/(wor[k]|roo[t]|hom[e])\/|\/\/[\w.-]*registr[y]|npmj[s]\.org|"resolve[d]":/;
  none(linesMatching(texts, machine), 'The tree is about the project alone');
});

test('each error code is produced by a test or a golden', () => {
  const proofs = texts
    .filter(({ path }) => isTest(path) || path.startsWith('sql-tests/'))
    .filter(({ path }) => path !== 'conf/tidy.test.ts')
    .map(({ text }) => text)
    .join('\n');
  const untested = Object.keys(errorTable).filter((code) => !proofs.includes(code));
  none(
    untested.filter((code) => !untestedCodes.includes(code)),
    'No test names these codes',
  );
  none(
    untestedCodes.filter((code) => !untested.includes(code)),
    'Take these out of untestedCodes',
  );
});

test('each option is read by another room or marked inert', () => {
  const read = sources
    .filter(({ path }) => !path.startsWith('conf/'))
    .map(({ text }) => text)
    .join('\n');
  const named = sources
    .filter(({ path }) => path.startsWith('conf/options/'))
    .flatMap(({ text }) => [...text.matchAll(/^export const (\w+) = [^;]*?key: '([^']+)'/gm)]);
  const isRead = (key: string): boolean =>
    named.some(([, name, k]) => k === key && new RegExp(`\\b${name}\\b`).test(read));
  const options = topics.flatMap((topic) => topic.options);
  const unread = options.filter(({ key, inert }) => !inert && !isRead(key)).map(({ key }) => key);
  none(
    unread.filter((key) => !unreadOptions.includes(key)),
    'Nothing reads these options',
  );
  none(
    unreadOptions.filter((key) => !unread.includes(key)),
    'Take these out of unreadOptions',
  );
  none(
    options.filter(({ key, inert }) => inert && isRead(key)).map(({ key }) => key),
    'These options are read: they are not inert',
  );
});

test('each package has a line in docs/dependencies.md', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const groups = [manifest.dependencies, manifest.devDependencies, manifest.overrides];
  const missing = groups
    .flatMap((packages) => Object.keys(packages ?? {}))
    .filter((name) => !page.includes(`\n| \`${name}\` |`));
  none(missing, 'These packages are not explained');
});
