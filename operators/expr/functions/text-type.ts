/** Types of string results. */
import {
  type LogicalType,
  type SequenceType,
  STRING,
  UNBOUNDED,
} from '../../../state/column/logical-type.js';
import type { Expr } from '../expression.js';

/** STRING, NULL whatever the arguments are: of functions that may find nothing. */
export const MAYBE_STRING: () => LogicalType = () => STRING;

/** VARCHAR of the first argument's length. */
export function varyingOfFirst(args: readonly Expr[]): LogicalType {
  const { type } = args[0] as Expr;
  const length = 'length' in type ? type.length : UNBOUNDED;
  const binary = type.root === 'BINARY' || type.root === 'VARBINARY';
  return {
    root: binary ? 'VARBINARY' : 'VARCHAR',
    length,
    nullable: args.some((arg) => arg.type.nullable),
  };
}

/** As `varyingOfFirst`, NULL whatever the arguments are. */
export function maybePartOfFirst(args: readonly Expr[]): LogicalType {
  return { ...varyingOfFirst(args), nullable: true };
}

/** Of two texts behind each other; CHAR only where both are. */
export function concatenated(args: readonly Expr[]): LogicalType {
  const [a, b] = args.map((arg) => arg.type as SequenceType) as [SequenceType, SequenceType];
  const varying = a.root.startsWith('VAR') || b.root.startsWith('VAR');
  const binary = a.root.endsWith('BINARY');
  const length = Math.min(UNBOUNDED, a.length + b.length);
  const fixed = binary ? 'BINARY' : 'CHAR';
  return {
    root: varying ? `VAR${fixed}` : fixed,
    length,
    nullable: a.nullable || b.nullable,
  };
}
