/** What the options `s3.*` say to `S3FileSystem`. Plain data: it crosses to worker threads. */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import {
  S3_ACCESS_KEY,
  S3_ENDPOINT,
  S3_PATH_STYLE,
  S3_REGION,
  S3_SECRET_KEY,
} from '../../conf/options/s3.js';

export interface S3Settings {
  /** Undefined = Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly isPathStyle: boolean;
  /** Undefined = the chain of the AWS SDK. */
  readonly keys: { readonly access: string; readonly secret: string } | undefined;
}

/** @throws CONFIG_VALUE for one key of the two */
export function s3Settings(config: Configuration): S3Settings {
  const access = config.get(S3_ACCESS_KEY);
  const secret = config.get(S3_SECRET_KEY);
  if ((access === undefined) !== (secret === undefined)) {
    const missing = access === undefined ? S3_ACCESS_KEY : S3_SECRET_KEY;
    const reason = `'${missing.key}' is not set; allowed is both keys of S3, or none`;
    throw new MillraceError('CONFIG_VALUE', reason);
  }
  const endpoint = config.get(S3_ENDPOINT);
  return {
    endpoint,
    region: config.get(S3_REGION) ?? (endpoint === undefined ? undefined : 'us-east-1'),
    isPathStyle: config.get(S3_PATH_STYLE),
    keys: access === undefined || secret === undefined ? undefined : { access, secret },
  };
}
