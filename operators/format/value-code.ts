/** Code that writes one scalar value as text, alike in JSON and CSV. */
import { MillraceError } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Arrays, Code, Room } from './column-code.js';
import { writeCode } from './text/words.js';
import {
  WIDEST,
  writeBase64,
  writeBigint,
  writeDate,
  writeDecimal,
  writeDouble,
  writeFloat,
  writeInteger,
  writeTime,
  writeTimestamp,
} from './text/write.js';

/** What `scalarCode` uses. */
export const scalarGlobals = {
  writeBase64,
  writeBigint,
  writeDate,
  writeDecimal,
  writeDouble,
  writeFloat,
  writeInteger,
  writeTime,
  writeTimestamp,
};

export interface ScalarStyle {
  readonly format: 'csv' | 'json';
  /** A `T` in timestamps. */
  readonly iso: boolean;
  /** Decimals without an exponent. */
  readonly plainDecimals: boolean;
  /** Milliseconds of a TIME are written. */
  readonly timeFraction: boolean;
}

/** What stands around a value: JSON encloses dates, CSV does not. */
export type Kind = 'bare' | 'text';

/** Whether the value is a number or boolean, or text. Character strings and nested types apart. */
export function kindOf(type: LogicalType): Kind {
  switch (type.root) {
    case 'DATE':
    case 'TIME_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
    case 'BINARY':
    case 'VARBINARY':
      return 'text';
    default:
      return 'bare';
  }
}

/**
 * Statements that write the value at `row`, which is not null.
 * @throws PLAN_UNSUPPORTED for a type without a text form
 */
export function scalarCode(
  type: LogicalType,
  v: Arrays,
  row: Code,
  style: ScalarStyle,
  room: Room,
): Code {
  const value = v.at('values', row);
  const fixed = (code: Code): Code => room.atMost(WIDEST, code);
  switch (type.root) {
    case 'BOOLEAN':
      return fixed(`if (${value} === 1) { ${ascii('true')} } else { ${ascii('false')} }`);
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'INTERVAL_YEAR_MONTH':
      return fixed(`p = writeInteger(view, p, ${value});`);
    case 'BIGINT':
    case 'INTERVAL_DAY_TIME': {
      const write = v.vector.lane === 'f64' ? 'writeInteger' : 'writeBigint';
      return fixed(`p = ${write}(view, p, ${value});`);
    }
    case 'FLOAT':
      return fixed(`p = writeFloat(view, p, ${value});`);
    case 'DOUBLE':
      return fixed(`p = writeDouble(view, p, ${value});`);
    case 'DECIMAL':
      return fixed(`p = writeDecimal(view, p, ${value}, ${type.scale}, ${style.plainDecimals});`);
    case 'DATE':
      return fixed(`p = writeDate(view, p, ${value});`);
    case 'TIME_WITHOUT_TIME_ZONE': {
      const milli = style.timeFraction ? value : `${value} - ${value} % 1000`;
      return fixed(`p = writeTime(view, p, ${milli}, 0);`);
    }
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return fixed(timestampCode(type.root, v, row, style));
    case 'BINARY':
    case 'VARBINARY': {
      const [start, end] = [v.at('starts', row), v.at('ends', row)];
      const write = `p = writeBase64(view, p, ${v.name}_data, ${start}, ${end});`;
      return `${room.make(`2 * (${end} - ${start}) + 4`)} ${write}`;
    }
    default:
      throw new MillraceError(
        'PLAN_UNSUPPORTED',
        `Format '${style.format}' cannot write values of type ${type.root}`,
      );
  }
}

const UPPER_T = 84;
const UPPER_Z = 90;
const BLANK = 32;

function timestampCode(root: string, v: Arrays, row: Code, style: ScalarStyle): Code {
  const nanos = v.vector.lane === 'time' && v.vector.nanos !== null ? v.at('nanos', row) : '0';
  const separator = style.iso ? UPPER_T : BLANK;
  const write = `p = writeTimestamp(view, p, ${v.at('values', row)}, ${nanos}, ${separator});`;
  return root === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
    ? `${write} view.setUint8(p++, ${UPPER_Z});`
    : write;
}

function ascii(text: string): Code {
  return writeCode(Buffer.from(text));
}
