/**
 * Guards everyone who recurses over a syntax tree. The parser reads `a + b + c + …` and long chains
 * of joins in loops, but their trees lean to the left, one level an operator. A tree higher than
 * the limit is refused here, walked with a stack of its own.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Span } from './ast/node.js';
import { placeAt } from './place.js';

/** Levels of a tree that every later stage can recurse down. */
export const MAX_HEIGHT = 600;

/** @throws PARSE_TOO_LARGE at the node that lies too deep */
export function checkHeight(root: object, text: string, file: string | undefined): void {
  let level: object[] = [root];
  for (let height = 1; level.length > 0; height++) {
    const next: object[] = [];
    for (const node of level) {
      if (height > MAX_HEIGHT) throw tooHigh(node, text, file);
      for (const value of Object.values(node)) {
        if (Array.isArray(value)) {
          for (const one of value) if (isNode(one)) next.push(one);
        } else if (isNode(value)) {
          next.push(value);
        }
      }
    }
    level = next;
  }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function tooHigh(node: object, text: string, file: string | undefined): MillraceError {
  const { start, end } = node as Span;
  const reason = `The expression nests or chains deeper than ${MAX_HEIGHT} levels`;
  return new MillraceError('PARSE_TOO_LARGE', reason, { place: placeAt(text, start, end, file) });
}
