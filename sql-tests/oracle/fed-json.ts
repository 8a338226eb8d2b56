/** A fed value as the text that `java/Values.java` reads: nested values as arrays. */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar, ScalarMap } from '../../state/column/scalar.js';

export type Json = null | string | readonly Json[];

const NANOS_A_MS = 1_000_000n;

export function fedJson(value: Scalar, type: LogicalType): Json {
  if (value === null) return null;
  switch (type.root) {
    case 'ARRAY':
      return (value as readonly Scalar[]).map((item) => fedJson(item, type.element));
    case 'MAP':
      return (value as ScalarMap).entries.map(([key, item]) => [
        fedJson(key, type.key),
        fedJson(item, type.value),
      ]);
    case 'ROW':
    case 'STRUCTURED_TYPE':
      return type.fields.map((field, i) =>
        fedJson((value as readonly Scalar[])[i] ?? null, field.type),
      );
    default:
      return simple(value, type);
  }
}

function simple(value: Scalar, type: LogicalType): string {
  switch (type.root) {
    case 'DECIMAL':
      return decimalText(value as bigint, type.scale);
    case 'BINARY':
    case 'VARBINARY':
      return Buffer.from(value as Uint8Array).toString('hex');
    case 'DATE':
      return iso(BigInt(value as number) * 86_400_000n * NANOS_A_MS).slice(0, -19);
    case 'TIME_WITHOUT_TIME_ZONE':
      return iso(BigInt(value as number) * NANOS_A_MS).slice(11);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return iso(value as bigint);
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return `${iso(value as bigint)}Z`;
    default:
      return String(value);
  }
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}

/** `2001-01-01T00:00:00.000000000`. @param nanos since the epoch */
function iso(nanos: bigint): string {
  const within = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = Number((nanos - within) / 1_000_000_000n);
  const date = new Date(seconds * 1000).toISOString().slice(0, -5);
  return `${date}.${within.toString().padStart(9, '0')}`;
}
