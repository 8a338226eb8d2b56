/** A step of the build: keeps what V8 compiles for a first query beside the bundle. */
import { renameSync, writeFileSync } from 'node:fs';
import { loadBundle } from './load.js';

const { warmUp, script, cacheFile } = loadBundle();
await warmUp();
const fresh = `${cacheFile}.${process.pid}`;
writeFileSync(fresh, script.createCachedData());
renameSync(fresh, cacheFile);
