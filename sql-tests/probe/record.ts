/**
 * Answers of a real Flink as text:
 *
 *     flink 2.3.0
 *     sha256 <of world.slt>
 *
 *     10 / i32
 *       INT | ! | 10 | -10 | NULL
 *     CAST(i32 AS DATE)
 *       refused
 *
 * The type, then a cell a row: printed as golden files print it, `!` for an error of that row.
 */
import { formatRow, parseRow } from '../../server/test/row-text.js';
import type { Answer, Cell } from './answer.js';

const REFUSED = 'refused';
const ERROR = '!';

export interface Record {
  readonly version: string;
  /** Of the world that the answers are about. */
  readonly hash: string;
  readonly answers: ReadonlyMap<string, Answer>;
}

export function recordText({ version, hash, answers }: Record): string {
  const lines = [`flink ${version}`, `sha256 ${hash}`, ''];
  for (const [expression, answer] of answers) lines.push(expression, `  ${answerText(answer)}`);
  return `${lines.join('\n')}\n`;
}

/** One line, without what errors say. */
export function answerText(answer: Answer): string {
  if ('refused' in answer) return REFUSED;
  const cells = answer.cells.map((cell) =>
    cell === null || typeof cell === 'string' ? cell : ERROR,
  );
  return [answer.type, formatRow(cells, new Array(cells.length).fill(true))].join(' | ');
}

export function readRecord(text: string): Record {
  const [flink = '', sha = '', , ...lines] = text.trimEnd().split('\n');
  const answers = new Map<string, Answer>();
  for (let i = 0; i + 1 < lines.length; i += 2) {
    answers.set(lines[i] as string, answerOf((lines[i + 1] as string).slice(2)));
  }
  const after = (line: string): string => line.slice(line.indexOf(' ') + 1);
  return { version: after(flink), hash: after(sha), answers };
}

function answerOf(line: string): Answer {
  if (line === REFUSED) return { refused: '' };
  const [type, ...cells] = parseRow(line, {});
  return {
    type: type ?? '',
    cells: cells.map((cell): Cell => (cell === ERROR ? { error: '' } : cell)),
  };
}
