/**
 * Files as state needs them: written once as a whole, never changed, read in ranges. Local disks,
 * S3 and memory keep the same promises (`state/contract/file-system.ts` is run on each).
 *
 * Paths are relative to the file system's root, with '/' between names, without '.' or '..'.
 * Errors: FILE_MISSING for a path that does not exist; FILE_UNREACHABLE (kind `retry`) for what may
 * pass (network, throttling); FILE_REFUSED (kind `user`) for what must be mended by somebody
 * (permission, full disk, revoked key). Each names file and target.
 */
import type { S3Settings } from './s3-settings.js';

export interface FileSystem {
  /** `file`, `s3`, `memory`. */
  readonly scheme: string;
  /** By what another thread opens the same files; absent where only this thread has them. */
  readonly spec?: FileSystemSpec;
  /** The root as a user writes it, e.g. `s3://bucket/folder`; no secret stands in it. */
  readonly root: string;
  /**
   * Bytes `offset` to `offset + length − 1`; fewer where the file ends before.
   * @param use `once` = the reader does not come back to them: a cache need not keep them
   */
  read(path: string, offset: number, length: number, use?: 'once'): Promise<Uint8Array>;
  /**
   * `read` without waiting, present where files are near: in memory, or on a disk whose pages the
   * system caches. Undefined when this range would have to be waited for.
   */
  readNow?(path: string, offset: number, length: number): Uint8Array | undefined;
  readAll(path: string): Promise<Uint8Array>;
  /** The file's length in bytes. */
  size(path: string): Promise<number>;
  /**
   * Makes the file, or replaces it. When this resolves the file is whole and durable; before, and
   * after a failure, nobody sees any of it.
   */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** `write` of a file that arrives in parts, for those too large for memory. */
  create(path: string): Promise<FileWriter>;
  /**
   * Makes the file if there is none: of many writers just one is told `written`. Where the answer
   * of the target was lost the outcome is found out by reading.
   */
  putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'>;
  /** Files below a folder, at any depth, in order of their paths. */
  list(folder: string): AsyncIterable<FileEntry>;
  /**
   * Files below a folder that are being written, or were when their writer died; `delete` takes
   * them. Absent where a target shows none.
   */
  unfinished?(folder: string): AsyncIterable<FileEntry>;
  /** Deletes files; those that are missing are no failure. */
  delete(paths: readonly string[]): Promise<void>;
  /** Copies within the file system, where possible without moving bytes through this process. */
  copy(from: string, to: string): Promise<void>;
  /**
   * Copies a file of another file system without moving its bytes through this process.
   * @param source that one's `spec`
   * @returns false = it cannot, and did nothing
   */
  copyFrom?(source: FileSystemSpec, from: string, to: string): Promise<boolean>;
  /**
   * In a thread that opened `spec`: makes a file on this machine alone, which is at the target once
   * it was sent (`held`). Where the local disk fails the file goes to the target at once.
   */
  createHere?(path: string): Promise<FileWriter>;
  /** Another thread, which opened `spec`, made these files: a cache takes them in. */
  adopt?(paths: readonly string[]): Promise<void>;
  /** What this machine has of the files as a whole; a cache has it. */
  readonly held?: HeldFiles | undefined;
  close(): Promise<void>;
}

/** Files that are whole on this machine, some of them not at the target yet. */
export interface HeldFiles {
  /** So many wait to be sent that some should be before more come. */
  readonly isFull: boolean;
  /** Those that should be sent now, the oldest first. */
  overdue(): string[];
  /** Those of the files that are not at the target. */
  unsent(paths: readonly string[]): string[];
  /** The file is at the target as well now. */
  sent(path: string): void;
  /** Those of the files that are here, for any thread of the process. */
  lend(paths: readonly string[]): Loan;
}

/** A file by an open descriptor. Plain data. */
export interface LentFile {
  readonly path: string;
  readonly descriptor: number;
  readonly sizeBytes: number;
}

export interface Loan {
  readonly files: readonly LentFile[];
  /** Their descriptors may be closed. */
  release(): void;
}

/** A file system as plain data (`open.ts`). */
export interface FileSystemSpec {
  readonly scheme: string;
  readonly folder: string;
  /** Of a cache (`state/cache/`): the file system behind it. */
  readonly primary?: FileSystemSpec;
  /** Of an overlay (`overlay.ts`): where the files below `restored/` are. */
  readonly restored?: FileSystemSpec;
  /** Of S3; holds the secret, so that a description is never printed or stored. */
  readonly s3?: S3Settings;
}

export interface FileEntry {
  readonly path: string;
  readonly sizeBytes: number;
  /** ms since the epoch */
  readonly modifiedAt: number;
}

export interface FileWriter {
  /** The bytes may be overwritten once this resolves; not before. */
  append(bytes: Uint8Array): Promise<void>;
  /** The file is whole and durable when this resolves. */
  finish(): Promise<void>;
  /** Gives up; nothing remains. */
  abort(): Promise<void>;
}
