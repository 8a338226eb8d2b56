import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MillraceError } from '../../conf/errors/error.js';
import { INT, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import { runTable } from '../core/harness.js';
import type { Operator } from '../core/operator.js';
import { fullTimes } from '../core/short-times.js';
import { ConflictMaterializer } from './conflict-materializer.js';
import type { ConflictSpec } from './conflict-materializer-spec.js';

/** Primary key, the rows' own key, a value. */
const TYPES = [STRING, INT, STRING];

function made(
  conflict: ConflictSpec['conflict'],
  upsertKey: readonly number[] | null = [1],
): () => Operator {
  const kind = 'conflict-materializer';
  return () =>
    new ConflictMaterializer({ kind, primaryKey: [0], keyNames: ['k'], upsertKey, conflict });
}

async function check(create: () => Operator, rows: string, expected: string): Promise<void> {
  const options = { inputs: [TYPES], output: TYPES };
  await checkTable(create, fullTimes(rows), fullTimes(expected), options);
}

const MOVES = `
  watermark @01
  +I | a | 1 | x
  +I | b | 2 | y
  -D | b | 2 | y
  watermark @02
  -U | a | 1 | x
  +U | a | 1 | z
  barrier
  recover
  watermark @03
  +U | a | 4 | v
  -U | a | 1 | z
  barrier
  recover
  watermark @04
  +I | c | 3 | q
  -U | a | 4 | v
  +U | a | 4 | v
  -D | c | 3 | q
  watermark @05
  -D | a | 4 | v
  end`;

const MOVED = `
  watermark @01
  +I | a | 1 | x
  watermark @02
  barrier
  +U | a | 1 | z
  watermark @03
  barrier
  +U | a | 4 | v
  watermark @05
  -D | a | 4 | v
  watermark end
  end`;

test('Changes wait for the watermark, and those that undo each other are none', async () => {
  await check(made('NOTHING'), MOVES, MOVED);
  await check(made('ERROR'), MOVES, MOVED);
});

test('DO NOTHING keeps the row that came first and forgets the others', async () => {
  await check(
    made('NOTHING', null),
    `+I | a | 1 | x
     +I | a | 2 | y
     watermark @01
     +I | a | 3 | z
     watermark @02
     -D | a | 2 | y
     -D | a | 1 | x
     watermark @03
     +I | a | 4 | w
     end`,
    `+I | a | 1 | x
     watermark @02
     -D | a | 1 | x
     watermark @03
     +I | a | 4 | w
     watermark end
     end`,
  );
});

test('DO ERROR fails when two rows stand for a key', async () => {
  const rows = `
    +I | a | 1 | x
    watermark 2001-01-01 00:00:00.000
    +I | a | 2 | y
    end`;
  const options = { inputs: [TYPES], output: TYPES };
  await assert.rejects(runTable(made('ERROR'), rows, options), (error) => {
    assert.ok(error instanceof MillraceError);
    assert.equal(error.code, 'DATA_CONFLICT');
    assert.equal(
      error.reason,
      'Primary key constraint violation: multiple distinct records with the same primary key ' +
        'detected. Conflicting key: [k=a]. Use ON CONFLICT DO NOTHING to keep the first record.',
    );
    return true;
  });
});
