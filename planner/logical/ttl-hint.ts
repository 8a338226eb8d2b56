/** What a STATE_TTL hint says of one input of a join or an aggregate. */
export interface TtlHint {
  readonly input: 'LEFT' | 'RIGHT' | 'INPUT';
  /** As it was said, `1 d`. */
  readonly text: string;
  /** 0 = forever. */
  readonly ms: number;
}

/** As the physical plan shows it. */
export function ttlHintText(hints: readonly TtlHint[]): string {
  const options = hints.map(({ input, text }) => (input === 'INPUT' ? text : `${input}=${text}`));
  const list = options.join(', ');
  return `[[STATE_TTL options:${hints[0]?.input === 'INPUT' ? `[${list}]` : `{${list}}`}]]`;
}
