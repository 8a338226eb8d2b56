/** `execution.async-state.*`: how much state is read at once, for operators and public state. */
import { option } from '../option.js';

export const ASYNC_STATE_IN_FLIGHT = option.int({
  key: 'execution.async-state.total-buffer-size',
  fallback: ['execution.async-state.in-flight-records-limit'],
  default: 6000,
  min: 1,
  doc:
    'Most rows of a task whose state is read ahead, about: the batch that passes it is the last. ' +
    'Of public state: most records that wait, the next one waits to begin.',
});

export const ASYNC_STATE_BUFFER_SIZE = option.int({
  key: 'execution.async-state.active-buffer-size',
  fallback: ['execution.async-state.buffer-size'],
  default: 1000,
  min: 1,
  doc:
    'Accesses to public state (State V2) that are collected before they are sent as one batch. ' +
    'No effect on operators of SQL: all reads of a batch of rows are sent at once.',
});

export const ASYNC_STATE_BUFFER_TIMEOUT = option.long({
  key: 'execution.async-state.active-buffer-timeout',
  fallback: ['execution.async-state.buffer-timeout'],
  default: 1000,
  doc:
    'In milliseconds: how long such a batch of accesses to public state collects; 0 or less is ' +
    'without a limit. No effect on operators of SQL.',
});
