/** `execution.async-state.*`: how public state keeps accesses under way. */
import { option } from '../option.js';

export const ASYNC_STATE_IN_FLIGHT = option.int({
  key: 'execution.async-state.total-buffer-size',
  fallback: ['execution.async-state.in-flight-records-limit'],
  default: 6000,
  min: 1,
  doc: 'Most records of an operator that wait for their state; the next one waits to begin.',
});

export const ASYNC_STATE_BUFFER_SIZE = option.int({
  key: 'execution.async-state.active-buffer-size',
  fallback: ['execution.async-state.buffer-size'],
  default: 1000,
  min: 1,
  doc: 'Accesses to state that are collected before they are sent as one batch.',
});

export const ASYNC_STATE_BUFFER_TIMEOUT = option.long({
  key: 'execution.async-state.active-buffer-timeout',
  fallback: ['execution.async-state.buffer-timeout'],
  default: 1000,
  doc: 'In milliseconds: how long a batch of accesses collects; 0 or less is without a limit.',
});
