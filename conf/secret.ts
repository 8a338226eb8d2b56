/** Settings that are shown to nobody, by their keys: the words of Flink's `GlobalConfiguration`. */
const SECRET_WORDS = [
  'password',
  'secret',
  'fs.azure.account.key',
  'apikey',
  'api-key',
  'auth-params',
  'service-key',
  'token',
  'basic-auth',
  'jaas.config',
  'http-headers',
];

/** What stands in place of a secret. */
export const HIDDEN = '******';

export function isSecret(key: string): boolean {
  const lower = key.toLowerCase();
  return SECRET_WORDS.some((word) => lower.includes(word));
}
