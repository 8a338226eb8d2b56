/** Errors of stored state: files of checkpoints and of the state backends. */
import type { ErrorRow } from './table.js';

export const stateErrors = {
  /** A file that must be there is not. */
  FILE_MISSING: { kind: 'user' },
  /** A file system did not answer, or asked to be left alone for a while. */
  FILE_UNREACHABLE: { kind: 'retry' },
  /** A file system says no until somebody mends it: permission, full disk, revoked key. */
  FILE_REFUSED: { kind: 'user' },
  /** A stored file does not hold what was written, or is of a format this version cannot read. */
  STATE_CORRUPT: {
    kind: 'corrupt',
    hint: 'Restore from an older checkpoint; `millrace state verify PATH` lists what is damaged.',
  },
  /** State that must be waited for was asked for by an access that cannot wait. */
  STATE_FAR: { kind: 'user', hint: 'Use the asynchronous form of this access.' },
  /** A state is declared otherwise than the checkpoint has it: other types, order or kind. */
  STATE_INCOMPATIBLE: {
    kind: 'user',
    hint: 'Start the changed query without this state, or change it back.',
  },
} as const satisfies Record<string, ErrorRow>;
