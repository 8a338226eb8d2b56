/**
 * What a profile did to the jobs of golden files: how often state went to files, left memory, came
 * back. A profile that is meant to do it and never did tests nothing.
 */
import type { BackendContext, Environment } from '../../operators/runtime/environment.js';
import type { StateHandle } from '../../state/api/snapshot.js';
import type { KeyGroupRange, StateBackend } from '../../state/api/store.js';
import { NearStore } from '../../state/forst/store.js';
import type { Profile } from './profile.js';

export interface Activity {
  /** Runs of entries that went to files. */
  readonly flushes: number;
  /** Slots that left memory. */
  readonly evictions: number;
  /** Jobs that were restored. */
  readonly restores: number;
  /** Of them, at another parallelism than they had. */
  readonly rescales: number;
}

export const NO_ACTIVITY: Activity = { flushes: 0, evictions: 0, restores: 0, rescales: 0 };

export function addActivity(a: Activity, b: Activity): Activity {
  return {
    flushes: a.flushes + b.flushes,
    evictions: a.evictions + b.evictions,
    restores: a.restores + b.restores,
    rescales: a.rescales + b.rescales,
  };
}

/** What the profile is about and did not happen. */
export function lackingActivity(profile: Profile, activity: Activity): string[] {
  const { options, disturbance } = profile;
  const inFiles = (options.get('state.backend.type') ?? 'hashmap') !== 'hashmap';
  const isTiny = options.has('taskmanager.memory.managed.size');
  const about: (keyof Activity)[] = [];
  if (inFiles && (isTiny || disturbance !== undefined)) about.push('flushes');
  // Memory is given up between batches; where they are large, a feed is one.
  if (inFiles && isTiny && options.has('millrace.batch.size')) about.push('evictions');
  if (disturbance !== undefined) about.push('restores');
  if ((disturbance?.parallelisms.length ?? 0) > 0) about.push('rescales');
  return about.filter((name) => activity[name] === 0);
}

export function activityLine({ name }: Profile, activity: Activity): string {
  const { flushes, evictions, restores, rescales } = activity;
  const among = `${restores} restores, ${rescales} at another parallelism`;
  return `profile ${name}: ${flushes} flushes, ${evictions} evictions, ${among}`;
}

/** Counts what the stores of an environment's backends do. */
export class WatchedStores {
  readonly #stores: NearStore[] = [];

  get flushes(): number {
    return this.#sum('flushes');
  }

  get evictions(): number {
    return this.#sum('evictions');
  }

  #sum(name: 'flushes' | 'evictions'): number {
    return this.#stores.reduce((sum, store) => sum + (store.counts()[name] ?? 0), 0);
  }

  watch(environment: Environment): Environment {
    return {
      ...environment,
      backend: (context) => this.#backend(environment.backend(context)),
      localBackend: (context: BackendContext) => this.#backend(environment.localBackend(context)),
    };
  }

  #backend(backend: StateBackend): StateBackend {
    return {
      name: backend.name,
      open: async (keyGroups: KeyGroupRange, restored: readonly StateHandle[]) => {
        const store = await backend.open(keyGroups, restored);
        if (store instanceof NearStore) this.#stores.push(store);
        return store;
      },
      close: () => backend.close(),
    };
  }
}
