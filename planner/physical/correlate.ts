/** LATERAL and UNNEST: each row with the rows that are made of it. */
import type { CorrelateSpec, RowMaker } from '../../operators/correlate/correlate-spec.js';
import type { Correlate } from '../logical/correlate.js';
import { columnList, columnNames, expressionText, styled } from './attribute-text.js';
import { forward } from './distribution.js';
import type { Attribute, PhysicalNode } from './node.js';

/** A row stands as often as rows are made of it, so none of the input's keys is one of these. */
export function correlateNode(node: Correlate, input: PhysicalNode): PhysicalNode {
  const { maker, arguments: args, condition, outer, output } = node;
  const width = input.output.length;
  const operator: CorrelateSpec = {
    kind: 'correlate',
    maker,
    arguments: args,
    made: output.slice(width).map((column) => column.type),
    condition,
    outer,
  };
  const name = nameOf(maker);
  const ordinality = maker.kind === 'unnest' && maker.ordinality ? ' WITH ORDINALITY' : '';
  const attributes: Attribute[] = [
    ['invocation', `${name}(${columnNames(args, input.output)})${ordinality}`],
    ['select', columnList(output)],
    ['joinType', outer ? 'LEFT' : 'INNER'],
  ];
  if (condition !== null) {
    attributes.push(styled('condition', (style) => expressionText(condition, output, style)));
  }
  return {
    operator,
    title: 'Correlate',
    attributes,
    inputs: [forward(input)],
    output,
    kinds: input.kinds,
    uniqueKeys: [],
    upsertKeys: [],
    distribution: input.distribution,
  };
}

function nameOf(maker: RowMaker): string {
  switch (maker.kind) {
    case 'unnest':
      return 'UNNEST';
    case 'replicate':
      return '$REPLICATE_ROWS$1';
    case 'javascript':
      return maker.export;
  }
}
