/** PARSE_URL (as `java.net.URL` takes a text apart) and Internet addresses as numbers. */

interface Url {
  readonly protocol: string;
  readonly authority: string | null;
  readonly userInfo: string | null;
  readonly host: string;
  readonly path: string;
  readonly query: string | null;
  readonly ref: string | null;
}

/** Protocols that Java has handlers for. */
const PROTOCOLS = new Set(['http', 'https', 'ftp', 'file', 'jar', 'mailto']);

/** Null where `new URL(text)` throws. */
function urlOf(text: string): Url | null {
  const trimmed = text.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/^url:/i, '');
  const scheme = /^([A-Za-z][A-Za-z\d+.-]*):/.exec(trimmed)?.[1];
  const protocol = scheme?.toLowerCase() ?? '';
  if (!PROTOCOLS.has(protocol)) return null;
  const [spec, ref] = cut(trimmed.slice(protocol.length + 1), '#');
  if (protocol === 'mailto' || protocol === 'jar') {
    return { ...NO_AUTHORITY, protocol, path: spec, query: null, ref };
  }
  const [place, query] = cut(spec, '?');
  const found = place.startsWith('////') ? null : /^\/\/([^/]*)(.*)$/s.exec(place);
  if (found === null) return { ...NO_AUTHORITY, protocol, path: place, query, ref };
  const [, authority = '', path = ''] = found;
  const who = hostOf(authority);
  return who && { ...who, authority, protocol, path, query, ref };
}

const NO_AUTHORITY = { authority: null, userInfo: null, host: '' };

function cut(text: string, at: string): [string, string | null] {
  const index = text.indexOf(at);
  return index < 0 ? [text, null] : [text.slice(0, index), text.slice(index + 1)];
}

function hostOf(authority: string): { userInfo: string | null; host: string } | null {
  const parts = authority.split('@');
  if (parts.length > 2) return { userInfo: null, host: '' };
  const userInfo = parts.length === 2 ? (parts[0] as string) : null;
  const match = /^(\[[^\]]{2,}\]|[^:[][^:]*|)(?::(\d*))?$/.exec(parts.at(-1) ?? '');
  return match && { userInfo, host: match[1] ?? '' };
}

export function parseUrl(text: string, part: string): string | null {
  const url = urlOf(text);
  if (url === null) return null;
  switch (part) {
    case 'HOST':
      return url.host;
    case 'PATH':
      return url.path;
    case 'QUERY':
      return url.query;
    case 'REF':
      return url.ref;
    case 'PROTOCOL':
      return url.protocol;
    case 'FILE':
      return url.query === null ? url.path : `${url.path}?${url.query}`;
    case 'AUTHORITY':
      return url.authority;
    case 'USERINFO':
      return url.userInfo;
    default:
      return null;
  }
}

/** The value of a key of the query. */
export function parseUrlKey(text: string, part: string, key: string): string | null {
  const query = part === 'QUERY' ? parseUrl(text, part) : null;
  if (query === null) return null;
  const found = `&${query}`.split(`&${key}=`)[1];
  return found === undefined ? null : (found.split('&')[0] as string);
}

/** Of `a`, `a.b`, `a.b.c` or `a.b.c.d`: what is missing is zero, before the last part. */
export function inetAton(text: string): bigint | null {
  if (!/^\d+(?:\.\d+){0,3}$/.test(text)) return null;
  const parts = text.split('.').map(Number);
  if (parts.some((part) => part > 255)) return null;
  const last = parts.pop() as number;
  while (parts.length < 3) parts.push(0);
  return BigInt(parts.reduce((sum, part) => sum * 256 + part, 0) * 256 + last);
}

export function inetNtoa(value: bigint): string | null {
  if (value < 0n || value > 0xffffffffn) return null;
  const address = Number(value);
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}
