/**
 * An HTTP proxy before an S3 server that spoils a share of the requests, by a seed: refused as a
 * server under load does (503, 500, 409 for a conditional put), cut before they arrive, carried out
 * and the answer lost, or the answer cut in its middle. Requests pass unchanged, so that signatures
 * hold.
 */
import http from 'node:http';
import type { Random } from '../../conf/random.js';
import { type Loopback, serve } from '../../state/contract/loopback.js';

export interface FaultProxy extends Loopback {
  /** Requests that were spoilt. */
  readonly faults: number;
}

type Fault = 'slow-down' | 'error' | 'conflict' | 'cut' | 'lost-answer' | 'torn-answer';

const FAULTS: readonly Fault[] = [
  'slow-down',
  'error',
  'conflict',
  'cut',
  'lost-answer',
  'torn-answer',
];

const ANSWERS: Partial<Record<Fault, { readonly status: number; readonly code: string }>> = {
  'slow-down': { status: 503, code: 'SlowDown' },
  error: { status: 500, code: 'InternalError' },
  conflict: { status: 409, code: 'ConditionalRequestConflict' },
};

/** @param target `http://host:port` */
export async function startFaultProxy(
  target: string,
  share: number,
  random: Random,
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const agent = new http.Agent({ keepAlive: true });
  let faults = 0;
  const { endpoint, close } = await serve((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const fault = random.nextDouble() < share ? drawFault(request, random) : null;
      if (fault !== null) faults++;
      if (fault === 'cut') {
        request.socket.destroy();
        return;
      }
      const told = fault === null ? undefined : ANSWERS[fault];
      if (told !== undefined) {
        response.writeHead(told.status, { 'content-type': 'application/xml' });
        response.end(`<Error><Code>${told.code}</Code><Message>told to</Message></Error>`);
        return;
      }
      const { method, url: path, headers } = request;
      const onward = http.request({ hostname, port, method, path, headers, agent }, (answer) => {
        pass(answer, response, fault);
      });
      onward.on('error', () => response.destroy());
      onward.end(Buffer.concat(body));
    });
  });
  return {
    endpoint,
    get faults() {
      return faults;
    },
    close: () => {
      agent.destroy();
      return close();
    },
  };
}

function drawFault({ headers }: http.IncomingMessage, random: Random): Fault {
  const fault = random.pick(FAULTS) as Fault;
  return fault === 'conflict' && headers['if-none-match'] === undefined ? 'slow-down' : fault;
}

function pass(answer: http.IncomingMessage, response: http.ServerResponse, fault: Fault | null) {
  const chunks: Buffer[] = [];
  answer.on('error', () => response.destroy());
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const bytes = Buffer.concat(chunks);
    if (fault === 'lost-answer') {
      response.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault !== 'torn-answer') {
      response.end(bytes);
      return;
    }
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  });
}
