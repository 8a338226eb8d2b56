/** Errors of configuration: `config.yaml`, SET, `-D`, table options. */
import type { ErrorRow } from './table.js';

export const configErrors = {
  /** The file cannot be read or is no YAML. */
  CONFIG_FILE: { kind: 'user' },
  /** A value that its option does not allow. */
  CONFIG_VALUE: { kind: 'user' },
  /** A WITH option that the connector or format does not know, lacks, or does not allow. */
  TABLE_OPTION: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
