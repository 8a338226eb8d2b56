import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { gatherColumns } from '../../state/column/gather.js';
import { INT, timestamp } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { TimeVector, Vector } from '../../state/column/vector.js';
import { HeapStore } from '../../state/heap/store.js';
import { createUnion } from '../calc/union.js';
import { Batch } from '../core/batch.js';
import { checkTable } from '../core/check-table.js';
import { runTable } from '../core/harness.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { Drive, type DriveContext } from './drive.js';

const TYPES = [INT, timestamp(3)];

/** Every row twice, the odd copies in a batch of their own. */
class Twice implements Operator {
  open(): void {}

  apply(batch: Batch, _input: number, output: Output): boolean {
    const rows = Array.from(batch.selection ?? { length: batch.rows }, (row, i) =>
      typeof row === 'number' ? row : i,
    );
    for (let from = 0; from < rows.length; from += 2) {
      const origins = Int32Array.from(rows.slice(from, from + 2).flatMap((row) => [row, row]));
      const columns = gatherColumns(batch.columns, origins, origins.length);
      output.push(new Batch(columns, origins.length), origins);
    }
    return true;
  }
}

/** Emits a row at once and again when the watermark reaches its time; a timer a call. */
class Echo implements Operator {
  readonly #due: { readonly at: number; readonly columns: readonly Vector[] }[] = [];
  #context: OperatorContext | undefined;

  open(context: OperatorContext): void {
    this.#context = context;
  }

