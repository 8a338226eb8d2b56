/**
 * Runs batches through one operator and counts what comes out: the ground of the operator benches.
 */
import { systemClock } from '../../conf/clock.js';
import type { Random } from '../../conf/random.js';
import type { Batch } from '../../operators/core/batch.js';
import { type Message, START_OF_TIME } from '../../operators/core/message.js';
import type { Operator } from '../../operators/core/operator.js';
import { Drive } from '../../operators/runtime/drive.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { HeapStore } from '../../state/heap/store.js';
import { cpuMs } from '../cpu-ms.js';

export const BATCH_ROWS = 2048;

export interface Given {
  readonly input: number;
  readonly message: Message;
}

export interface Measured {
  readonly rowsIn: number;
  readonly rowsOut: number;
  /** CPU time of the process, ms: what others do on the machine counts less than on the clock. */
  readonly cpuMs: number;
}

/** Drives the messages in order, those before `warm` unmeasured. */
export function measure(
  operator: Operator,
  inputs: readonly (readonly LogicalType[])[],
  messages: readonly Given[],
  warm = 0,
): Measured {
  let rowsIn = 0;
  let rowsOut = 0;
  const context = {
    state: new HeapStore({ first: 0, last: 127, of: 128 }),
    clock: systemClock,
    now: 0,
    inputs,
    watermark: START_OF_TIME,
    batchRows: BATCH_ROWS,
    vectors: new VectorPool(false),
    timeZone: 'UTC',
    task: 0,
    parallelism: 1,
    maxParallelism: 128,
    metrics: { lateRows: 0 },
  };
  const drive = new Drive(operator, context, {
    send: (message) => {
      if (message.kind === 'batch') rowsOut += message.batch.count;
    },
  });
  let start = cpuMs();
  messages.forEach(({ input, message }, i) => {
    if (i === warm) {
      start = cpuMs();
      rowsIn = 0;
      rowsOut = 0;
    }
    if (message.kind === 'batch') rowsIn += message.batch.count;
    for (const _ of drive.accept(input, message));
  });
  return { rowsIn, rowsOut, cpuMs: cpuMs() - start };
}

export function report(name: string, { rowsIn, rowsOut, cpuMs: ms }: Measured): void {
  const speed = (rows: number): string => (rows / ms / 1000).toFixed(2).padStart(7);
  console.log(`${name.padEnd(44)}${speed(rowsIn)} M rows in/s ${speed(rowsOut)} M rows out/s`);
}

export function given(batch: Batch, input = 0): Given {
  return { input, message: { kind: 'batch', batch } };
}

export function randomInts(random: Random, count: number, below: number): Int32Array {
  return Int32Array.from({ length: count }, () => random.nextInt(0, below - 1));
}

export function randomDoubles(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.nextDouble());
}
