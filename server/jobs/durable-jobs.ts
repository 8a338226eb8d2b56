/** Puts a job's coordinator together: options, folder, restart strategy, what it begins with. */
import type { Clock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { openUrl } from '../../state/fs/url.js';
import { CheckpointStore } from '../checkpoint/checkpoint-store.js';
import { Coordinator } from '../checkpoint/coordinator.js';
import { restartStrategy } from '../checkpoint/restart-strategy.js';
import { jobFolderOf, restoreFrom } from '../checkpoint/restore.js';
import { type CheckpointSettings, checkpointSettings } from '../checkpoint/settings.js';
import type { StoredJob, StoredJobs } from './stored-jobs.js';

export interface DurableJobsParts {
  readonly clock: Clock;
  /** Version of Millrace. */
  readonly engine: string;
  readonly stored: StoredJobs;
  /** Takes a sentence for the server's log. */
  readonly warn: (text: string) => void;
}

export class DurableJobs {
  readonly #parts: DurableJobsParts;

  constructor(parts: DurableJobsParts) {
    this.#parts = parts;
  }

  /**
   * The coordinator of a job; a new job that is checkpointed is stored for the next server.
   * @param earlier the job as an earlier server stored it; null: it is new
   * @throws CONFIG_VALUE for options that exclude each other
   */
  coordinator(jobId: string, spec: JobSpec, earlier: StoredJob | null): Coordinator {
    const { clock, engine, stored, warn } = this.#parts;
    const configuration = Configuration.of(spec.options);
    const settings = checkpointSettings(configuration);
    for (const text of settings.warnings) warn(`Job ${jobId}: ${text}`);
    const open = (url: string): FileSystem => openUrl(url, configuration);
    const folder = folderOfJob(settings, jobId);
    const isStored = settings.intervalMs !== null;
    const job = earlier ?? {
      id: jobId,
      spec,
      engine,
      startedAt: clock.now(),
      reached: { stands: false },
    };
    const coordinator = new Coordinator({
      jobId,
      spec,
      settings,
      store: folder === null ? null : new CheckpointStore(open(folder), settings.numRetained),
      strategy: restartStrategy(configuration, clock, new Random(clock.now())),
      clock,
      engine,
      resumed: earlier?.reached ?? null,
      reached: async (reached) => {
        stored.put({ ...job, reached });
        await stored.settled();
      },
      open,
      initial: async (ending) => {
        const { path, ignoreUnclaimed } = settings.recovery;
        const from = ending ?? path;
        return from === null ? null : restoreFrom(from, spec, ignoreUnclaimed, open);
      },
      ended: async (state) => {
        if (!isStored || state === 'SUSPENDED') return;
        stored.delete(jobId);
        await stored.settled();
      },
    });
    if (isStored && earlier === null) stored.put(job);
    return coordinator;
  }

  /** Jobs of an earlier server. @throws JOB_STORE */
  list(): ReturnType<StoredJobs['list']> {
    return this.#parts.stored.list();
  }

  /** What was started is stored. @throws JOB_STORE */
  settled(): Promise<void> {
    return this.#parts.stored.settled();
  }

  close(): Promise<void> {
    return this.#parts.stored.close();
  }
}

/** A job that claims another's checkpoint goes on in that one's folder, and takes it over. */
function folderOfJob({ folder, recovery }: CheckpointSettings, jobId: string): string | null {
  if (folder === null) return null;
  const claimed = recovery.claim && recovery.path !== null ? jobFolderOf(recovery.path) : null;
  return claimed ?? `${folder.replace(/\/+$/, '')}/${jobId}`;
}
