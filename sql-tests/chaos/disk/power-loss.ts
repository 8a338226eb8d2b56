/**
 * Plays a loss of power on the disk of a server that was killed: of each folder's changes that were
 * not synced a drawn number of the first ones stay, the later ones are undone; of each file's bytes
 * behind the last sync a drawn number stay.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../../../conf/random.js';
import { type DiskEntry, DiskJournal } from './journal.js';
import type { DiskSettings } from './settings.js';

type Change = Exclude<DiskEntry, { readonly op: 'sync' | 'sync-folder' }>;

/** @returns changes and files that were not as the server had left them */
export function losePower({ root, journal, limbo }: DiskSettings, random: Random): number {
  const entries = new DiskJournal(journal).read();
  const syncedUntil = new Map<string, number>();
  for (const { entry } of entries) {
    if (entry.op !== 'sync-folder') continue;
    // Of two at a time the one that began later may be noted first.
    const before = syncedUntil.get(entry.path) ?? 0;
    syncedUntil.set(entry.path, Math.max(before, entry.until));
  }
  const loose = new Map<string, { readonly position: number; readonly change: Change }[]>();
  for (const { position, entry } of entries) {
    if (entry.op === 'sync' || entry.op === 'sync-folder') continue;
    const folder = dirname(entry.op === 'rename' || entry.op === 'link' ? entry.to : entry.path);
    if (position < (syncedUntil.get(folder) ?? 0)) continue;
    const changes = loose.get(folder) ?? [];
    loose.set(folder, [...changes, { position, change: entry }]);
  }
  const undone = [...loose.values()].flatMap((all) => all.slice(random.nextInt(0, all.length)));
  undone.sort((a, b) => b.position - a.position);
  const changed = undone.filter(({ change }) => undo(change)).length;
  const torn = tear(
    root,
    entries.map(({ entry }) => entry),
    random,
  );
  rmSync(journal, { force: true });
  for (const name of readdirSync(limbo)) rmSync(join(limbo, name));
  return changed + torn;
}

/** @returns false: it had not happened, or what it was done to is gone */
function undo(change: Change): boolean {
  switch (change.op) {
    case 'create':
    case 'make-folder':
      if (!isThere(change.path, change.inode)) return false;
      rmSync(change.path, { recursive: true });
      return true;
    case 'link':
      if (!isThere(change.to, change.inode)) return false;
      rmSync(change.to);
      return true;
    case 'rename':
      if (!isThere(change.to, change.inode) || existsSync(change.path)) return false;
      renameSync(change.to, change.path);
      if (change.saved !== undefined) renameSync(change.saved, change.to);
      return true;
    case 'remove':
      if (existsSync(change.path) || !existsSync(dirname(change.path))) return false;
      renameSync(change.saved, change.path);
      return true;
    case 'remove-folder':
      if (existsSync(change.path) || !existsSync(dirname(change.path))) return false;
      mkdirSync(change.path);
      return true;
  }
}

function isThere(path: string, inode: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode;
}

/** Cuts files that were made and not synced to their end. @returns how many */
function tear(root: string, entries: readonly DiskEntry[], random: Random): number {
  const synced = new Map<number, number>();
  for (const entry of entries) {
    if (entry.op === 'create') synced.set(entry.inode, 0);
    else if (entry.op === 'sync') synced.set(entry.inode, entry.sizeBytes);
  }
  let torn = 0;
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    const stats = statSync(path);
    const { ino, size } = stats;
    const durable = synced.get(ino) ?? size;
    // A folder may have the number of a file that went for good.
    if (!stats.isFile() || durable >= size) continue;
    truncateSync(path, random.nextInt(durable, size - 1));
    torn++;
  }
  return torn;
}
