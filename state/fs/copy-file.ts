/** Copies a file from one file system to another: there, if it can, else through this process. */
import type { FileSystem } from './file-system.js';
import { placeOf } from './restored-path.js';

/** Of a source whose reads are waited for. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * @param partBytes read at a time
 * @throws errors of both; of the target nothing remains then
 */
export async function copyFile(
  source: FileSystem,
  from: string,
  sizeBytes: number,
  target: FileSystem,
  to: string,
  partBytes = PART_BYTES,
): Promise<void> {
  const place = placeOf(source.spec, from);
  if (place !== undefined && (await target.copyFrom?.(place.spec, place.path, to)) === true) return;
  const writer = await target.create(to);
  try {
    for (let at = 0; at < sizeBytes; at += partBytes) {
      await writer.append(await source.read(from, at, Math.min(partBytes, sizeBytes - at), 'once'));
    }
  } catch (error) {
    await writer.abort();
    throw error;
  }
  await writer.finish();
}
