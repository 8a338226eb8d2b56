/** The two clients of a bucket: the SDK's, and the small one for reads with its credentials. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Clock } from '../../conf/clock.js';
import { assert, MillraceError } from '../../conf/errors/error.js';
import { S3_REGION } from '../../conf/options/s3.js';
import { S3Reader } from './s3-reader.js';
import type { S3Settings } from './s3-settings.js';

export type S3Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Connection {
  readonly sdk: S3Sdk;
  readonly client: S3Client;
  readonly reader: S3Reader;
}

const CONNECT_MS = 5000;
/** A request without a byte for so long is given up: a read, and others, which may take long. */
const SILENT_MS = { read: 10_000, other: 30_000 };
const CONNECTIONS = 256;

/** Loads the SDK: 80 ms that nobody pays who has no S3. */
export async function connectS3(
  bucket: string,
  settings: S3Settings,
  clock: Clock,
  silentMs: { readonly read: number; readonly other: number } = SILENT_MS,
): Promise<S3Connection> {
  // The SDK's version is pinned; which Node it runs on is not the user's business.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, isPathStyle, keys } = settings;
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(keys === undefined
      ? {}
      : { credentials: { accessKeyId: keys.access, secretAccessKey: keys.secret } }),
    forcePathStyle: isPathStyle,
    // We try again ourselves; and servers other than Amazon's know no trailing checksums.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silentMs.other,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
  const { config } = client;
  const found = await config.region().catch(() => {
    const reason = `'${S3_REGION.key}' is not set, and the AWS SDK finds no region`;
    throw new MillraceError('CONFIG_VALUE', reason);
  });
  const base = await addressOf(sdk, client, bucket);
  const credentials = () => config.credentials();
  const reader = new S3Reader({ base, region: found, credentials, clock, silentMs: silentMs.read });
  return { sdk, client, reader };
}

/** The bucket's address as the SDK makes it of all its settings: a request that is never sent. */
async function addressOf(sdk: S3Sdk, client: S3Client, bucket: string): Promise<URL> {
  const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: 'key' });
  let address: URL | undefined;
  command.middlewareStack.add(
    () => async (args) => {
      const { protocol, hostname, port, path } = args.request as SdkRequest;
      const host = port === undefined ? hostname : `${hostname}:${port}`;
      address = new URL(`${protocol}//${host}${path.slice(0, -'/key'.length)}`);
      return { output: { $metadata: {} }, response: undefined };
    },
    { step: 'build' },
  );
  await client.send(command);
  assert(address !== undefined, 'The SDK builds a request before it sends it');
  return address;
}

interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}
