/**
 * Names for the items of FROM that are no tables and have no alias: `EXPR$0`, `EXPR$1`, … in the
 * order in which they stand, an outer one before those inside of it; those of queries within
 * expressions come before FROM.
 */
import type { Argument } from '../ast/call.js';
import type { FromItem } from '../ast/from.js';
import type { Query, QueryBody } from '../ast/query.js';

export function generatedAliases(query: Query): ReadonlyMap<FromItem, string> {
  const aliases = new Map<FromItem, string>();
  visitQuery(query, aliases);
  return aliases;
}

function visitQuery(query: Query, aliases: Map<FromItem, string>): void {
  for (const table of query.with) visitQuery(table.query, aliases);
  visitBody(query.body, aliases);
}

function visitBody(body: QueryBody, aliases: Map<FromItem, string>): void {
  switch (body.kind) {
    case 'query':
      visitQuery(body, aliases);
      return;
    case 'setOperation':
      for (const operand of body.operands) visitBody(operand, aliases);
      return;
    case 'select':
      visitNested([body.where, body.groupBy, body.having, body.items, body.qualify], aliases);
      if (body.from !== undefined) visitItem(body.from, aliases);
      return;
    case 'values':
    case 'explicitTable':
      return;
  }
}

/** Queries anywhere below; syntax trees are plain data. */
function visitNested(node: unknown, aliases: Map<FromItem, string>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && node.kind === 'query') visitQuery(node as Query, aliases);
  else for (const below of Object.values(node)) visitNested(below, aliases);
}

function visitItem(item: FromItem, aliases: Map<FromItem, string>): void {
  if (item.kind === 'join') {
    visitItem(item.left, aliases);
    visitItem(item.right, aliases);
    return;
  }
  if (item.kind !== 'table' && item.alias === undefined) {
    aliases.set(item, `EXPR$${aliases.size}`);
  }
  if (item.kind === 'derivedTable') visitQuery(item.query, aliases);
  if (item.kind === 'matchRecognize') visitItem(item.input, aliases);
  if (item.kind === 'tableFunction') for (const arg of item.call.args) visitArgument(arg, aliases);
}

function visitArgument(argument: Argument, aliases: Map<FromItem, string>): void {
  if (argument.kind === 'namedArgument') visitArgument(argument.value, aliases);
  if (argument.kind === 'subquery') visitQuery(argument.query, aliases);
  if (argument.kind === 'tableArgument' && argument.source.kind === 'query') {
    visitQuery(argument.source, aliases);
  }
}
