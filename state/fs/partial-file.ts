/**
 * A file being written beside its place, until it is whole: then it is synced, renamed or linked
 * to its place, and its folder synced, so that it is there or not there after a loss of power too.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder, syncFolder } from './make-folder.js';

/** What is done to the disk, in the order in which it may be lost. */
export type DiskStep =
  | 'open'
  | 'append'
  | 'sync'
  | 'rename'
  | 'link'
  | 'make-folder'
  | 'sync-folder'
  | 'remove';

/** Told of each step before it is done; a step that throws is not done, and none after it. */
export type StepListener = (step: DiskStep, path: string) => void;

/** To open a file whose folder is made for it. */
const MOST_ATTEMPTS = 10;

/** Ends the names of files that are being written. */
export const PARTIAL = '.partial';

export class PartialFile {
  readonly #target: string;
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #before: StepListener;

  private constructor(target: string, path: string, handle: FileHandle, before: StepListener) {
    this.#target = target;
    this.#path = path;
    this.#handle = handle;
    this.#before = before;
  }

  /** Makes missing folders. */
  static async open(target: string, before: StepListener): Promise<PartialFile> {
    const folder = dirname(target);
    const name = `.${basename(target)}.${randomBytes(6).toString('hex')}${PARTIAL}`;
    const path = join(folder, name);
    before('open', path);
    for (let attempt = 1; ; attempt++) {
      try {
        if (attempt > 1) await makeFolder(folder, before);
        return new PartialFile(target, path, await open(path, 'wx'), before);
      } catch (error) {
        // A folder may be taken away as empty as soon as it is made.
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (!isMissing || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#before('append', this.#path);
    let done = 0;
    while (done < bytes.length) {
      done += (await this.#handle.write(bytes, done, bytes.length - done)).bytesWritten;
    }
  }

  async copyFrom(path: string): Promise<void> {
    this.#before('append', this.#path);
    await copyFile(path, this.#path);
  }

  /** Takes the place of what stood there. */
  async rename(): Promise<void> {
    await this.#sync();
    await this.#handle.close();
    this.#before('rename', this.#target);
    await rename(this.#path, this.#target);
    await syncNames(dirname(this.#target), this.#before);
  }

  /** Takes its place if it is free. @returns false = it was not; the partial file is gone anyway */
  async link(): Promise<boolean> {
    await this.#sync();
    this.#before('link', this.#target);
    const isFree = await link(this.#path, this.#target).then(
      () => true,
      (error) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    // What another one linked must be as durable before anybody acts on it.
    await syncNames(dirname(this.#target), this.#before);
    await this.remove();
    return isFree;
  }

  /** The handle may be closed and the file renamed already. */
  async remove(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    this.#before('remove', this.#path);
    await rm(this.#path, { force: true });
  }

  async #sync(): Promise<void> {
    this.#before('sync', this.#path);
    await this.#handle.sync();
  }
}

async function syncNames(folder: string, before: StepListener): Promise<void> {
  before('sync-folder', folder);
  await syncFolder(folder);
}
