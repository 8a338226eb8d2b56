#!/usr/bin/env node
/** The command `millrace`. */
import { loadBundle } from './load.js';

await loadBundle().command();
