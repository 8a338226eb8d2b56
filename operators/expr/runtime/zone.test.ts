import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Zone } from './zone.js';

const HOUR_MS = 3_600_000;

test('offsets by season', () => {
  const zone = Zone.of('Europe/Berlin');
  assert.equal(zone.offset(Date.UTC(2001, 0, 1)), HOUR_MS);
  assert.equal(zone.offset(Date.UTC(2001, 6, 1)), 2 * HOUR_MS);
  assert.equal(zone.toInstant(Date.UTC(2001, 6, 1, 2)), Date.UTC(2001, 6, 1));
});

test('instants beyond those of Intl have its first and last offset', () => {
  const zone = Zone.of('America/New_York');
  for (const ms of [8.64e15, 9e15, 9.2e21]) assert.equal(zone.offset(ms), -4 * HOUR_MS, `${ms}`);
  for (const ms of [-9e15, -9.2e21]) assert.equal(zone.offset(ms), zone.offset(-8.64e15), `${ms}`);
});
