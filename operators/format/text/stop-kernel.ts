/**
 * WebAssembly functions that find a few byte values in 64 KB, 16 bytes an instruction. A module is
 * put together here, instruction by instruction: it is too small for a compiler.
 *
 *     for (i = 0; i < length; i += 32)
 *       output[i / 8] = mask(input[i …]) | mask(input[i + 16 …]) << 16
 *     mask(x) = bitmask(x == stops[0] | x == stops[1] | …)
 */

/** What is used of it: TypeScript keeps its types among those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: KernelExports };
};

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly mark: StopKernel['mark'];
}

const PAGE_BYTES = 1 << 16;

/** Bytes that one call looks at, at most. */
export const INPUT_BYTES = PAGE_BYTES;

export interface StopKernel {
  /** What is looked at. */
  readonly input: Uint8Array;
  /** A bit a byte, the first byte's lowest. */
  readonly output: Int32Array;
  /** Looks at `length` bytes of the input, and at what stands behind in the last 32. */
  mark(length: number): void;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_VALUE = 0x40;

/** The parameter and the locals of the function; a vector for each stop follows. */
const LENGTH = 0;
const AT = 1;
const PART = 2;
const SPLATS = 3;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** A number below 8192. */
const constant = (value: number): number[] => [0x41, (value & 127) | 128, value >> 7];
const ADD = [0x6a];
const OR = [0x72];
const SHIFT_LEFT = [0x74];
const SHIFT_RIGHT = [0x76];
const LESS = [0x49];
const loop = (body: number[]): number[] => [0x03, NO_VALUE, ...body, 0x0b];
const AGAIN_IF = [0x0d, 0];
const SPLAT = [0xfd, 0x0f];
const EQUAL = [0xfd, 0x23];
const OR_128 = [0xfd, 0x50];
const BITMASK = [0xfd, 0x64];
/** At the address plus `offset`, of any alignment. */
const load128 = (offset: number): number[] => [0xfd, 0x00, 0, offset];
const store32 = (offset: number): number[] => [0x36, 2, ...unsigned(offset)];

function maskCode(stops: number, offset: number): number[] {
  const equals = Array.from({ length: stops }, (_, i) => [
    ...[...get(PART), ...get(SPLATS + i), ...EQUAL],
    ...(i === 0 ? [] : OR_128),
  ]);
  return [...get(AT), ...load128(offset), ...set(PART), ...equals.flat(), ...BITMASK];
}

function markCode(stops: readonly number[]): number[] {
  const splats = stops.flatMap((stop, i) => [...constant(stop), ...SPLAT, ...set(SPLATS + i)]);
  const words = loop([
    ...[...get(AT), ...constant(3), ...SHIFT_RIGHT],
    ...maskCode(stops.length, 0),
    ...[...maskCode(stops.length, 16), ...constant(16), ...SHIFT_LEFT, ...OR],
    ...store32(PAGE_BYTES),
    ...[...get(AT), ...constant(32), ...ADD, ...tee(AT), ...get(LENGTH), ...LESS, ...AGAIN_IF],
  ]);
  const locals = [2, 1, I32, 1 + stops.length, V128];
  return [...locals, ...splats, ...words, 0x0b];
}

function moduleBytes(stops: readonly number[]): Uint8Array {
  const body = markCode(stops);
  return Uint8Array.from([
    ...[0x00, ...ascii('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 2]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('mark'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...ascii(text)];
}

function ascii(text: string): number[] {
  return [...Buffer.from(text, 'latin1')];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

const kernels = new Map<string, StopKernel>();

/** This thread's kernel for some byte values; it has one input and one output. */
export function stopKernel(stops: readonly number[]): StopKernel {
  const key = stops.join();
  let kernel = kernels.get(key);
  if (kernel === undefined) {
    kernel = createKernel(stops);
    kernels.set(key, kernel);
  }
  return kernel;
}

function createKernel(stops: readonly number[]): StopKernel {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(stops)));
  const { buffer } = exports.memory;
  return {
    input: new Uint8Array(buffer, 0, PAGE_BYTES),
    output: new Int32Array(buffer, PAGE_BYTES, PAGE_BYTES / 32),
    mark: exports.mark,
  };
}
