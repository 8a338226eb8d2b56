/** Names as they are, and a number behind those that were there before: `a, a` is `a, a0`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let i = 0; taken.has(unique); i++) unique = `${name}${i}`;
    taken.add(unique);
    return unique;
  });
}