  apply(batch: Batch, _input: number, output: Output): boolean {
    const times = batch.columns[1] as TimeVector;
    for (let i = 0; i < batch.count; i++) {
      const origin = Int32Array.of(batch.selection === null ? i : (batch.selection[i] as number));
      const columns = gatherColumns(batch.columns, origin, 1);
      output.push(new Batch(columns, 1), origin);
      const at = times.values[origin[0] as number] as number;
      if (at > (this.#context?.watermark ?? 0)) this.#due.push({ at, columns });
    }
    this.#due.sort((a, b) => a.at - b.at);
    return true;
  }

  rowTimer(batch: Batch): number {
    const times = (batch.columns[1] as TimeVector).values;
    const after = this.#context?.watermark ?? 0;
    const rows = batch.selection ?? times.keys();
    return Math.min(...[...rows].map((row) => times[row] as number).filter((time) => time > after));
  }

  nextTimer(): number {
    return this.#due[0]?.at ?? Infinity;
  }

  fire(watermark: number, output: Output): boolean {
    const due = this.#due[0];
    if (due === undefined || due.at > watermark) return true;
    this.#due.shift();
    output.push(new Batch(due.columns, 1));
    return false;
  }
}

class Changer implements Operator {
  open(): void {}

  apply(batch: Batch, _input: number, output: Output): boolean {
    output.push(new Batch(batch.columns, batch.rows));
    return true;
  }
}

async function check(
  create: () => Operator,
  input: string,
  expected: string,
  inputs = 1,
): Promise<void> {
  const options = { inputs: Array(inputs).fill(TYPES), output: TYPES, recovers: false };
  await checkTable(create, input, expected, options);
}

test('Marks keep their place between the rows that an operator makes of others', async () => {
  await check(
    () => new Twice(),
    `watermark 2001-01-01 00:00:00.000
     +I | 1 | 2001-01-01 00:00:01.000
     +I | 2 | 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:01.000
     +I | 3 | 2001-01-01 00:00:03.000
     watermark 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:03.000
     end`,
    `watermark 2001-01-01 00:00:00.000
     +I | 1 | 2001-01-01 00:00:01.000
     +I | 1 | 2001-01-01 00:00:01.000
     +I | 2 | 2001-01-01 00:00:02.000
     +I | 2 | 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:01.000
     +I | 3 | 2001-01-01 00:00:03.000
     +I | 3 | 2001-01-01 00:00:03.000
     watermark end
     end`,
  );
});

test('A batch is cut where a mark reaches a timer that one of its own rows sets', async () => {
  await check(
    () => new Echo(),
    `+I | 1 | 2001-01-01 00:00:01.000
     +I | 9 | 2001-01-01 00:00:09.000
     watermark 2001-01-01 00:00:01.000
     +I | 2 | 2001-01-01 00:00:02.000
     +I | 0 | 2001-01-01 00:00:00.000
     +I | 3 | 2001-01-01 00:00:03.000
     watermark 2001-01-01 00:00:01.500
     +I | 4 | 2001-01-01 00:00:04.000
     watermark 2001-01-01 00:00:03.000
     +I | 5 | 2001-01-01 00:00:05.000
     barrier
     end`,
    `+I | 1 | 2001-01-01 00:00:01.000
     +I | 9 | 2001-01-01 00:00:09.000
     +I | 1 | 2001-01-01 00:00:01.000
     watermark 2001-01-01 00:00:01.000
     +I | 2 | 2001-01-01 00:00:02.000
     +I | 0 | 2001-01-01 00:00:00.000
     +I | 3 | 2001-01-01 00:00:03.000
     watermark 2001-01-01 00:00:01.500
     +I | 4 | 2001-01-01 00:00:04.000
     +I | 2 | 2001-01-01 00:00:02.000
     +I | 3 | 2001-01-01 00:00:03.000
     watermark 2001-01-01 00:00:03.000
     +I | 5 | 2001-01-01 00:00:05.000
     barrier
     +I | 4 | 2001-01-01 00:00:04.000
     +I | 5 | 2001-01-01 00:00:05.000
     +I | 9 | 2001-01-01 00:00:09.000
     watermark end
     end`,
  );
});

test('The watermark of several inputs is the least of those that are active', async () => {
  await check(
    createUnion,
    `+I | 1 | 2001-01-01 00:00:01.000
     watermark 2001-01-01 00:00:01.000
     1: +I | 2 | 2001-01-01 00:00:02.000
     1: watermark 2001-01-01 00:00:00.500
     1: +I | 3 | 2001-01-01 00:00:02.000
     1: watermark 2001-01-01 00:00:07.000
     1: +I | 4 | 2001-01-01 00:00:02.000
     idle
     1: idle
     1: watermark 2001-01-01 00:00:08.000
     active
     watermark 2001-01-01 00:00:09.000
     1: active
     end
     1: end`,
    `+I | 1 | 2001-01-01 00:00:01.000
     +I | 2 | 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:00.500
     +I | 3 | 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:01.000
     +I | 4 | 2001-01-01 00:00:02.000
     watermark 2001-01-01 00:00:07.000
     idle
     active
     watermark end
     end`,
    2,
  );
});

test('An operator that moves rows without saying whence breaks an invariant', async () => {
  const input = '+I | 1 | 2001-01-01 00:00:01.000\nwatermark 2001-01-01 00:00:01.000';
  await assert.rejects(
    () => runTable(() => new Changer(), input, { inputs: [TYPES], output: TYPES }),
    (error) => error instanceof MillraceError && error.code === 'BUG_INVARIANT',
  );
});

/** Gives the time that its calls saw, whatever the rows are; a timer stands a while after each. */
class Watch implements Operator {
  readonly firesByClock = true;
  readonly seen: number[] = [];
  #context!: OperatorContext;
  #timer = Infinity;

  open(context: OperatorContext): void {
    this.#context = context;
  }

  reads(): void {
    this.seen.push(this.#context.now);
  }

  apply(): boolean {
    this.seen.push(this.#context.now);
    this.#timer = this.#context.now + 10;
    return true;
  }

  nextTimer(): number {
    return this.#timer;
  }

  fire(time: number): boolean {
    this.seen.push(time, this.#context.now);
    this.#timer = Infinity;
    return true;
  }
}

test('Reads and rows of a batch see one time; a timer fires when its millisecond is over', () => {
  const watch = new Watch();
  let time = 100;
  const clock = { now: () => time++, after: () => ({ cancel: () => {} }) };
  const state = new HeapStore({ first: 0, last: 127, of: 128 });
  const context = { state, clock, now: 0, inputs: [TYPES], watermark: START_OF_TIME };
  const drive = new Drive(watch, context as unknown as DriveContext, { send: () => {} });
  const row = new Batch([vectorOf(INT, [1]), vectorOf(timestamp(3), [0n])], 1);
  assert.deepEqual([...drive.accept(0, { kind: 'batch', batch: row })], []);
  assert.equal(drive.nextProcessingTimer(), 111);
  assert.deepEqual([...drive.processingTime(110)], []);
  assert.deepEqual([...drive.processingTime(111)], []);
  assert.deepEqual(watch.seen, [100, 100, 110, 101]);
  assert.deepEqual([...drive.accept(0, { kind: 'batch', batch: row })], []);
  assert.deepEqual([...drive.accept(0, { kind: 'watermark', value: END_OF_TIME })], []);
  assert.deepEqual([...drive.accept(0, { kind: 'end' })], []);
  assert.equal(drive.nextProcessingTimer(), Infinity);
});
