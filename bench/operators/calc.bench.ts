/**
 * The calc operator alone: rows a second of one core over batches of 2,048 rows, beside the
 * ceilings of hand-written loops (DESIGN §2). `node dist/bench/operators/calc.bench.js [NAME]`.
 */

import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { bindCall } from '../../operators/expr/bind.js';
import { bindCast } from '../../operators/expr/cast.js';
import { compileCalc } from '../../operators/expr/compile.js';
import type { Expr } from '../../operators/expr/expression.js';
import { intLiteral, numberLiteral, stringLiteral } from '../../operators/expr/literal.js';
import {
  BIGINT,
  DOUBLE,
  decimal,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';

const ROWS = 2048;
const BATCHES = 64;
const MEASURE_MS = 700;

const types: readonly LogicalType[] = [
  INT,
  BIGINT,
  DOUBLE,
  decimal(10, 2),
  STRING,
  timestamp(3),
].map((type) => ({ ...type, nullable: false }));

const [int, long, double, price, text, time] = types.map(
  (type, index): Expr => ({ kind: 'column', index, type }),
) as [Expr, Expr, Expr, Expr, Expr, Expr];

const call = (name: string, ...args: Expr[]): Expr => bindCall(name, args);

interface Case {
  readonly name: string;
  /** Rows a second of a hand loop, in millions. */
  readonly ceiling: number;
  readonly condition: Expr | null;
  readonly projection: readonly Expr[];
}

const cases: readonly Case[] = [
  {
    name: 'project a + 1, b * 2 (INT, BIGINT)',
    ceiling: 726,
    condition: null,
    projection: [call('+', int, intLiteral(1)), call('*', long, intLiteral(2))],
  },
  {
    name: 'filter a > 500 (half pass)',
    ceiling: 461,
    condition: call('>', int, intLiteral(500)),
    projection: [int, long, text],
  },
  {
    name: 'filter % 123 = 0 (BIGINT)',
    ceiling: 461,
    condition: call('=', call('%', long, intLiteral(123)), intLiteral(0)),
    projection: [long, text],
  },
  {
    name: 'filter and project 0.908 * price',
    ceiling: 461,
    condition: call(
      'AND',
      call('>', int, intLiteral(200)),
      call('<', double, numberLiteral('0.9e0')),
    ),
    projection: [long, call('*', numberLiteral('0.908'), price)],
  },
  {
    name: 'string = constant',
    ceiling: 200,
    condition: call('=', text, stringLiteral('item-77')),
    projection: [long, text],
  },
  {
    name: 'LIKE prefix',
    ceiling: 150,
    condition: call('LIKE', text, stringLiteral('item-7%')),
    projection: [long],
  },
  {
    name: 'UPPER and SUBSTRING',
    ceiling: 40,
    condition: null,
    projection: [call('UPPER', text), call('SUBSTRING', text, intLiteral(6), intLiteral(2))],
  },
  {
    name: 'CAST(b AS STRING) || text',
    ceiling: 30,
    condition: null,
    projection: [call('||', bindCast(long, STRING, 'CAST'), text)],
  },
  {
    name: 'CASE, EXTRACT(HOUR)',
    ceiling: 200,
    condition: null,
    projection: [
      call(
        'CASE',
        call('<', bindCall('EXTRACT', [time], 'HOUR'), intLiteral(8)),
        stringLiteral('night'),
        stringLiteral('day'),
      ),
    ],
  },
  {
    name: 'price / a (DECIMAL)',
    ceiling: 40,
    condition: null,
    projection: [call('/', price, call('+', int, intLiteral(1)))],
  },
];

function makeBatches(): Batch[] {
  const random = new Random(7);
  return Array.from({ length: BATCHES }, () => {
    const rows = Array.from({ length: ROWS }, (): Scalar[] => [
      random.nextInt(0, 999),
      BigInt(random.nextInt(0, 1_000_000)),
      random.nextDouble(),
      BigInt(random.nextInt(0, 99_999)),
      `item-${random.nextInt(0, 99)}`,
      BigInt(random.nextInt(0, 2_000_000_000)) * 1_000_000_000n,
    ]);
    const columns = types.map(
      (type, i): Vector =>
        vectorOf(
          type,
          rows.map((row) => row[i] as Scalar),
        ),
    );
    return new Batch(columns, ROWS);
  });
}

function measure(each: Case, batches: readonly Batch[]): number {
  const { condition, projection } = each;
  const calc = compileCalc({ inputs: types, condition, projection, timeZone: 'UTC' });
  const pass = (): number => {
    let rows = 0;
    for (const batch of batches) rows += calc.apply(batch)?.count ?? 0;
    return rows;
  };
  for (let i = 0; i < 20; i++) pass();
  let best = 0;
  const until = process.cpuUsage().user + MEASURE_MS * 1000;
  while (process.cpuUsage().user < until) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < 4; i++) pass();
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    best = Math.max(best, (4 * BATCHES * ROWS) / seconds / 1e6);
  }
  return best;
}

const batches = makeBatches();
const wanted = process.argv[2];
for (const each of cases) {
  if (wanted !== undefined && !each.name.includes(wanted)) continue;
  const rate = measure(each, batches);
  const share = ((rate / each.ceiling) * 100).toFixed(0);
  console.log(
    each.name.padEnd(38),
    `${rate.toFixed(0).padStart(6)} M rows/s, ${share.padStart(4)} % of ${each.ceiling}`,
  );
}
