/**
 * A file while it is written: hidden beside its target (a name that starts with a dot is ignored by
 * readers), made durable when it is closed, visible by one rename.
 */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MillraceError } from '../../../conf/errors/error.js';
import { failpoint } from '../../../conf/failpoint.js';
import { makeFolder, syncFolder } from '../../../state/fs/make-folder.js';

/** A durable file that waits for its rename. Plain data. */
export interface PendingFile {
  readonly temporary: string;
  readonly target: string;
}

export class PartFile {
  readonly pending: PendingFile;
  readonly openedMs: number;
  sizeBytes = 0;
  readonly #file: FileHandle;

  private constructor(pending: PendingFile, file: FileHandle, openedMs: number) {
    this.pending = pending;
    this.#file = file;
    this.openedMs = openedMs;
  }

  /** @throws DATA_FILE */
  static async create(folder: string, name: string, nowMs: number): Promise<PartFile> {
    const pending = {
      temporary: join(folder, `.${name}.inprogress`),
      target: join(folder, name),
    };
    try {
      await makeFolder(folder);
      return new PartFile(pending, await open(pending.temporary, 'w'), nowMs);
    } catch (error) {
      return unwritable(pending.target, error);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.sizeBytes += bytes.length;
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file
        .write(bytes, written)
        .catch((error) => unwritable(this.pending.target, error));
      written += bytesWritten;
    }
  }

  /** What was written is durable when this resolves. */
  async finish(): Promise<PendingFile> {
    await this.#file.sync().catch((error) => unwritable(this.pending.target, error));
    await this.#file.close();
    await syncNames(dirname(this.pending.target));
    return this.pending;
  }

  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.pending.temporary, { force: true });
  }
}

/** Makes a pending file visible. Does nothing when that was done before. */
export async function publish({ temporary, target }: PendingFile): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!gone || !(await exists(target))) unwritable(target, error);
  }
  await syncNames(dirname(target));
  failpoint('inside-commit');
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function syncNames(folder: string): Promise<void> {
  await syncFolder(folder).catch((error) => unwritable(folder, error));
}

/** @throws DATA_FILE */
export function unwritable(path: string, cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException).code;
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'The folder may not be written to',
    ENOTDIR: 'The path leads through a file',
    EEXIST: 'The path is a file; a folder is wanted',
    ENOSPC: 'There is no room left on the disk',
  };
  const reason = reasons[code ?? ''] ?? `The file cannot be written: ${(cause as Error).message}`;
  throw new MillraceError('DATA_FILE', reason, { place: { file: path }, cause });
}
