import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { getJson, post } from '../src/api.js';
import { Connection } from '../src/run/connection.js';

const fetchOfNode = globalThis.fetch;

afterEach(() => (globalThis.fetch = fetchOfNode));

function lineAndConnection() {
  const line = { textContent: '', hidden: true, closest: () => ({ dataset: {} }) };
  return { line, connection: new Connection(line) };
}

test('what was said while the connection was lost goes when it is live again', () => {
  const { line, connection } = lineAndConnection();
  connection.show('live');
  connection.notice('Could not resume the run.');
  connection.show('lost');
  assert.match(line.textContent, /Connection lost/);
  connection.show('live');
  assert.deepEqual([line.textContent, line.hidden], ['', true]);
});

test('a notice stays while nothing changes', () => {
  const { line, connection } = lineAndConnection();
  connection.show('live');
  connection.notice('The service does not have seconds 3 to 4 of cached.');
  connection.show('ended');
  assert.match(line.textContent, /seconds 3 to 4/);
});

test('a service that does not answer is told in our own words, not in those of the browser', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await assert.rejects(post('/runs/1/resume'), { message: 'The service does not answer.' });
  await assert.rejects(getJson('/runs/1'), { message: 'The service does not answer.' });
});
