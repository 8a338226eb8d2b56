/**
 * Builds `dist/`: every TypeScript file of the rooms is transpiled one to one, so that a path in
 * `dist/` names its source. Types are not looked at here (`npm run types` does that).
 *
 * `dist/bin/` holds the command and the workers once more, as one script beside what V8 compiles of
 * it (`server/launch/load.ts`): a server must answer half a second after its start. Modules find
 * files of the package by a path from a folder two below the root, which `dist/bin/` is too.
 * `--clean` removes `dist/` first. Files whose source is gone are removed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const rooms = ['conf', 'state', 'operators', 'planner', 'server', 'sql-tests', 'bench', 'examples'];
const dist = join(root, 'dist');

/** Paths, relative to the root, of all TypeScript files below `folder`. */
function sources(folder) {
  const at = join(root, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'),
    )
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length));
}

/** Removes the outputs whose source no longer stands, so that no dead test runs. */
function prune(wanted) {
  if (!existsSync(dist)) return;
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || file.startsWith(join(dist, 'bin/'))) continue;
    const source = file.slice(dist.length + 1).replace(/\.js(\.map)?$/, '.ts');
    if (!wanted.has(source)) rmSync(file);
  }
}

if (process.argv.includes('--clean')) rmSync(dist, { recursive: true, force: true });
const entryPoints = rooms.flatMap(sources);
prune(new Set(entryPoints));
const common = {
  absWorkingDir: root,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
};
await build({ ...common, entryPoints, outdir: 'dist', outbase: '.' });

/** What every start needs is bundled; other packages load from `node_modules` when asked for. */
const bundled = ['fastify', 'yaml'];
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Parts of Fastify that `server/http/server.ts` does without. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];
const { metafile } = await build({
  ...common,
  entryPoints: { millrace: 'server/launch/bundle.ts' },
  outdir: 'dist/bin',
  entryNames: '[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // V8 forgets in compiled code how to import: packages are required, ES modules too (Node 20.19).
  supported: { 'dynamic-import': false },
  bundle: true,
  external: [...Object.keys(dependencies).filter((name) => !bundled.includes(name)), ...unused],
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href;` },
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true,
});
const written = Object.keys(metafile.outputs).find((name) => name.endsWith('.cjs'));
const bundle = basename(written, '.cjs');
const launchers = ['main', 'worker', 'warm', 'file-worker'];
await build({
  ...common,
  entryPoints: [
    ...['main', 'worker', 'warm'].map((name) => `server/launch/${name}.ts`),
    'state/forst/file-worker.ts',
  ],
  entryNames: '[name]',
  external: Object.keys(dependencies),
  outdir: 'dist/bin',
  bundle: true,
  sourcemap: false,
  define: { BUNDLE: JSON.stringify(bundle) },
});
chmodSync(join(dist, 'bin/main.js'), 0o755);
if (!existsSync(join(dist, `bin/${bundle}.cache`))) {
  try {
    execFileSync(process.execPath, [join(dist, 'bin/warm.js')], { stdio: 'inherit' });
  } catch (error) {
    process.stderr.write(`Nothing was compiled ahead, starts are slower: ${error.message}\n`);
  }
}
/** Another build at the same time may have made them. */
const KEPT_MS = 600_000;
for (const name of readdirSync(join(dist, 'bin'))) {
  const file = join(dist, 'bin', name);
  const current = name.startsWith(`${bundle}.`) || launchers.includes(basename(name, '.js'));
  if (!current && Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
}
