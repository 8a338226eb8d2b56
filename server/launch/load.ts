/**
 * Loads the bundle with what V8 compiled of it when it was built, which halves the time of a start.
 * The compiled code is V8's own form: where its version or flags are others, it is passed over and
 * the source is compiled. It carries the hash of its source in its name, since V8 looks at the
 * length alone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { HEAP_FLAG } from '../../operators/runtime/heap-flag.js';
import type { Bundle } from './bundle.js';

/** The name of the bundle's file without its end, put in by the build. */
declare const BUNDLE: string;

export interface Loaded extends Bundle {
  readonly script: Script;
  /** Where the compiled code stands. */
  readonly cacheFile: string;
}

export function loadBundle(): Loaded {
  // Compiled code is good for the same flags only, and this one is set before workers start.
  setFlagsFromString(HEAP_FLAG);
  const file = fileURLToPath(new URL(`./${BUNDLE}.cjs`, import.meta.url));
  const cacheFile = file.replace(/cjs$/, 'cache');
  // The bundle is ASCII; as Latin-1 V8 takes its bytes as they are.
  const text = readFileSync(file, 'latin1');
  const source = `(function (exports, require, module, __filename) {${text}\n})`;
  const cachedData = contents(cacheFile);
  const script = new Script(source, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} as Bundle };
  script.runInThisContext()(module.exports, createRequire(file), module, file);
  return { ...module.exports, script, cacheFile };
}

function contents(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
