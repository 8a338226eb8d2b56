/**
 * Partial matches while rows are worked on, as columns by id. Rows follow each other strictly and
 * variables stand one behind the other, so a partial match is where it begins and how many rows
 * each variable took: variable v has the rows from `start` plus the counts before v on.
 */
import { grownFloat64, grownInt32 } from '../../state/column/growth.js';

/** `start` of the match that has taken no row yet, of which each partition has one. */
export const UNBEGUN = Infinity;

export class Partials {
  readonly variables: number;
  #state: Int32Array = new Int32Array(16);
  #start: Float64Array = new Float64Array(16);
  #time: Float64Array = new Float64Array(16);
  /** By id and variable. */
  #counts: Int32Array;
  #holds: Uint8Array;
  #end = 0;
  readonly #free: number[] = [];

  constructor(variables: number) {
    this.variables = variables;
    this.#counts = new Int32Array(16 * variables);
    this.#holds = new Uint8Array(16 * variables);
  }

  /** @param start number of its first row; `time` of that row, ms */
  add(state: number, start: number, time: number): number {
    const id = this.#free.pop() ?? this.#end++;
    if (id === this.#state.length) this.#grow();
    this.#state[id] = state;
    this.#start[id] = start;
    this.#time[id] = time;
    const first = id * this.variables;
    this.#counts.fill(0, first, first + this.variables);
    return id;
  }

  /** A copy of another one at a state; where `variable` is one, with another row for it. */
  follow(other: number, state: number, variable: number): number {
    const id = this.add(state, this.startOf(other), this.timeOf(other));
    for (let v = 0; v < this.variables; v++) this.setCount(id, v, this.countOf(other, v));
    if (variable >= 0) this.setCount(id, variable, this.countOf(id, variable) + 1);
    return id;
  }

  begin(id: number, start: number, time: number): void {
    this.#start[id] = start;
    this.#time[id] = time;
  }

  release(id: number): void {
    this.#free.push(id);
  }

  stateOf(id: number): number {
    return this.#state[id] as number;
  }

  startOf(id: number): number {
    return this.#start[id] as number;
  }

  timeOf(id: number): number {
    return this.#time[id] as number;
  }

  countOf(id: number, variable: number): number {
    return this.#counts[id * this.variables + variable] as number;
  }

  setCount(id: number, variable: number, count: number): void {
    this.#counts[id * this.variables + variable] = count;
  }

  /** Number of the first row of a variable; behind the rows before it when it took none. */
  firstOf(id: number, variable: number): number {
    let first = this.startOf(id);
    for (let v = 0; v < variable; v++) first += this.countOf(id, v);
    return first;
  }

  /** Whether a variable's condition holds for the row that is worked on. */
  holds(id: number, variable: number): boolean {
    return this.#holds[id * this.variables + variable] === 1;
  }

  setHolds(id: number, variable: number, holds: boolean): void {
    this.#holds[id * this.variables + variable] = holds ? 1 : 0;
  }

  #grow(): void {
    const capacity = 2 * this.#state.length;
    this.#state = grownInt32(this.#state, capacity);
    this.#start = grownFloat64(this.#start, capacity);
    this.#time = grownFloat64(this.#time, capacity);
    this.#counts = grownInt32(this.#counts, capacity * this.variables);
    const holds = new Uint8Array(capacity * this.variables);
    holds.set(this.#holds);
    this.#holds = holds;
  }
}
