import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from './case.js';
import { castsMarked, comparesOthers } from './compared.js';
import type { PlanNode } from './plan.js';

function queryOf(sql: string): Case {
  return { tables: [], views: [], sql, operators: ['set operation'], choices: [] };
}

function node(text: string, ...inputs: readonly PlanNode[]): PlanNode {
  return { text, changes: new Set(['I']), inputs };
}

function union(columns: string): PlanNode {
  return node(`Union(all=[true], union=[${columns}], changelogMode=[I])`);
}

test('a union of other columns than INTERSECT ALL or EXCEPT ALL names has its projection', () => {
  const made = queryOf(
    'SELECT k FROM (SELECT k, c0 FROM (SELECT k, c0, c1 FROM t0) EXCEPT ALL SELECT x, y FROM t1)',
  );
  const compares = (own: PlanNode): boolean => comparesOthers(own, made, [own]);
  assert.ok(!compares(union('k, c0, vcol_marker')));
  assert.ok(!compares(union('k, c00, vcol_marker')));
  assert.ok(compares(union('k, vcol_marker')));
  assert.ok(compares(union('k, $f1, vcol_left_marker, vcol_right_marker')));
  assert.ok(!compares(union('k')));
  assert.ok(!compares(node('Calc(select=[k])')));
});

test('of two set operations each has a union of the columns that it names', () => {
  const made = queryOf(
    'SELECT k FROM (SELECT k, c0 FROM t0 EXCEPT ALL SELECT x, y FROM t1) ' +
      'INTERSECT ALL SELECT k FROM t0',
  );
  const outer = union('k, vcol_left_marker, vcol_right_marker');
  assert.ok(comparesOthers(outer, made, [outer, union('k, vcol_marker')]));
  assert.ok(!comparesOthers(outer, made, [outer, union('k, c0, vcol_marker')]));
});

test('markers that pass a cast of a time attribute are lost', () => {
  const markers = 'vcol_left_marker, vcol_right_marker';
  const below = union(`k, ts, ${markers}`);
  const cast = 'CAST(ts AS TIMESTAMP(3) NOT NULL) AS ts';
  assert.ok(castsMarked(node(`Calc(select=[k, ${cast}, ${markers}])`, below)));
  assert.ok(!castsMarked(node(`Calc(select=[k, ts, ${markers}])`, below)));
  assert.ok(!castsMarked(node(`Calc(select=[k, ${cast}])`, below)));
});
