/**
 * Goes before a server (`node --import`) and stands between it and its disk: below one folder, each
 * change goes into a journal, by which a loss of power can be played (`power-loss.ts`), and writes
 * fail with ENOSPC when the files there are as large as told. It lies below all that the server
 * does by Node's promises of files: state, metadata, log, sinks; the store of jobs is native.
 *
 * Settings are JSON in MILLRACE_CHAOS_DISK; worker threads have them too.
 */
import { existsSync, linkSync, readdirSync, statSync } from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { DiskJournal } from './journal.js';
import { capacityOf, type DiskSettings, ifThere, usedBytes } from './settings.js';

const settings = JSON.parse(process.env.MILLRACE_CHAOS_DISK ?? '') as DiskSettings;
const journal = new DiskJournal(settings.journal);
const real = { ...files };
/** Handles of files below the root, and where they were opened. */
const paths = new WeakMap<object, string>();
let saved = 0;

function isOurs(path: unknown): path is string {
  return typeof path === 'string' && `${resolve(path)}/`.startsWith(`${settings.root}/`);
}

/** Other threads of the server remove files and folders at any moment. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Keeps the file that stands at a path, so that its end can be undone. @returns none: no file */
function keep(path: string): string | undefined {
  const name = join(settings.limbo, `${process.pid}-${threadId}-${saved++}`);
  return ifThere(() => {
    linkSync(path, name);
    return name;
  });
}

/** Bytes that still fit. */
function room(): number {
  const capacity = capacityOf(settings);
  return Number.isFinite(capacity) ? Math.max(0, capacity - usedBytes(settings.root)) : capacity;
}

function full(path: string): Error {
  const text = `ENOSPC: no space left on device, write '${path}'`;
  return Object.assign(new Error(text), { code: 'ENOSPC', errno: -28, syscall: 'write', path });
}

const open: typeof files.open = async (path, flags, mode) => {
  if (!isOurs(path)) return real.open(path, flags, mode);
  const isNew = !existsSync(path);
  const handle = await real.open(path, flags, mode);
  paths.set(handle, path);
  if (isNew) journal.add({ op: 'create', path, inode: (await handle.stat()).ino });
  return handle;
};

const mkdir = async (path: string, options?: { recursive?: boolean }): Promise<unknown> => {
  const missing: string[] = [];
  for (let at = resolve(path); isOurs(at) && !existsSync(at); at = dirname(at)) missing.push(at);
  const made = await real.mkdir(path, options);
  for (const one of missing.reverse()) {
    const inode = inodeOf(one);
    if (inode !== undefined) journal.add({ op: 'make-folder', path: one, inode });
  }
  return made;
};

const rename: typeof files.rename = async (from, to) => {
  const inode = isOurs(from) ? inodeOf(from) : undefined;
  if (inode !== undefined && isOurs(to)) {
    const replaced = keep(to);
    const undo = replaced === undefined ? {} : { saved: replaced };
    journal.add({ op: 'rename', path: String(from), to, inode, ...undo });
  }
  return real.rename(from, to);
};

const link: typeof files.link = async (from, to) => {
  const inode = isOurs(from) ? inodeOf(from) : undefined;
  if (inode !== undefined && isOurs(to)) journal.add({ op: 'link', to, inode });
  return real.link(from, to);
};

const rm: typeof files.rm = async (path, options) => {
  if (isOurs(path) && statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const kept = keep(path);
    if (kept !== undefined) journal.add({ op: 'remove', path, saved: kept });
  }
  return real.rm(path, options);
};

const rmdir: typeof files.rmdir = async (path) => {
  const entries = isOurs(path) ? ifThere(() => readdirSync(path)) : undefined;
  if (entries?.length === 0) journal.add({ op: 'remove-folder', path: String(path) });
  return real.rmdir(path);
};

const copyFile: typeof files.copyFile = async (from, to, mode) => {
  if (isOurs(to) && statSync(from).size > room()) throw full(to);
  return real.copyFile(from, to, mode);
};

Object.assign(files, { open, mkdir, rename, link, rm, rmdir, copyFile });
syncBuiltinESMExports();

/** The methods of all handles. */
const handle = await real.open(settings.limbo, 'r');
const methods = Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'> & {
  write(bytes: Uint8Array, offset?: number, length?: number, position?: number): Promise<unknown>;
};
await handle.close();
const { sync, write } = methods;

methods.sync = async function (this: FileHandle): Promise<void> {
  const path = paths.get(this);
  if (path === undefined) return sync.call(this);
  const until = journal.position;
  const before = await this.stat();
  await sync.call(this);
  if (before.isDirectory()) journal.add({ op: 'sync-folder', path: resolve(path), until });
  else journal.add({ op: 'sync', inode: before.ino, sizeBytes: before.size });
};

methods.write = async function (this: FileHandle, bytes, offset = 0, length, position) {
  const path = paths.get(this);
  const wanted = length ?? bytes.length - offset;
  if (path === undefined) return write.call(this, bytes, offset, wanted, position);
  const fits = Math.min(wanted, room());
  if (fits === 0 && wanted > 0) throw full(path);
  return write.call(this, bytes, offset, fits, position);
};
