/** `sql-gateway.*`: where the server listens, and the life of its sessions. */
import { Option, option } from '../option.js';
import { ports } from '../value/ports.js';

export const REST_ADDRESS = option.string({
  key: 'sql-gateway.endpoint.rest.address',
  default: '127.0.0.1',
  scope: 'server',
  doc: 'The host name or address under which clients reach the server.',
});

export const REST_PORT = option.int({
  key: 'sql-gateway.endpoint.rest.port',
  default: 8083,
  min: 0,
  max: 65535,
  scope: 'server',
  doc:
    'The port under which clients reach the server, and which it binds unless bind-port is ' +
    'set. 0 takes any free port.',
});

export const REST_BIND_ADDRESS = option.string({
  key: 'sql-gateway.endpoint.rest.bind-address',
  scope: 'server',
  doc: 'The address to listen on. When unset, `sql-gateway.endpoint.rest.address`.',
});

export const REST_BIND_PORT = new Option<readonly number[] | undefined>(ports, {
  key: 'sql-gateway.endpoint.rest.bind-port',
  scope: 'server',
  doc:
    'The port to listen on: one, a list, or a range, of which the first free one is taken. ' +
    'When unset, `sql-gateway.endpoint.rest.port`.',
});

export const SESSION_IDLE_TIMEOUT = option.duration({
  key: 'sql-gateway.session.idle-timeout',
  default: 10 * 60_000,
  scope: 'server',
  doc: 'A session that no request has touched for this long is closed. 0 closes none.',
});

export const SESSION_CHECK_INTERVAL = option.duration({
  key: 'sql-gateway.session.check-interval',
  default: 60_000,
  scope: 'server',
  doc: 'How often idle sessions are looked for. 0 looks for none.',
});

export const SESSION_MAX_NUM = option.int({
  key: 'sql-gateway.session.max-num',
  default: 1_000_000,
  min: 1,
  scope: 'server',
  doc: 'How many sessions may be open at once.',
});
