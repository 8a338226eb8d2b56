/** FROM_CHANGELOG and TO_CHANGELOG. */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import {
  columnBelow,
  type FromChangelog,
  TIME_OF_UPDATES,
  type ToChangelog,
} from '../logical/changelog.js';
import { attributeOf } from '../logical/column-type.js';
import { ALL_CHANGES, INSERT_ONLY } from '../logical/scan.js';
import { forward } from './distribution.js';
import {
  ANYHOW,
  type Attribute,
  type Distribution,
  hasUpdates,
  type PhysicalNode,
} from './node.js';
import { refusedChanges } from './refused-changes.js';

/** Makes −U whether somebody needs it or not, as Flink's. @throws PLAN_CHANGELOG */
export function fromChangelogNode(node: FromChangelog, input: PhysicalNode): PhysicalNode {
  if (hasUpdates(input.kinds)) throw refusedChanges('StreamPhysicalProcessTableFunction', input);
  const { op, codes } = node;
  return {
    ...functionNode(node, input),
    operator: { kind: 'from-changelog', op, codes },
    kinds: ALL_CHANGES,
  };
}

/** @throws PLAN_CHANGELOG, PLAN_UNSUPPORTED for the times that Flink refuses */
export function toChangelogNode(node: ToChangelog, input: PhysicalNode): PhysicalNode {
  const { codes, time } = node;
  if (time !== null) checkTime(input, time);
  return {
    ...functionNode(node, input),
    operator: { kind: 'to-changelog', codes, time },
    kinds: INSERT_ONLY,
  };
}

function checkTime({ kinds, output }: PhysicalNode, time: number): void {
  if (hasUpdates(kinds)) throw new MillraceError('PLAN_CHANGELOG', TIME_OF_UPDATES);
  const { name, type } = output[time] as Column;
  if (attributeOf(type) === 'ROWTIME') return;
  const reason =
    `Column '${name}' is not a valid time attribute. Only columns with a watermark declaration ` +
    'qualify for the `on_time` argument. Also, make sure that the watermarked column is ' +
    'forwarded without any modification.';
  throw new MillraceError('PLAN_UNSUPPORTED', reason);
}

function functionNode(node: FromChangelog | ToChangelog, input: PhysicalNode) {
  const { output } = node;
  const attributes: Attribute[] = [
    ['invocation', invocationText(node)],
    ['uid', String(node.arguments.uid)],
    ['select', output.map(({ name }) => name).join(',')],
  ];
  return {
    title: 'ProcessTableFunction',
    attributes,
    inputs: [forward(input)],
    output,
    uniqueKeys: [],
    upsertKeys: [],
    distribution: distribution(node, input.distribution, output),
  };
}

function distribution(
  node: FromChangelog | ToChangelog,
  below: Distribution,
  output: readonly Column[],
): Distribution {
  if (below.kind !== 'hash') return below;
  const from = [...output.keys()].map((column) => columnBelow(node, column));
  const keys = below.keys.map((key) => from.indexOf(key));
  return keys.includes(-1) ? ANYHOW : { kind: 'hash', keys };
}

/** `TO_CHANGELOG(TABLE(#0), DESCRIPTOR('op'), DEFAULT(), DEFAULT(), DEFAULT())`. */
export function invocationText(node: FromChangelog | ToChangelog): string {
  const { op, mapping, onTime, uid } = node.arguments;
  const name = node.kind === 'from-changelog' ? 'FROM_CHANGELOG' : 'TO_CHANGELOG';
  const args = [
    'TABLE(#0)',
    op === null ? 'DEFAULT()' : `DESCRIPTOR(${quoted(op)})`,
    mapping === null ? 'DEFAULT()' : `MAP(${mapping.flat().map(quoted).join(', ')})`,
    onTime === null ? 'DEFAULT()' : `DESCRIPTOR(${onTime.map(quoted).join(', ')})`,
    uid === null ? 'DEFAULT()' : quoted(uid),
  ];
  return `${name}(${args.join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
