/** All options of `config.yaml` and SET by topic; every export of a topic's file is one. */
import type { Option } from '../option.js';
import * as asyncState from './async-state.js';
import * as checkpointing from './checkpointing.js';
import * as checkpointingNative from './checkpointing-native.js';
import * as execution from './execution.js';
import * as forst from './forst.js';
import * as forstNative from './forst-native.js';
import * as millrace from './millrace.js';
import * as restartStrategy from './restart-strategy.js';
import * as s3 from './s3.js';
import * as sqlGateway from './sql-gateway.js';
import * as stateBackend from './state-backend.js';
import * as table from './table.js';
import * as tableExec from './table-exec.js';
import * as tableOptimizer from './table-optimizer.js';
import * as taskmanager from './taskmanager.js';

export interface Topic {
  readonly title: string;
  readonly options: readonly Option<unknown>[];
}

export const topics: readonly Topic[] = [
  topic('Server and sessions', sqlGateway),
  topic('Jobs', execution),
  topic('Checkpoints', { ...checkpointing, ...checkpointingNative }),
  topic('Restarts', restartStrategy),
  topic('State', { ...asyncState, ...forst, ...forstNative, ...s3, ...stateBackend }),
  topic('SQL', table),
  topic('Operators', tableExec),
  topic('Plans', tableOptimizer),
  topic('Processes', taskmanager),
  topic('Millrace only', millrace),
];

function topic(title: string, exports: Readonly<Record<string, Option<unknown>>>): Topic {
  return { title, options: Object.values(exports).sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

const byKey = new Map<string, Option<unknown>>();
for (const { options } of topics) {
  for (const one of options) for (const key of [one.key, ...one.fallback]) byKey.set(key, one);
}

/** The option that a key, or an older spelling of it, sets. */
export function findOption(key: string): Option<unknown> | undefined {
  return byKey.get(key);
}
