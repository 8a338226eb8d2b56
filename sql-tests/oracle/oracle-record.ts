/**
 * What a real Flink said of a golden file, kept in two places: a line of the file itself,
 *
 *     # oracle: flink-2.3 same
 *     # oracle: flink-2.3 differs: because …
 *     # oracle: flink-2.3 not run: because …
 *
 * and a record beside it, `<name>.oracle`: Flink's version, a hash of the file (without that line),
 * and for each record that Flink answered its line and Flink's own output. A file that changed
 * since has another hash: its verdict is stale.
 */
import { createHash } from 'node:crypto';
import type { Judged } from './judge.js';

export type OracleVerdict = 'same' | 'differs' | 'not run';

export interface OracleLine {
  readonly verdict: OracleVerdict;
  /** Behind `because`; empty for `same`. */
  readonly reason: string;
}

const HEAD = /^# oracle: flink-2\.3 (same|differs|not run)(?:: because (.+))?$/m;

/** The verdict that stands in a golden file; null when none or a malformed one does. */
export function oracleLineOf(text: string): OracleLine | null {
  const match = HEAD.exec(text);
  if (match === null) return null;
  const verdict = match[1] as OracleVerdict;
  const reason = match[2] ?? '';
  return (verdict === 'same') === (reason === '') ? { verdict, reason } : null;
}

/** The file with this verdict as its first line, or in the place of the one it has. */
export function withOracleLine(text: string, { verdict, reason }: OracleLine): string {
  const because = reason === '' ? '' : `: because ${reason}`;
  const line = `# oracle: flink-2.3 ${verdict}${because}`;
  return /^# oracle:.*$/m.test(text) ? text.replace(/^# oracle:.*$/m, line) : `${line}\n${text}`;
}

export function hashOf(text: string): string {
  const rest = text.replace(/^# oracle:.*\n/m, '');
  return createHash('sha256').update(rest).digest('hex');
}

export function recordPath(file: string): string {
  return file.replace(/\.slt$/, '.oracle');
}

/** The record as text. Lines of the file are counted without its oracle line. */
export function recordText(version: string, text: string, judged: readonly Judged[]): string {
  const lines = [`flink ${version}`, `sha256 ${hashOf(text)}`];
  for (const { record, verdict } of judged) {
    if (verdict.kind === 'not run') lines.push('', `${record.line} not run: ${verdict.why}`);
    else if (verdict.lines.length > 0) lines.push('', `${record.line} ${verdict.kind}`);
    else if (verdict.kind === 'differs') {
      lines.push('', `${record.line} differs: ${verdict.what.split('\n')[0]}`);
    }
    if (verdict.kind !== 'not run') lines.push(...verdict.lines.map((line) => `  ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** The hash that a record was made of. */
export function recordedHash(record: string): string | undefined {
  return /^sha256 ([0-9a-f]{64})$/m.exec(record)?.[1];
}

/** The worst verdict of a file's records. */
export function verdictOfFile(judged: readonly Judged[]): OracleVerdict {
  const kinds = judged.map(({ verdict }) => verdict.kind);
  if (kinds.includes('differs')) return 'differs';
  return kinds.includes('not run') ? 'not run' : 'same';
}
