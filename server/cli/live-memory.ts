/** `millrace state inspect URL`: who holds the managed memory of a running server. */
import { MillraceError } from '../../conf/errors/error.js';
import type { Held } from '../../operators/runtime/thread-memory.js';
import { sizeText } from '../../state/forst/inspect.js';
import type { MemoryJson } from '../http/memory-json.js';

/** @throws SERVER_ADDRESS when none answers there */
export async function liveMemory(url: string): Promise<string> {
  const address = `${url.replace(/\/$/, '')}/memory`;
  const response = await fetch(address).catch((cause: unknown) => {
    throw new MillraceError('SERVER_ADDRESS', `No server answers at ${address}`, { cause });
  });
  if (!response.ok) {
    throw new MillraceError('SERVER_ADDRESS', `${address} answers ${response.status}`, {
      hint: 'Name the address of a server, as http://127.0.0.1:8083.',
    });
  }
  return memoryText((await response.json()) as MemoryJson);
}

export function memoryText({ managedBytes, process, workers, operators }: MemoryJson): string {
  const lines = [`managed memory ${sizeText(managedBytes)}, process ${sizeText(process.rss)}`];
  for (const { worker, tables, blocks, inFlight } of workers) {
    lines.push(`worker ${worker}`);
    lines.push(`  tables ${heldText(tables)}`);
    lines.push(`  blocks of files ${heldText(blocks)}`);
    lines.push(`  batches in flight ${heldText(inFlight)}`);
  }
  for (const { job, jobName, name, tableBytes, inFlightRecords } of operators) {
    lines.push(`${job} ${jobName}: ${name}`);
    lines.push(`  tables ${sizeText(tableBytes)}, ${inFlightRecords} rows in flight`);
  }
  return lines.join('\n');
}

function heldText({ bytes, limitBytes }: Held): string {
  return `${sizeText(bytes)} of ${sizeText(limitBytes)}`;
}
