/** DESCRIBE FUNCTION: what is known of a function by its name, the engine's own too. */
import { aggregateFunctions } from '../../operators/aggregate/functions/registry.js';
import { findFunction } from '../../operators/expr/registry.js';
import type { Scalar } from '../../state/column/scalar.js';
import { bareText } from '../../state/column/type-text.js';
import type { Describe } from '../parser/ast/utility.js';
import { type DdlContext, ddlError } from './ddl-context.js';
import { functionTarget } from './function.js';
import { type StatementResult, tableResult } from './result.js';
import type { CatalogFunction } from './table.js';

interface Facts {
  readonly kind: 'SCALAR' | 'AGGREGATE' | 'TABLE';
  /** The same for the same arguments. */
  readonly deterministic: boolean;
  readonly folds: boolean;
  readonly signatures: readonly string[];
}

export function describeFunction(statement: Describe, context: DdlContext): StatementResult {
  const { catalog } = context;
  const parts = statement.name.parts.map((part) => part.name);
  const name = parts.at(-1) ?? '';
  const system = parts.length === 1 ? catalog.systemFunctions.get(name.toLowerCase()) : undefined;
  const engine = parts.length === 1 ? engineFacts(name) : undefined;
  if (system === undefined && engine !== undefined) {
    return described(statement, [true, false], [], () => engine);
  }
  const path = catalog.qualify(parts);
  const temporary = catalog.temporaryFunctions.has(catalog.functionKey(path));
  const found = system ?? catalog.findFunction(path);
  if (found === undefined) {
    const reason = `Function with the identifier '${parts.join('.')}' doesn't exist.`;
    throw ddlError(context, 'CATALOG_MISSING', reason, statement.name);
  }
  const isSystem = system !== undefined;
  return described(statement, [isSystem, isSystem || temporary], sourceRows(found), () =>
    context.bind.locate(statement, () => userFacts(found, name, context)),
  );
}

function described(
  { extended }: Describe,
  [system, temporary]: readonly [boolean, boolean],
  source: readonly Scalar[][],
  facts: () => Facts,
): StatementResult {
  const rows: Scalar[][] = [
    ['is system function', String(system)],
    ['is temporary', String(temporary)],
    ...source,
  ];
  if (extended) {
    const { kind, deterministic, folds, signatures } = facts();
    rows.push(
      ['kind', kind],
      ['requirements', '[]'],
      ['is deterministic', String(deterministic)],
      ['supports constant folding', String(folds)],
      ['signature', signatures.join('\n')],
    );
  }
  return tableResult(['info name', 'info value'], rows);
}

function sourceRows({ file, export: name }: CatalogFunction): Scalar[][] {
  return [
    ['class name', name],
    ['function language', 'JAVASCRIPT'],
    ['resource uris', `[ResourceUri{resourceType=FILE, uri='${file}'}]`],
  ];
}

function engineFacts(name: string): Facts | undefined {
  const aggregate = aggregateFunctions.get(name.toUpperCase());
  if (aggregate !== undefined) {
    const signatures = [aggregate.signature];
    return { kind: 'AGGREGATE', deterministic: true, folds: true, signatures };
  }
  const scalar = /^\w+$/.test(name) ? findFunction(name.toUpperCase()) : undefined;
  if (scalar === undefined) return undefined;
  const { volatility, signatures } = scalar;
  return { kind: 'SCALAR', deterministic: volatility !== 'row', folds: !volatility, signatures };
}

function userFacts(found: CatalogFunction, name: string, context: DdlContext): Facts {
  const { kind, arguments: args, returns } = functionTarget(found, context.bind);
  const call = `${name}(${args.map(bareText).join(', ')}) => ${bareText(returns)}`;
  const upper = kind.toUpperCase() as Facts['kind'];
  return { kind: upper, deterministic: false, folds: false, signatures: [call] };
}
