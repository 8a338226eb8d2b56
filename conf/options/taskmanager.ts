/** `taskmanager.*`: what a process gives to its tasks. */
import { option } from '../option.js';

export const MANAGED_MEMORY = option.memorySize({
  key: 'taskmanager.memory.managed.size',
  scope: 'server',
  inert: true,
  doc: 'Memory for state and its caches.',
});

export const TASK_SLOTS = option.int({
  key: 'taskmanager.numberOfTaskSlots',
  default: 1,
  min: 1,
  scope: 'server',
  inert: true,
  doc: 'Tasks that one TaskManager runs. Here the workers share all tasks: see `millrace.workers`.',
});
