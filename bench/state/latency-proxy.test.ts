import assert from 'node:assert/strict';
import test from 'node:test';
import { serve } from '../../state/contract/loopback.js';
import { startLatencyProxy } from './latency-proxy.js';

test('requests pass with host and body, and are counted', async () => {
  const server = await serve((request, response) => {
    request.on('data', () => undefined);
    request.on('end', () => response.end(`${request.method} ${request.headers.host}`));
  });
  const latency = { medianMs: 1, p99Ms: 2 };
  const proxy = await startLatencyProxy(server.endpoint, latency);
  const host = proxy.endpoint.slice('http://'.length);
  const answers = await Promise.all([
    fetch(proxy.endpoint).then((answer) => answer.text()),
    fetch(proxy.endpoint, { method: 'PUT', body: '12345' }).then((answer) => answer.text()),
  ]);
  assert.deepEqual(answers, [`GET ${host}`, `PUT ${host}`]);
  assert.deepEqual(proxy.counts, {
    requests: 2,
    byMethod: { GET: 1, PUT: 1 },
    sentBytes: 5,
    receivedBytes: answers.join('').length,
    state: { gets: 0, copies: 0, sentBytes: 0, receivedBytes: 0 },
  });
  const copy = { method: 'PUT', body: '123', headers: { 'x-amz-copy-source': 'b/a.sst' } };
  await fetch(`${proxy.endpoint}/b/c.sst?x-id=CopyObject`, copy);
  const { receivedBytes, ...sent } = proxy.counts.state;
  assert.deepEqual(sent, { gets: 0, copies: 1, sentBytes: 3 });
  await proxy.close();
  await server.close();
});
