/**
 * Builds `dist/`: every TypeScript file of the rooms is transpiled one to one, so that a path in
 * `dist/` names its source. Types are not looked at here (`npm run types` does that).
 * `--clean` removes `dist/` first. Files whose source is gone are removed.
 */
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
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
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
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
await build({
  absWorkingDir: root,
  entryPoints,
  outdir: 'dist',
  outbase: '.',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});
const main = join(dist, 'server/cli/main.js');
if (existsSync(main) && statSync(main).isFile()) chmodSync(main, 0o755);
