import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatternVariable } from './match-spec.js';
import { FINAL, patternGraph } from './pattern-graph.js';

function variable(min: number, max: number | null, greedy = false): PatternVariable {
  return { name: 'V', min, max, greedy, condition: null };
}

/** A line a state: its variable, its transitions, what it asks. */
function drawn(variables: readonly PatternVariable[]): string[] {
  const { states, start } = patternGraph(variables);
  return states.map(({ variable: own, transitions, asks }, i) => {
    const ways = transitions.map(({ take, target, guards }) => {
      const when = guards.map(({ variable: of, holds }) => `${holds ? '' : '!'}${of}`).join('&');
      return `${take ? 'take' : 'go'} ${target === FINAL ? 'end' : target}${when && ` if ${when}`}`;
    });
    return `${i}${i === start ? '*' : ''} ${own}: ${ways.join(', ')} (asks ${asks.join()})`;
  });
}

test('Variables that stand once', () => {
  assert.deepEqual(drawn([variable(1, 1), variable(1, 1)]), [
    '0 1: take end if 1 (asks 1)',
    '1* 0: take 0 if 0 (asks 0)',
  ]);
});

test('A greedy loop leaves to what follows only what it cannot take', () => {
  assert.deepEqual(drawn([variable(1, null, true), variable(1, 1)]), [
    '0 1: take end if 1&!0 (asks 0,1)',
    '1 0: go 0, take 1 if 0 (asks 0,1)',
    '2* 0: take 1 if 0 (asks 0)',
  ]);
});

test('Bounds are states one behind the other; a pattern may end before its last ones', () => {
  assert.deepEqual(drawn([variable(1, 1), variable(0, 2), variable(0, 1)]), [
    '0 2: take end if 2, go end (asks 2)',
    '1 1: take 0 if 1, go 0 (asks 1,2)',
    '2 1: take 1 if 1, go 0 (asks 1,2)',
    '3* 0: take 2 if 0 (asks 0)',
  ]);
});
