/**
 * What a row does to the partial matches of its partition, step for step as Flink's `NFA`.
 *
 * Each partial match that the row fits is followed by one for each way of taking it, and ends
 * otherwise; the one that has not begun stays, so that a match may begin at any row. A match
 * that is complete waits while a partial one began before it. When it comes out, the skip strategy
 * drops the partial and complete matches that began too early.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { MatchSpec } from './match-spec.js';
import { type Partials, UNBEGUN } from './partials.js';
import { FINAL, type PatternGraph, patternGraph, type State } from './pattern-graph.js';
import { StartQueue } from './start-queue.js';

/** The matches of one partition. */
export interface PartitionMatches {
  partial: StartQueue;
  readonly complete: StartQueue;
}

/** Takes a match that comes out; its id is the taker's to release. */
export type Found = (id: number) => void;

export class Automaton {
  readonly #spec: MatchSpec;
  readonly #partials: Partials;
  readonly #graph: PatternGraph;
  readonly #ended: StartQueue;
  #spare: StartQueue;
  readonly #stack: number[] = [];

  constructor(spec: MatchSpec, partials: Partials) {
    this.#spec = spec;
    this.#partials = partials;
    this.#graph = patternGraph(spec.variables);
    this.#ended = new StartQueue(partials);
    this.#spare = new StartQueue(partials);
  }

  /** A partition of which nothing has been seen. */
  fresh(): PartitionMatches {
    const matches = this.empty();
    matches.partial.add(this.#partials.add(this.#graph.start, UNBEGUN, 0));
    return matches;
  }

  empty(): PartitionMatches {
    const partials = this.#partials;
    return { partial: new StartQueue(partials), complete: new StartQueue(partials) };
  }

  /** The variables whose conditions decide what a row does to a partial match. */
  asks(id: number): readonly number[] {
    return this.#state(this.#partials.stateOf(id)).asks;
  }

  /**
   * A row; what `asks` says was answered for it in `Partials`.
   * @param time ms
   * @returns whether a match begins with it
   */
  step(matches: PartitionMatches, row: number, time: number, found: Found): boolean {
    const next = this.#spare;
    next.size = 0;
    let begins = false;
    const { ids, size } = matches.partial;
    for (let i = 0; i < size; i++) {
      begins = this.#follow(ids[i] as number, row, time, next) || begins;
    }
    this.#spare = matches.partial;
    matches.partial = next;
    this.#settle(matches, found);
    return begins;
  }

  /** Ends partial matches for which it is too late at `time`, ms. */
  advance(matches: PartitionMatches, time: number, found: Found): void {
    if (!this.#hasTooOld(matches.partial, time)) return;
    const next = this.#spare;
    next.size = 0;
    const { ids, size } = matches.partial;
    for (let i = 0; i < size; i++) {
      const id = ids[i] as number;
      if (this.#isTooOld(id, time)) this.#partials.release(id);
      else next.add(id);
    }
    this.#spare = matches.partial;
    matches.partial = next;
    this.#settle(matches, found);
  }

  #hasTooOld({ ids, size }: StartQueue, time: number): boolean {
    if (this.#spec.withinMs === null) return false;
    for (let i = 0; i < size; i++) if (this.#isTooOld(ids[i] as number, time)) return true;
    return false;
  }

  #isTooOld(id: number, time: number): boolean {
    const { withinMs } = this.#spec;
    if (withinMs === null || this.#partials.startOf(id) === UNBEGUN) return false;
    return time - this.#partials.timeOf(id) >= withinMs;
  }

  /** @returns whether the match begins with the row */
  #follow(id: number, row: number, time: number, next: StartQueue): boolean {
    const partials = this.#partials;
    const isUnbegun = partials.startOf(id) === UNBEGUN;
    let begins = false;
    const stack = this.#stack;
    stack.push(partials.stateOf(id));
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { variable, transitions } = this.#state(at);
      for (const { take, target, guards } of transitions) {
        if (!this.#pass(id, guards)) continue;
        if (!take) {
          if (target !== FINAL) stack.push(target);
          continue;
        }
        const taken = partials.follow(id, target, variable);
        if (isUnbegun) partials.begin(taken, row, time);
        begins ||= isUnbegun;
        if (target === FINAL) {
          this.#ended.add(taken);
        } else {
          next.add(taken);
          if (this.#mayEnd(id, target)) this.#ended.add(partials.follow(taken, FINAL, -1));
        }
      }
    }
    if (isUnbegun) next.add(id);
    else partials.release(id);
    return begins;
  }

  /** Whether the pattern may end at a state without another row. */
  #mayEnd(id: number, state: number): boolean {
    let at = state;
    for (;;) {
      const way = this.#state(at).transitions.find(
        ({ take, guards }) => !take && this.#pass(id, guards),
      );
      if (way === undefined) return false;
      if (way.target === FINAL) return true;
      at = way.target;
    }
  }

  #pass(id: number, guards: State['transitions'][number]['guards']): boolean {
    for (const { variable, holds } of guards) {
      if (this.#partials.holds(id, variable) !== holds) return false;
    }
    return true;
  }

  /** Lets out the matches that nothing stands before. */
  #settle(matches: PartitionMatches, found: Found): void {
    const partials = this.#partials;
    const { partial, complete } = matches;
    const ended = this.#ended;
    for (let i = 0; i < ended.size; i++) complete.add(ended.ids[i] as number);
    ended.size = 0;
    const drop = (id: number): void => partials.release(id);
    for (let id = complete.first(); id >= 0; id = complete.first()) {
      if (partials.startOf(id) > partials.startOf(partial.first())) return;
      complete.takeFirst();
      const bound = this.#firstKept(id);
      partial.removeBefore(bound, drop);
      complete.removeBefore(bound, drop);
      found(id);
    }
  }

  /** The number of the first row at which matches may begin behind this one. */
  #firstKept(id: number): number {
    const { skip, variables } = this.#spec;
    const partials = this.#partials;
    const start = partials.startOf(id);
    if (skip.to === 'next-row') return start + 1;
    if (skip.to === 'past-last-row') return partials.firstOf(id, variables.length);
    const { variable } = skip;
    const count = partials.countOf(id, variable);
    const name = variables[variable]?.name ?? '';
    if (count === 0) {
      const reason = `Could not skip to ${name}. No such element in the found match`;
      throw new MillraceError('DATA_EXPRESSION', reason);
    }
    const row = partials.firstOf(id, variable) + (skip.to === 'first' ? 0 : count - 1);
    if (row === start) {
      const reason = 'Could not skip to first element of a match.';
      throw new MillraceError('DATA_EXPRESSION', reason);
    }
    return row;
  }

  #state(state: number): State {
    return this.#graph.states[state] as State;
  }
}
