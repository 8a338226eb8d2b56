import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from './case.js';
import { explanation } from './kinds.js';
import type { Outcome } from './outcome.js';
import { planNodes, takesBack } from './plan.js';

const PLAN = `== Optimized Physical Plan ==
Calc(select=[x], changelogMode=[I,UA,D])
+- GroupAggregate(groupBy=[k], select=[k, MAX(x) AS x], changelogMode=[I,UA,D])
   +- Join(joinType=[FullOuterJoin], changelogMode=[I,UB,UA,D])
      :- Exchange(distribution=[hash[k]], changelogMode=[I])
      :  +- TableSourceScan(table=[[t]], changelogMode=[I])
      +- TableSourceScan(table=[[u]], changelogMode=[I,UB,UA,D])

== Optimized Execution Plan ==
Calc(select=[x])`;

function made(...operators: readonly string[]): Case {
  return { tables: [], views: [], sql: '', operators, choices: [] };
}

const ROWS: Outcome = { types: ['INT'], rows: ['1'], retracts: false };
const NO_ROWS: Outcome = { types: ['INT'], rows: [], retracts: false };

test('the nodes of a plan stand above their inputs', () => {
  const [calc, aggregate, join, ...rest] = planNodes(PLAN);
  assert.equal(rest.length, 3);
  assert.deepEqual(calc?.inputs, [aggregate]);
  assert.deepEqual(join?.inputs, [rest[0], rest[2]]);
  assert.deepEqual(rest[0]?.inputs, [rest[1]]);
  assert.ok(aggregate !== undefined && takesBack(aggregate));
  assert.ok(calc !== undefined && takesBack(calc));
  assert.ok(join !== undefined && takesBack(join));
});

test('an aggregate that cannot take back explains a difference of rows alone', () => {
  const nodes = planNodes(PLAN);
  const found = explanation(made('join', 'group aggregate'), ROWS, NO_ROWS, nodes);
  assert.equal(found, 'Flink takes nothing back from a MIN or MAX over changes');
  assert.equal(explanation(made(), { failed: 'DATA_EXPRESSION x' }, ROWS, nodes), null);
  const retracts = planNodes(PLAN.replace('MAX(', 'MAX_RETRACT('));
  assert.equal(explanation(made('join'), ROWS, NO_ROWS, retracts), null);
});

test('a refusal is known by its words and by what the query has', () => {
  const refused: Outcome = { refused: 'IndexOutOfBoundsException: 3' };
  const sets = explanation(made('grouping sets'), ROWS, refused, []);
  assert.equal(sets, 'Flink counts the fields of grouping sets wrongly');
  assert.equal(explanation(made('join'), ROWS, refused, []), null);
  assert.equal(explanation(made(), ROWS, { refused: 'ValidationException: no' }, []), null);
});

test('an OVER that nobody reads explains a difference where rows may be late', () => {
  const plan = (fields: string): string =>
    `== Optimized Physical Plan ==
Calc(select=[${fields}], changelogMode=[I])
+- OverAggregate(orderBy=[ts ASC], select=[k, ts, COUNT(*) AS w0$o0], changelogMode=[I])`;
  const table = { name: 't0', kind: 'append', columns: [], delay: 5, rows: [] } as const;
  const of = (late: boolean): Case => ({ ...made('OVER'), tables: [{ ...table, late }] });
  const nodes = planNodes(plan('k, ts'));
  const found = explanation(of(true), ROWS, NO_ROWS, nodes);
  assert.equal(found, 'Flink drops late rows by an OVER that nobody reads');
  assert.equal(explanation(of(false), ROWS, NO_ROWS, nodes), null);
  assert.equal(explanation(of(true), ROWS, NO_ROWS, planNodes(plan('k, w0$o0 AS x'))), null);
});

test('an edge of windows is constant by an equality, or by a list of one value', () => {
  const words = 'TableException: Non-time attribute sort is not supported for bounded OVER window.';
  const of = (sql: string): string | null =>
    explanation({ ...made('window aggregate', 'OVER'), sql }, ROWS, { refused: words }, []);
  const name =
    'Flink makes no window aggregate where a condition makes an edge of windows constant';
  assert.equal(of("SELECT 1 FROM t WHERE window_end IN (TIMESTAMP 'a', TIMESTAMP 'a')"), name);
  assert.equal(of("SELECT 1 FROM t WHERE window_start = TIMESTAMP 'a'"), name);
  assert.equal(of("SELECT 1 FROM t WHERE window_end IN (TIMESTAMP 'a', TIMESTAMP 'b')"), null);
});
