/** ENCODE and DECODE: the character sets that every Java has. */
import { fail, type Site } from './failure.js';

type Charset = 'US-ASCII' | 'ISO-8859-1' | 'UTF-8' | 'UTF-16' | 'UTF-16BE' | 'UTF-16LE';

const CHARSETS: Readonly<Record<string, Charset>> = {
  'US-ASCII': 'US-ASCII',
  ASCII: 'US-ASCII',
  'ISO-8859-1': 'ISO-8859-1',
  ISO8859_1: 'ISO-8859-1',
  LATIN1: 'ISO-8859-1',
  'UTF-8': 'UTF-8',
  UTF8: 'UTF-8',
  'UTF-16': 'UTF-16',
  UTF16: 'UTF-16',
  'UTF-16BE': 'UTF-16BE',
  'UTF-16LE': 'UTF-16LE',
};

function charsetOf(name: string, site: Site): Charset {
  const charset = CHARSETS[name.toUpperCase()];
  if (charset !== undefined) return charset;
  const allowed = 'US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE, UTF-16LE';
  return fail(site, `There is no character set '${name}'; it can be ${allowed}`);
}

/** Characters that the set lacks become `?`; UTF-16 begins with a byte order mark. */
export function encode(text: string, name: string, site: Site): Uint8Array {
  switch (charsetOf(name, site)) {
    case 'US-ASCII':
      return oneByteEach(text, 0x7f);
    case 'ISO-8859-1':
      return oneByteEach(text, 0xff);
    case 'UTF-8':
      return new Uint8Array(Buffer.from(text, 'utf8'));
    case 'UTF-16LE':
      return new Uint8Array(Buffer.from(text, 'utf16le'));
    case 'UTF-16BE':
      return new Uint8Array(Buffer.from(text, 'utf16le').swap16());
    case 'UTF-16':
      return encode(text === '' ? '' : `\ufeff${text}`, 'UTF-16BE', site);
  }
}

function oneByteEach(text: string, most: number): Uint8Array {
  return Uint8Array.from(text, (char) => {
    const code = char.codePointAt(0) as number;
    return code > most ? 0x3f : code;
  });
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = {
  'UTF-16BE': new TextDecoder('utf-16be', { ignoreBOM: true }),
  'UTF-16LE': new TextDecoder('utf-16le', { ignoreBOM: true }),
};

/** Bytes that are none of the set's become U+FFFD; UTF-16 without a mark is big-endian. */
export function decode(bytes: Uint8Array, name: string, site: Site): string {
  const charset = charsetOf(name, site);
  switch (charset) {
    case 'US-ASCII':
      return Array.from(bytes, (byte) => String.fromCharCode(byte > 0x7f ? 0xfffd : byte)).join('');
    case 'ISO-8859-1':
      return Buffer.from(bytes).toString('latin1');
    case 'UTF-8':
      return utf8.decode(bytes);
    case 'UTF-16': {
      const mark = bytes.length < 2 ? 0 : (bytes[0] as number) * 256 + (bytes[1] as number);
      if (mark === 0xfffe) return utf16['UTF-16LE'].decode(bytes.subarray(2));
      return utf16['UTF-16BE'].decode(mark === 0xfeff ? bytes.subarray(2) : bytes);
    }
    default:
      return utf16[charset].decode(bytes);
  }
}
