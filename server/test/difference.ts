/**
 * The difference of expected and actual lines as people read it: a longest common subsequence,
 * lines only expected with `-`, lines only found with `+`, a few equal ones around them.
 */

const AROUND = 2;
/** Beyond this many cells the table of the subsequence is not built; ends are still trimmed. */
const CELL_LIMIT = 4_000_000;

export function difference(expected: readonly string[], actual: readonly string[]): string {
  const lines = edits(expected, actual);
  const shown: string[] = [];
  let skipped = 0;
  lines.forEach((line, i) => {
    const near = lines.slice(Math.max(0, i - AROUND), i + AROUND + 1);
    if (near.some((other) => !other.startsWith(' '))) {
      if (skipped > 0) shown.push(`  … ${skipped} equal`);
      skipped = 0;
      shown.push(line);
    } else skipped++;
  });
  if (skipped > 0 && shown.length > 0) shown.push(`  … ${skipped} equal`);
  return shown.join('\n');
}

function edits(expected: readonly string[], actual: readonly string[]): string[] {
  let head = 0;
  while (head < Math.min(expected.length, actual.length) && expected[head] === actual[head]) head++;
  let tail = 0;
  const most = Math.min(expected.length, actual.length) - head;
  while (tail < most && expected.at(-1 - tail) === actual.at(-1 - tail)) tail++;
  const left = expected.slice(head, expected.length - tail);
  const right = actual.slice(head, actual.length - tail);
  const middle =
    left.length * right.length > CELL_LIMIT
      ? [...left.map((line) => `- ${line}`), ...right.map((line) => `+ ${line}`)]
      : align(left, right);
  return [
    ...expected.slice(0, head).map((line) => `  ${line}`),
    ...middle,
    ...expected.slice(expected.length - tail).map((line) => `  ${line}`),
  ];
}

function align(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  const length = new Int32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const skip = Math.max(
        length[(i + 1) * width + j] as number,
        length[i * width + j + 1] as number,
      );
      length[i * width + j] =
        left[i] === right[j] ? (length[(i + 1) * width + j + 1] as number) + 1 : skip;
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const down = length[(i + 1) * width + j] ?? -1;
    const across = length[i * width + j + 1] ?? -1;
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(`  ${left[i++]}`);
      j++;
    } else if (j >= right.length || (i < left.length && down >= across)) {
      lines.push(`- ${left[i++]}`);
    } else lines.push(`+ ${right[j++]}`);
  }
  return lines;
}
