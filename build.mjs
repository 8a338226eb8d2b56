/**
 * Builds `dist/`: every TypeScript file of the rooms is transpiled one to one, so that a path in
 * `dist/` names its source. Types are not looked at here (`npm run types` does that).
 *
 * `dist/bin/` holds the command and the worker once more, bundled: a few files load in half the
 * time of hundreds, and a server must answer half a second after its start. Modules find files of
 * the package by a path from a folder two below the root, which `dist/bin/` is too.
 * `--clean` removes `dist/` first. Files whose source is gone are removed.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
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

/** What every start needs is bundled; other packages are loaded from `node_modules` when asked for. */
const bundled = ['fastify', 'yaml'];
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** CommonJS modules in the bundle ask for Node's own modules through it. */
const requireOfNode = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;
await build({
  ...common,
  entryPoints: ['server/cli/main.ts', 'operators/runtime/worker.ts'],
  outdir: 'dist/bin',
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
  banner: { js: requireOfNode },
  minifyWhitespace: true,
  minifySyntax: true,
});
chmodSync(join(dist, 'bin/main.js'), 0o755);
