/** Rows of grouping sets. */
import type { Expand } from '../logical/expand.js';
import { columnName } from './attribute-text.js';
import { forward, withoutKeys } from './distribution.js';
import { ascending } from './keys.js';
import type { Key, PhysicalNode } from './node.js';

export function expandNode(node: Expand, input: PhysicalNode): PhysicalNode {
  const { sets, output } = node;
  const id = output.length - 1;
  const absent = new Set(sets.flatMap(({ nulls }) => nulls));
  // A row stands once a set; a key that is NULL in some set tells rows apart no longer.
  const keys = (below: readonly Key[]): Key[] =>
    below.filter((key) => !key.some((c) => absent.has(c))).map((key) => ascending([...key, id]));
  return {
    operator: { kind: 'expand', sets },
    title: 'Expand',
    attributes: [['projects', sets.map((set) => projectText(set, node)).join(', ')]],
    inputs: [forward(input)],
    output,
    kinds: input.kinds,
    uniqueKeys: keys(input.uniqueKeys),
    upsertKeys: keys(input.upsertKeys),
    distribution: withoutKeys(input.distribution),
  };
}

function projectText({ nulls, id }: Expand['sets'][number], { output }: Expand): string {
  const columns = output.slice(0, -1).map((_, c) => {
    const name = columnName(c, output);
    return nulls.includes(c) ? `null AS ${name}` : name;
  });
  return `{${[...columns, `${id} AS $e`].join(', ')}}`;
}
