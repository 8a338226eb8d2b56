/**
 * Data types as written. Synonyms are canonical: DEC, NUMERIC → DECIMAL; CHARACTER → CHAR;
 * CHAR VARYING → VARCHAR; INTEGER → INT; DOUBLE PRECISION → DOUBLE; REAL → FLOAT;
 * TIMESTAMP WITH LOCAL TIME ZONE → TIMESTAMP_LTZ; `INT ARRAY` → ARRAY<INT>.
 */
import type { IntervalQualifier, StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Span } from './node.js';

export type SimpleTypeName =
  | 'BOOLEAN'
  | 'TINYINT'
  | 'SMALLINT'
  | 'INT'
  | 'BIGINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'DECIMAL'
  | 'CHAR'
  | 'VARCHAR'
  | 'STRING'
  | 'BINARY'
  | 'VARBINARY'
  | 'BYTES'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMP_LTZ'
  | 'TIMESTAMP_TZ'
  | 'VARIANT'
  | 'BITMAP'
  | 'DESCRIPTOR'
  | 'NULL';

interface TypeBase extends Span {
  /** NOT NULL was written. */
  readonly notNull: boolean;
}

export interface SimpleType extends TypeBase {
  readonly kind: 'simpleType';
  readonly name: SimpleTypeName;
  /** Length, precision or fractional digits; `undefined` where not written. */
  readonly precision: number | undefined;
  readonly scale: number | undefined;
}

export interface IntervalType extends TypeBase {
  readonly kind: 'intervalType';
  readonly qualifier: IntervalQualifier;
}

export interface CollectionType extends TypeBase {
  readonly kind: 'collectionType';
  readonly collection: 'ARRAY' | 'MULTISET';
  readonly element: TypeNode;
}

export interface MapType extends TypeBase {
  readonly kind: 'mapType';
  readonly key: TypeNode;
  readonly value: TypeNode;
}

export interface RowField extends Span {
  readonly kind: 'rowField';
  readonly name: Identifier;
  readonly type: TypeNode;
  readonly comment: StringLiteral | undefined;
}

/** `ROW<a INT, …>` or `ROW(a INT, …)`. */
export interface RowType extends TypeBase {
  readonly kind: 'rowType';
  readonly fields: readonly RowField[];
}

/** `RAW('class', 'snapshot')`. */
export interface RawType extends TypeBase {
  readonly kind: 'rawType';
  readonly className: StringLiteral;
  readonly snapshot: StringLiteral;
}

/** `STRUCTURED<'class', a INT, …>`. */
export interface StructuredType extends TypeBase {
  readonly kind: 'structuredType';
  readonly className: StringLiteral;
  readonly fields: readonly RowField[];
}

/** A user-defined type. */
export interface NamedType extends TypeBase {
  readonly kind: 'namedType';
  readonly name: ObjectName;
}

export type TypeNode =
  | SimpleType
  | IntervalType
  | CollectionType
  | MapType
  | RowType
  | RawType
  | StructuredType
  | NamedType;
