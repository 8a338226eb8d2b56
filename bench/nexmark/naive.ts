/** Queries that Flink cannot run, in plain code over the files: what is right, not what is fast. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sideRows } from './tables.js';

/** Reads the events of a folder and writes the rows of the answer into another. */
type Naive = (files: string, answer: string) => void;

export const naive: Readonly<Record<string, Naive>> = {
  /** Flink looks up no files. */
  q13(files, answer) {
    const lines = sideRows().trim().split('\n');
    const notes = new Map(lines.map((line) => line.split(',') as [string, string]));
    const rows = records(join(files, 'bid')).flatMap(([auction, bidder, price, , , dateTime]) => {
      const note = notes.get(String(Number(auction) % 10_000));
      const numbers = { auction: Number(auction), bidder: Number(bidder), price: Number(price) };
      return note === undefined ? [] : [{ ...numbers, dateTime, note }];
    });
    mkdirSync(answer);
    const changes = rows.map((after) => JSON.stringify({ before: null, after, op: 'c' }));
    writeFileSync(join(answer, 'rows'), `${changes.join('\n')}\n`);
  },
};

/** Fields of the lines of all files, which hold neither commas nor quotes. */
function records(folder: string): string[][] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const fields = (line: string): string[] => line.replaceAll('"', '').split(',');
  return lines.filter((line) => line !== '').map(fields);
}
