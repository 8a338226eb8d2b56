/** The binder's entry: statements that make jobs, as logical plans. */
import type { Configuration } from '../../conf/configuration.js';
import type { SessionCatalog } from '../catalog/session-catalog.js';
import { resultType } from '../logical/column-type.js';
import { type Sink, sink } from '../logical/sink.js';
import { uniqueNames } from '../logical/unique-names.js';
import type { Query } from '../parser/ast/query.js';
import { noNames } from '../parser/print/resolved-names.js';
import { BindContext } from './context.js';
import type { Findings } from './findings.js';
import { bindNestedQuery, bindQuery } from './query.js';

/** A context for the parts of one statement, whose text is given whole. */
export function bindContext(
  catalog: SessionCatalog,
  configuration: Configuration,
  text: string,
  findings: Findings | null = null,
): BindContext {
  return new BindContext(
    { configuration, bindQuery: bindNestedQuery, views: new Map(), names: noNames(), findings },
    catalog,
    text,
  );
}

/** A SELECT: its rows are collected. Names that repeat get a number, as in Flink. */
export function bindCollect(query: Query, context: BindContext): Sink {
  const { node, names } = bindQuery(query, context);
  context.shared.findings?.settle();
  const unique = uniqueNames(names);
  const columns = node.output.map((c, i) => ({
    name: unique[i] as string,
    type: resultType(c.type),
  }));
  return sink(node, {
    path: [],
    connector: 'collect',
    options: {},
    columns,
    partitionKeys: [],
    primaryKey: [],
    insertOnly: false,
    overwrite: false,
  });
}
