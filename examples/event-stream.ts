/** Server-sent events of a reply, as they come: one object an event, its data parsed. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Record<string, unknown>;
}

export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parseEvent(block);
  }
}

function parseEvent(block: string): StreamEvent {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  return { name: field('event'), data: JSON.parse(field('data')) as Record<string, unknown> };
}
