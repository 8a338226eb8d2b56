/** Which codec a type has. */
import { MULTISET_COUNT } from '../column/builder.js';
import type { LogicalType } from '../column/logical-type.js';
import { storageOf } from '../column/storage.js';
import { KeyBytesCodec, ValueBytesCodec } from './bytes-codecs.js';
import type { Codec, CodecUse } from './codec.js';
import { ListCodec, MapCodec, RowCodec } from './nested-codecs.js';
import { BooleanCodec, FloatCodec, IntegerCodec, TimeCodec } from './number-codecs.js';

export function codecOf(type: LogicalType, use: CodecUse): Codec {
  switch (storageOf(type)) {
    case 'u8':
      return new BooleanCodec(use);
    case 'i32':
    case 'wide':
      return new IntegerCodec(use);
    case 'f32':
    case 'f64':
      return new FloatCodec(use, type.root === 'DOUBLE');
    case 'time':
      return new TimeCodec(use, 'precision' in type ? type.precision : 9);
    case 'bytes':
      return use === 'value' ? new ValueBytesCodec() : new KeyBytesCodec(use);
    default:
      return nestedCodec(type, use);
  }
}

/** What nested values hold has NULL first, always. */
function nestedCodec(type: LogicalType, use: CodecUse): Codec {
  const inner = use === 'value' ? use : 'key';
  switch (type.root) {
    case 'ARRAY':
      return new ListCodec(use, codecOf(type.element, inner));
    case 'MULTISET':
      return new MapCodec(use, codecOf(type.element, inner), codecOf(MULTISET_COUNT, inner));
    case 'MAP':
      return new MapCodec(use, codecOf(type.key, inner), codecOf(type.value, inner));
    default: {
      const fields = 'fields' in type ? type.fields : [];
      const children = fields.map((field) => codecOf(field.type, inner));
      return new RowCodec(use, children);
    }
  }
}
