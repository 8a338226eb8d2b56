/** CSV in and out, one core. */
import { bidsAsCsv } from './bids.js';
import { readAndWrite } from './read-and-write.js';

readAndWrite('csv', bidsAsCsv());
