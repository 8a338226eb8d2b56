/** The Parquet format: it has no options; types are checked against each file when it is opened. */
import type { Format } from '../format.js';

export const parquetFormat: Format = {
  name: 'parquet',
  decode: () => ({ kind: 'parquet' }),
};
