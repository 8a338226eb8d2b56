/**
 * A random streaming query, bottom up: a table, then operators that each take the relation below
 * them. What a query gives must not depend on anything but its inputs, so
 *
 * - orders are total, up to equal rows;
 * - tables with late rows are read once, by a query without second inputs: else it depends on which
 *   input comes first whether a row is late;
 * - what looks at the order of rows is made of relations alone whose rows come in a fixed one.
 */
import type { Choices } from './choices.js';
import { OPERATORS } from './operators/all.js';
import type { Operator } from './operators/operator.js';
import type { Field, Relation } from './relation.js';
import { relationOf, type Table } from './tables.js';

export interface MadeQuery {
  readonly sql: string;
  /** CREATE VIEW, in order. */
  readonly views: readonly string[];
  /** Names of its operators. */
  readonly operators: readonly string[];
  /** What was chosen. */
  readonly choices: readonly number[];
}

const MOST_OPERATORS = 3;

export function makeQuery(tables: readonly Table[], choices: Choices): MadeQuery {
  const generator = new Generator(tables, choices);
  const { text } = generator.relation(1 + choices.below(MOST_OPERATORS));
  const sql = text.startsWith('(') ? text.slice(1, -1) : `SELECT * FROM ${text}`;
  const { operators } = generator;
  return { sql, views: used(generator.views, sql), operators, choices: choices.taken };
}

/** The views that the query or a later view names. */
function used(views: readonly string[], sql: string): readonly string[] {
  const found: string[] = [];
  for (const [i, view] of [...views.entries()].reverse()) {
    const name = new RegExp(`\\bw${i}\\b`);
    if ([sql, ...found].some((text) => name.test(text))) found.unshift(view);
  }
  return found;
}

export class Generator {
  readonly choices: Choices;
  readonly views: string[] = [];
  readonly operators: string[] = [];
  /** Those that are read by themselves. */
  readonly #tables: readonly Table[];
  /** Tables that hold versions of a key, for temporal joins. */
  readonly versioned: readonly Table[];
  /** No operator has a second input. */
  readonly #single: boolean;
  /** Views. */
  readonly #named: Relation[] = [];
  #names = 0;

  constructor(tables: readonly Table[], choices: Choices) {
    this.choices = choices;
    const read = tables.filter(({ kind }) => kind !== 'versioned');
    const punctual = read.filter(({ late }) => !late);
    this.#single = punctual.length === 0 || choices.chance(40);
    this.#tables = this.#single ? read : punctual;
    this.versioned = this.#single ? [] : tables.filter(({ kind }) => kind === 'versioned');
  }

  get canJoin(): boolean {
    return !this.#single;
  }

  relation(operators: number): Relation {
    if (operators <= 0) return this.choices.pick(this.#tables.map(relationOf));
    return this.#above(this.relation(operators - 1));
  }

  #above(input: Relation): Relation {
    const fitting = input.closed ? [] : OPERATORS.filter((it) => it.takes(input, this));
    if (fitting.length === 0) return input;
    const operator = this.#weighted(fitting);
    const made = operator.apply(input, this);
    // A second input may not fit.
    if (made === input) return input;
    this.operators.push(operator.name);
    return this.#view(made);
  }

  /**
   * A further input for an operator; a table or a view mostly.
   * @param fits what it must be; null is given where no table is
   */
  second(fits: (relation: Relation) => boolean = () => true): Relation | null {
    const fitting = [...this.#tables.map(relationOf), ...this.#named].filter(fits);
    if (fitting.length === 0) return null;
    const one = this.choices.pick(fitting);
    const above = this.choices.chance(25) ? this.#above(one) : one;
    return fits(above) && !above.closed ? above : one;
  }

  /** A column name that no other has. */
  name(): string {
    return `x${this.#names++}`;
  }

  /** The first field that fits mostly, so that tables are joined by their keys. */
  field(fields: readonly Field[]): Field {
    return this.choices.chance(40) ? this.choices.pick(fields) : (fields[0] as Field);
  }

  #weighted(operators: readonly Operator[]): Operator {
    const all = operators.reduce((sum, { weight }) => sum + weight, 0);
    let at = this.choices.below(all);
    for (const operator of operators) {
      at -= operator.weight;
      if (at < 0) return operator;
    }
    return operators[0] as Operator;
  }

  /** Now and then a query is a view, which others may read too. */
  #view(relation: Relation): Relation {
    if (!this.choices.chance(10)) return relation;
    const name = `w${this.views.length}`;
    this.views.push(`CREATE VIEW ${name} AS ${relation.text.slice(1, -1)}`);
    const view = { ...relation, text: name };
    if (!relation.closed) this.#named.push(view);
    return view;
  }
}
