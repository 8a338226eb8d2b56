/** A part of a query as the next operator sees it. */
import type { Kind } from './values.js';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** False where it is known that there are no NULLs. */
  readonly nullable?: boolean;
}

export interface Relation {
  /** What stands behind FROM: a name, or a query in parentheses. */
  readonly text: string;
  readonly fields: readonly Field[];
  /** The field that is a time attribute. */
  readonly rowtime: string | null;
  /** Rows may be taken back. */
  readonly updating: boolean;
  /** Rows come in the same order in every engine. */
  readonly ordered: boolean;
  /** Has `window_start` and `window_end` of a windowing table function. */
  readonly windowed: boolean;
  /** Nothing stands above it. */
  readonly closed: boolean;
}

/** Fields that can be compared, grouped by and ordered by. */
export function plain({ fields }: Relation): readonly Field[] {
  return fields.filter(({ kind }) => kind !== 'ARRAY');
}

/** Their names as a list. @param of a prefix for each, such as `l.` */
export function listed(fields: readonly Field[], of = ''): string {
  return fields.map(({ name }) => `${of}${name}`).join(', ');
}

/** The same without what a new set of rows does not have. */
export function made(
  sql: string,
  fields: readonly Field[],
  properties: Partial<Relation> = {},
): Relation {
  return {
    text: `(${sql})`,
    fields,
    rowtime: null,
    updating: false,
    ordered: false,
    windowed: false,
    closed: false,
    ...properties,
  };
}
