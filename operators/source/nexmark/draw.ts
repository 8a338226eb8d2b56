/** Values out of the bits that an event's number and the seed give. */
import { mix } from '../../../state/column/hash.js';

/** From 0 (included) to 1 (excluded). @param column tells the values of an event apart */
export function draw(bits: number, column: number): number {
  return (mix((bits + Math.imul(column, 0x9e3779b1)) | 0) >>> 0) / 2 ** 32;
}

/** An integer from 0 to `limit` − 1. */
export function drawBelow(bits: number, column: number, limit: number): number {
  return Math.floor(draw(bits, column) * limit);
}

/** From 0.01 to 1,000,000, in cents; the logarithm is uniform. */
export function drawPrice(bits: number, column: number): number {
  return Math.round(10 ** (6 * draw(bits, column)) * 100);
}
