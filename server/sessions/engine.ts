/** What all sessions of a server share. */
import type { Clock } from '../../conf/clock.js';
import type { Configuration } from '../../conf/configuration.js';
import type { KeyNotice } from '../../conf/known-keys.js';
import type { PlannerSession } from '../../planner/session.js';
import type { JobRegistry } from '../jobs/job-registry.js';

export interface Engine {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly jobs: JobRegistry;
  /** A new session's planner; the catalogs in memory are the session's own, as in Flink. */
  planner(configuration: Configuration): PlannerSession;
  /** About a setting of a client that has no way to be told; once a key. */
  log(notice: KeyNotice): void;
}
