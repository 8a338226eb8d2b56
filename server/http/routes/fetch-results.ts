import { MillraceError } from '../../../conf/errors/error.js';
import { pageJson, type RowFormat, rowFormat } from '../page-json.js';
import { API_VERSIONS, type ApiVersion, JsonText, type Route } from '../route.js';
import { warn } from '../warnings.js';

/** A page of an operation's result; NOT_READY holds nothing but where to ask again. */
export const fetchResults: Route = {
  method: 'GET',
  path: '/sessions/:session/operations/:operation/result/:token',
  versions: API_VERSIONS,
  async handle({ context, path, query, version, reply }) {
    const session = context.sessions.get(path.session ?? '');
    const operation = session.operation(path.operation ?? '');
    const token = readToken(path.token ?? '');
    const format = rowFormat(version === 1 ? undefined : query.rowFormat);
    const uri = (next: number): string => {
      const base = `/v${version}/sessions/${session.id}/operations/${operation.id}/result/${next}`;
      return base + formatQuery(version, format);
    };
    const page = await operation.page(token);
    if (page === null) return { resultType: 'NOT_READY', nextResultUri: uri(token) };
    warn(reply.raw, operation.notices);
    const next = page.type === 'EOS' ? {} : { nextUri: uri(token + 1) };
    return new JsonText(pageJson(page, { format, zone: session.zone, ...next }));
  },
};

function formatQuery(version: ApiVersion, format: RowFormat): string {
  return version === 1 ? '' : `?rowFormat=${format}`;
}

function readToken(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new MillraceError('HTTP_BAD_REQUEST', `The token is '${text}'; allowed is a number`);
}
