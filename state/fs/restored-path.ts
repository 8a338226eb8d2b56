/** Paths of files that a job began with and that lie in another folder than its own. */
import type { FileSystemSpec } from './file-system.js';

export const RESTORED = 'restored/';

/** The path of a file of the other folder. */
export function restoredPath(path: string): string {
  return RESTORED + path;
}

export function isRestored(path: string): boolean {
  return path.startsWith(RESTORED);
}

/** Where a file lies, through caches and overlays; undefined where only its thread has it. */
export function placeOf(
  spec: FileSystemSpec | undefined,
  path: string,
): { readonly spec: FileSystemSpec; readonly path: string } | undefined {
  if (spec?.primary !== undefined) return placeOf(spec.primary, path);
  if (spec?.restored === undefined || !isRestored(path)) return spec && { spec, path };
  return placeOf(spec.restored, path.slice(RESTORED.length));
}
