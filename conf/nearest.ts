/**
 * The name a user probably meant. Optimal string alignment distance (insert, delete, replace, swap
 * of neighbours) without regard to case; a name counts as near when at most a third of the longer
 * of both, and at most five letters, differ. Ties go to the name that comes first.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const allowed = Math.min(5, Math.floor(Math.max(name.length, candidate.length) / 3));
    const bound = Math.min(allowed, bestDistance - 1);
    if (Math.abs(candidate.length - name.length) > bound) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > bound) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** `Did you mean 'x'?` for use as a hint, or undefined. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(name, candidates);
  return near === undefined ? undefined : `Did you mean '${near}'?`;
}

function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      }
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] as number;
}
