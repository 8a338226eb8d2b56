/** A SeaweedFS behind a proxy that makes it as far as S3 is, and counts what passes. */
import { makeBucket, type SeaweedFS, startSeaweedFS } from '../../state/contract/seaweedfs.js';
import { type FarServer, startFarServer } from '../state/far-server.js';
import type { ProxyCounts } from '../state/latency-proxy.js';

export class FarStore {
  readonly #weed: SeaweedFS;
  readonly #proxy: FarServer;

  private constructor(weed: SeaweedFS, proxy: FarServer) {
    this.#weed = weed;
    this.#proxy = proxy;
  }

  static async start(program: string): Promise<FarStore> {
    const weed = await startSeaweedFS(program);
    await makeBucket(weed, 'bench');
    return new FarStore(weed, await startFarServer(weed.settings.endpoint as string));
  }

  /** How a job reaches it. */
  settings(folder: string): Record<string, string> {
    const { keys } = this.#weed.settings;
    return {
      's3.endpoint': this.#proxy.endpoint,
      's3.path.style.access': 'true',
      's3.access-key': keys?.access ?? '',
      's3.secret-key': keys?.secret ?? '',
      'execution.checkpointing.dir': `s3://bench/${folder}`,
    };
  }

  counts(): Promise<ProxyCounts> {
    return this.#proxy.counts();
  }

  /** The room of deleted files is free again. */
  vacuum(): Promise<void> {
    return this.#weed.vacuum();
  }

  async stop(): Promise<void> {
    await this.#proxy.stop();
    await this.#weed.stop();
  }
}
