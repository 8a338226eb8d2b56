import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of this machine, for tests and benchmarks. */
export interface Loopback {
  /** `http://host:port` */
  readonly endpoint: string;
  /** Cuts the connections that are open. */
  close(): Promise<void>;
}

export async function serve(answer: http.RequestListener): Promise<Loopback> {
  const server = http.createServer(answer);
  // Clients that keep connections must not meet one that was just closed.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
