/**
 * What Flink answered, kept in a file of lines: a seed that is run again, because this engine was
 * mended since, asks Flink only what is new.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

type Line = readonly [key: string, answer: unknown];

export class Answers<Answer> {
  readonly #file: string | null;
  readonly #known = new Map<string, Answer>();

  /** @param file null to keep them as long as this object alone */
  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const [key, answer] = JSON.parse(line) as Line;
      this.#known.set(key, answer as Answer);
    }
  }

  get(question: unknown): Answer | undefined {
    return this.#known.get(keyOf(question));
  }

  add(question: unknown, answer: Answer): void {
    const key = keyOf(question);
    this.#known.set(key, answer);
    const line: Line = [key, answer];
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function keyOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64url');
}
