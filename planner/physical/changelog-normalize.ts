/** Upserts of a table as full changes. */
import type { ChangelogNormalizeSpec } from '../../operators/changelog/changelog-normalize-spec.js';
import type { Normalize } from '../logical/normalize.js';
import { ALL_CHANGES } from '../logical/scan.js';
import { columnNames, expressionText, styled } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import type { Attribute, PhysicalNode } from './node.js';

export function changelogNormalizeNode(node: Normalize, input: PhysicalNode): PhysicalNode {
  const { key, condition, output } = node;
  const operator: ChangelogNormalizeSpec = {
    kind: 'changelog-normalize',
    key,
    condition,
    updateBefore: true,
  };
  const attributes: Attribute[] = [['key', columnNames(key, input.output)]];
  if (condition !== null) {
    attributes.push(styled('condition', (style) => expressionText(condition, output, style)));
  }
  return {
    operator,
    title: 'ChangelogNormalize',
    attributes,
    inputs: [byKeys(input, key)],
    output,
    kinds: ALL_CHANGES,
    uniqueKeys: input.uniqueKeys,
    upsertKeys: input.upsertKeys,
    distribution: distributedBy(key),
  };
}
