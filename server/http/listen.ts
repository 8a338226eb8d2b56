/** Where the server listens, by Flink's four keys. */
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import {
  REST_ADDRESS,
  REST_BIND_ADDRESS,
  REST_BIND_PORT,
  REST_PORT,
} from '../../conf/options/sql-gateway.js';

/**
 * Binds the first free of the ports that are allowed.
 * @returns the base of the server's URLs, without a slash at the end
 * @throws SERVER_ADDRESS
 */
export async function listen(
  server: FastifyInstance,
  configuration: Configuration,
): Promise<string> {
  const address = configuration.get(REST_ADDRESS);
  const host = configuration.get(REST_BIND_ADDRESS) ?? address;
  const ports = configuration.get(REST_BIND_PORT) ?? [configuration.get(REST_PORT)];
  for (const port of ports) {
    try {
      await server.listen({ host, port });
      const [at] = server.addresses();
      const bound = typeof at === 'object' ? at.port : port;
      return `http://${address.includes(':') ? `[${address}]` : address}:${bound}`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && port !== ports.at(-1)) continue;
      throw refused(host, ports, code, error);
    }
  }
  throw refused(host, ports, 'no port', undefined);
}

function refused(
  host: string,
  ports: readonly number[],
  code: string | undefined,
  cause: unknown,
): MillraceError {
  const [first, last] = [ports[0], ports.at(-1)];
  const where = `${host}:${first === last ? first : `${first}-${last}`}`;
  const why: Record<string, string> = {
    EADDRINUSE: 'it is in use',
    EACCES: 'that is not permitted',
    EADDRNOTAVAIL: 'it is not an address of this machine',
    ENOTFOUND: 'the host is not known',
  };
  const reason = `Cannot listen on ${where}: ${why[code ?? ''] ?? code}`;
  const hint = `Set '${REST_PORT.key}' or '${REST_BIND_ADDRESS.key}'.`;
  return new MillraceError('SERVER_ADDRESS', reason, { hint, cause });
}
