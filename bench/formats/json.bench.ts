/** JSON in and out, one core, beside JSON.parse and JSON.stringify a line. */
import { BIDS, bidsAsJson } from './bids.js';
import { measure } from './measure.js';
import { readAndWrite } from './read-and-write.js';

const bytes = bidsAsJson();
readAndWrite('json', bytes);

const lines = bytes.toString().trimEnd().split('\n');
measure('JSON.parse a line', BIDS, () => {
  let sum = 0;
  for (const line of lines) sum += (JSON.parse(line) as { auction: number }).auction;
  return sum;
});

const objects = lines.map((line) => JSON.parse(line) as object);
measure('JSON.stringify a row', BIDS, () => {
  let size = 0;
  for (const object of objects) size += JSON.stringify(object).length + 1;
  return size;
});
