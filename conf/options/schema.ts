/** All options of `config.yaml` and SET, by topic; every export of a topic's file is one. */
import type { Option } from '../option.js';
import * as checkpointing from './checkpointing.js';
import * as execution from './execution.js';
import * as millrace from './millrace.js';
import * as sqlGateway from './sql-gateway.js';
import * as table from './table.js';
import * as tableExec from './table-exec.js';
import * as taskmanager from './taskmanager.js';

export interface Topic {
  readonly title: string;
  readonly options: readonly Option<unknown>[];
}

export const topics: readonly Topic[] = [
  { title: 'Server and sessions', options: Object.values(sqlGateway) },
  { title: 'Jobs', options: Object.values(execution) },
  { title: 'Checkpoints', options: Object.values(checkpointing) },
  { title: 'SQL', options: Object.values(table) },
  { title: 'Operators', options: Object.values(tableExec) },
  { title: 'Processes', options: Object.values(taskmanager) },
  { title: 'Millrace only', options: Object.values(millrace) },
];

const byKey = new Map<string, Option<unknown>>();
for (const { options } of topics) {
  for (const one of options) for (const key of [one.key, ...one.fallback]) byKey.set(key, one);
}

/** The option that a key, or an older spelling of it, sets. */
export function findOption(key: string): Option<unknown> | undefined {
  return byKey.get(key);
}
