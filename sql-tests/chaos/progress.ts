/** How far a job has read, by a checkpoint that it completed. */
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { METADATA_FILE, readMetadata } from '../../server/checkpoint/metadata.js';
import { openUrl } from '../../state/fs/url.js';

/**
 * @param path of a checkpoint; it may be gone already
 * @param files that each source of the job is to have read to their ends
 */
export async function hasReadAll(
  path: string,
  files: number,
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const folder = openUrl(path, new Configuration(Object.entries(settings)));
  try {
    const { snapshot } = await readMetadata(folder, METADATA_FILE);
    const ended = new Map<string, number>();
    for (const { id, splits } of snapshot.nodes) {
      if (splits === undefined) continue;
      const count = splits.filter((split) => split.ended).length;
      ended.set(id, (ended.get(id) ?? 0) + count);
    }
    return [...ended.values()].every((count) => count === files);
  } catch (error) {
    if (error instanceof MillraceError && error.code === 'CHECKPOINT_MISSING') return false;
    throw error;
  } finally {
    await folder.close();
  }
}
