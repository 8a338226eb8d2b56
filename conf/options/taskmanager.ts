/** `taskmanager.*`: what a process gives to its tasks. */
import { totalmem } from 'node:os';
import { option } from '../option.js';

export const MANAGED_MEMORY = option.memorySize({
  key: 'taskmanager.memory.managed.size',
  default: Math.floor(totalmem() * 0.4),
  defaultText: '40 % of the machine',
  scope: 'server',
  doc:
    'Memory of state in files: tables, blocks of files, batches whose state is being read; the ' +
    'workers share it (`docs/http.md`). State on hashmap is not bounded by it.',
});

export const TASK_SLOTS = option.int({
  key: 'taskmanager.numberOfTaskSlots',
  default: 1,
  min: 1,
  scope: 'server',
  inert: true,
  doc: 'Tasks that one TaskManager runs. Here the workers share all tasks: see `millrace.workers`.',
});
