/** The forms of rows that `POST /sql` can give, by content type. */
import { describe, MillraceError } from '../../../conf/errors/error.js';
import type { Zoned } from '../../../conf/time-zone.js';
import { csv } from './csv.js';
import { ndjson } from './ndjson.js';
import type { RowEncoder } from './row-output.js';
import type { ResultShape } from './script.js';

export interface RowFormat {
  readonly contentType: string;
  encoder(shape: ResultShape, zone: Zoned): RowEncoder;
  /** What stands behind the rows when the query fails in the middle. */
  failure(error: MillraceError): string;
}

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';
export const ARROW = 'application/vnd.apache.arrow.stream';

/** @throws HTTP_BAD_REQUEST */
export async function rowFormatOf(accept: string): Promise<RowFormat> {
  for (const part of accept.split(',')) {
    const type = part.split(';')[0]?.trim() ?? '';
    if (type === CSV || type === 'text/*') {
      return { contentType: `${CSV}; charset=utf-8`, encoder: csv, failure: csvFailure };
    }
    if (type === ARROW) {
      const { arrowStream } = await import('./arrow.js');
      return { contentType: ARROW, encoder: arrowStream, failure: () => '' };
    }
    if (type === NDJSON || type === '*/*' || type === 'application/*' || type === '') {
      return { contentType: NDJSON, encoder: ndjson, failure: ndjsonFailure };
    }
  }
  const allowed = `${NDJSON}, ${CSV}, ${ARROW} and text/event-stream`;
  throw new MillraceError('HTTP_BAD_REQUEST', `Accept is '${accept}'; there are ${allowed}`);
}

/** No row, but people read it: the connection is cut behind it. */
function csvFailure(error: MillraceError): string {
  return `${describe(error)}\r\n`;
}

function ndjsonFailure(error: MillraceError): string {
  return `${JSON.stringify({ errors: [describe(error)] })}\n`;
}
