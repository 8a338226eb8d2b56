/**
 * The states of a pattern, built from its end as Flink's `NFACompiler` does, so that what is tried
 * first is the same. Rows follow each other strictly, so no state passes a row over.
 *
 * A state's transitions are tried in order: to take the row for the state's variable, or to go on
 * to another state with the same row. A greedy variable puts "its own condition does not hold" on
 * every way on from the state that follows it.
 */
import type { PatternVariable } from './match-spec.js';

export const FINAL = -1;

/** A variable's condition, or that it does not hold. */
export interface Guard {
  readonly variable: number;
  readonly holds: boolean;
}

export interface Transition {
  readonly take: boolean;
  readonly target: number;
  readonly guards: readonly Guard[];
}

export interface State {
  readonly variable: number;
  readonly transitions: readonly Transition[];
  /** The variables whose conditions decide what a row does here. */
  readonly asks: readonly number[];
}

export interface PatternGraph {
  readonly states: readonly State[];
  readonly start: number;
}

interface Draft {
  readonly variable: number;
  readonly transitions: { readonly take: boolean; readonly target: number; guards: Guard[] }[];
}

export function patternGraph(variables: readonly PatternVariable[]): PatternGraph {
  const drafts: Draft[] = [];
  let next = FINAL;
  for (const [variable, shape] of [...variables.entries()].reverse()) {
    next = statesOf(drafts, variable, shape, next);
  }
  const states = drafts.map((draft, i) => ({ ...draft, asks: asked(drafts, i) }));
  return { states, start: next };
}

/** @returns the variable's first state */
function statesOf(
  drafts: Draft[],
  variable: number,
  { min, max, greedy }: PatternVariable,
  next: number,
): number {
  const isOptional = min === 0;
  const least = Math.max(min, 1);
  const add = (target: number, proceed: boolean): number => {
    const own: Draft = { variable, transitions: [] };
    own.transitions.push({ take: true, target, guards: [{ variable, holds: true }] });
    if (proceed) own.transitions.push({ take: false, target: next, guards: [] });
    return drafts.push(own) - 1;
  };
  if (greedy && max !== least) exclude(drafts[next], variable);
  let sink = max === null ? loop(drafts, variable, next) : next;
  for (let i = least; i < (max ?? least); i++) sink = add(sink, true);
  for (let i = 1; i < least; i++) sink = add(sink, false);
  return add(sink, isOptional);
}

function loop(drafts: Draft[], variable: number, next: number): number {
  const own = drafts.length;
  const transitions = [
    { take: false, target: next, guards: [] },
    { take: true, target: own, guards: [{ variable, holds: true }] },
  ];
  return drafts.push({ variable, transitions }) - 1;
}

/** Leaves to the greedy variable what it can take. */
function exclude(state: Draft | undefined, variable: number): void {
  for (const transition of state?.transitions ?? []) {
    transition.guards = [...transition.guards, { variable, holds: false }];
  }
}

/** The variables in guards on the ways of a row, and behind it where those lead to the end. */
function asked(drafts: readonly Draft[], state: number): number[] {
  const seen = new Set<number>();
  const found = new Set<number>();
  const visit = (at: number, isBehind: boolean): void => {
    const key = 2 * at + (isBehind ? 1 : 0);
    if (at === FINAL || seen.has(key)) return;
    seen.add(key);
    for (const { take, target, guards } of (drafts[at] as Draft).transitions) {
      if (take && isBehind) continue;
      for (const guard of guards) found.add(guard.variable);
      visit(target, isBehind || take);
    }
  };
  visit(state, false);
  return [...found].sort((a, b) => a - b);
}

/** Whether the pattern holds for no row at all. */
export function isEmptyMatch(variables: readonly PatternVariable[]): boolean {
  return variables.every(({ min }) => min === 0);
}
