/**
 * The source `feed`: its rows are given while a query runs, through a `LocalExecutor`, which makes
 * the source itself. Here stands what the planner asks of it.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { option } from '../../conf/option.js';
import { TableOptions } from '../../conf/table-options.js';
import type { SourceConnector } from './connector.js';

const feedOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'feed'." }),
  changelogMode: option.enumeration({
    key: 'changelog-mode',
    values: ['I', 'I,UA,D', 'I,UB,UA,D'],
    default: 'I',
    doc: 'The kinds of rows that come: inserts alone, upserts by the primary key, or all.',
  }),
} as const;

export const feedSource: SourceConnector = {
  name: 'feed',
  metadata: [],
  validate(spec, places) {
    const record = new TableOptions("connector 'feed'", spec.options, places);
    const { changelogMode } = record.read(feedOptions);
    record.refuseRest();
    const upserts = changelogMode === 'I,UA,D' ? ({ upserts: true } as const) : {};
    return { bounded: false, insertOnly: changelogMode === 'I', ...upserts };
  },
  create(spec) {
    throw new MillraceError('TABLE_OPTION', `Nobody feeds table '${spec.table}' here`, {
      hint: "Tables with 'connector' = 'feed' are for golden tests; see docs/golden-tests.md.",
    });
  },
};
