/** An expression as it is generated and shrunk: text with holes, and what stands in them. */

export interface Tree {
  /** One more than `parts`. */
  readonly text: readonly string[];
  readonly parts: readonly Tree[];
}

export function leaf(text: string): Tree {
  return { text: [text], parts: [] };
}

export function render({ text, parts }: Tree): string {
  let sql = text[0] ?? '';
  for (const [i, part] of parts.entries()) {
    const bare = part.parts.length === 0;
    sql += `${bare ? render(part) : `(${render(part)})`}${text[i + 1] ?? ''}`;
  }
  return sql;
}

export function size({ parts }: Tree): number {
  return parts.reduce((sum, part) => sum + size(part), 1);
}

/** Every tree that has one part less: a part in the place of the whole, at any height. */
export function* smaller(tree: Tree): Generator<Tree> {
  yield* tree.parts;
  for (const [i, part] of tree.parts.entries()) {
    for (const less of smaller(part)) {
      yield { text: tree.text, parts: tree.parts.with(i, less) };
    }
  }
}
