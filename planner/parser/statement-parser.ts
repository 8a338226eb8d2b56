/** Parses one statement, by its first word. */
import { parseAlter, parseDrop } from './alter-parser.js';
import type { Statement } from './ast/statement.js';
import {
  parseBegin,
  parseCall,
  parseCompile,
  parseDelete,
  parseExecute,
  parseExplain,
  parseInsert,
  parseTruncate,
  parseUpdate,
} from './change-parser.js';
import { parseCreate } from './create-parser.js';
import type { QueryParser } from './query-parser.js';
import {
  parseAnalyze,
  parseDescribe,
  parseJar,
  parseLoad,
  parseReset,
  parseSet,
  parseShow,
  parseStop,
  parseUnload,
  parseUse,
} from './utility-parser.js';

const parsers: Readonly<Record<string, (p: QueryParser) => Statement>> = {
  SELECT: (p) => p.query(),
  WITH: (p) => p.query(),
  VALUES: (p) => p.query(),
  INSERT: parseInsert,
  CREATE: parseCreate,
  REPLACE: parseCreate,
  ALTER: parseAlter,
  DROP: parseDrop,
  SET: parseSet,
  RESET: parseReset,
  SHOW: parseShow,
  DESCRIBE: parseDescribe,
  DESC: parseDescribe,
  USE: parseUse,
  EXPLAIN: parseExplain,
  EXECUTE: parseExecute,
  BEGIN: parseBegin,
  END: parseEnd,
  COMPILE: parseCompile,
  UPDATE: parseUpdate,
  DELETE: parseDelete,
  TRUNCATE: parseTruncate,
  CALL: parseCall,
  LOAD: parseLoad,
  UNLOAD: parseUnload,
  ADD: parseJar,
  REMOVE: parseJar,
  ANALYZE: parseAnalyze,
  STOP: parseStop,
};

const firstWords = Object.keys(parsers);

/** From the first word to the last; what follows is the caller's. */
export function parseOne(p: QueryParser): Statement {
  const { word } = p;
  if (word !== '' && Object.hasOwn(parsers, word)) {
    return (parsers[word] as (p: QueryParser) => Statement)(p);
  }
  if (p.atQuery()) return p.query();
  p.note('a statement');
  p.noteNear(firstWords);
  return p.unexpected();
}

function parseEnd(p: QueryParser): Statement {
  const { start } = p;
  p.expect('END');
  return { kind: 'endStatementSet', start, end: p.end };
}
