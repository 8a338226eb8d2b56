/** Filters and projections, alone or one over the other, as one calc. */
import type { CalcSpec } from '../../operators/calc/calc-spec.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { column } from '../logical/expressions.js';
import { expressionText, projectionText, styled } from './attribute-text.js';
import { forward, projectedDistribution } from './distribution.js';
import { throughProjection } from './keys.js';
import type { PhysicalNode } from './node.js';

export function calc(
  input: PhysicalNode,
  condition: Expr | null,
  projection: readonly Expr[] | null,
  output: readonly Column[],
): PhysicalNode {
  const expressions = projection ?? input.output.map((c, i) => column(i, c.type));
  const operator: CalcSpec = { kind: 'calc', condition, projection: expressions };
  const attributes = [
    styled('select', (style) => projectionText(expressions, input.output, output, style)),
  ];
  if (condition !== null) {
    attributes.push(styled('where', (style) => expressionText(condition, input.output, style)));
  }
  return {
    operator,
    title: 'Calc',
    attributes,
    inputs: [forward(input)],
    output,
    kinds: input.kinds,
    uniqueKeys: throughProjection(input.uniqueKeys, expressions),
    upsertKeys: throughProjection(input.upsertKeys, expressions),
    distribution: projectedDistribution(input.distribution, expressions),
  };
}
