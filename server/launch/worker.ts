/** The entry of a worker thread. */
import { loadBundle } from './load.js';

await loadBundle().worker();
