/** `s3.*`: how `s3://` folders are reached, under the names of Flink's S3 file systems. */
import { option } from '../option.js';

export const S3_ENDPOINT = option.string({
  key: 's3.endpoint',
  check: (text) => /^https?:\/\/[^/?#@]+\/?$/.test(text),
  allowed: 'http:// or https:// with host and port',
  doc: 'The address of an S3-compatible server. When unset, that of Amazon in the region.',
});

export const S3_REGION = option.string({
  key: 's3.region',
  fallback: ['s3.endpoint.region'],
  doc: 'The region of the bucket. When unset, as the AWS SDK finds it; with an endpoint, any.',
});

export const S3_PATH_STYLE = option.boolean({
  key: 's3.path-style-access',
  fallback: ['s3.path.style.access'],
  default: false,
  doc: 'Whether the bucket stands in the path and not in the host name; most servers want it.',
});

export const S3_ACCESS_KEY = option.string({
  key: 's3.access-key',
  fallback: ['s3.access.key'],
  doc: 'The access key. When unset, credentials are found by the chain of the AWS SDK.',
});

export const S3_SECRET_KEY = option.string({
  key: 's3.secret-key',
  fallback: ['s3.secret.key'],
  doc: 'The secret of `s3.access-key`. It is shown nowhere.',
});
