/** `table.*` beside `table.exec.*`: how SQL is read and answered. */
import { option } from '../option.js';

export const LOCAL_TIME_ZONE = option.string({
  key: 'table.local-time-zone',
  default: 'default',
  check: isTimeZone,
  allowed: "default, a full name such as 'Europe/Berlin', or an offset such as 'GMT+08:00'",
  doc:
    'The time zone of the session: of CURRENT_TIMESTAMP and its kin, and of TIMESTAMP_LTZ as ' +
    'text. `default` is the zone of the machine.',
});

export const SQL_DIALECT = option.enumeration({
  key: 'table.sql-dialect',
  values: [
    'default',
    'athena',
    'bigquery',
    'db2',
    'hive',
    'mariadb',
    'mysql',
    'noql',
    'postgresql',
    'redshift',
    'snowflake',
    'sqlite',
    'transactsql',
    'trino',
  ],
  default: 'default',
  doc:
    "The dialect that queries and INSERT are read in; `default` is Flink's own. " +
    'See `docs/dialects.md`.',
});

export const DML_SYNC = option.boolean({
  key: 'table.dml-sync',
  default: false,
  doc: 'Whether INSERT answers only when its job has ended.',
});

export const CATALOG_STORE_KIND = option.enumeration({
  key: 'table.catalog-store.kind',
  values: ['millrace', 'generic_in_memory', 'file'],
  default: 'millrace',
  scope: 'server',
  doc:
    'Where the definitions of catalogs are kept: `millrace` in a folder, with all that is in ' +
    "catalogs of `'type' = 'millrace'`; `file` as YAML files; `generic_in_memory` in the session.",
});

export const CATALOG_STORE_FILES = option.string({
  key: 'table.catalog-store.file.path',
  scope: 'server',
  doc: 'The folder of the store of the kind `file`: a file `<catalog>.yaml` for each catalog.',
});

/** `GMT+hh:mm` below 18 hours, or a name that the time zone database has. */
function isTimeZone(zone: string): boolean {
  if (zone === 'default' || /^GMT[+-](0\d|1[0-7]):[0-5]\d$/.test(zone)) return true;
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
