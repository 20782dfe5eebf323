import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredApi } from './api-operations.ts';
import { createCheckAnswer } from './check-answer.ts';
import { type FuzzRequest, requestFor } from './fuzz-request.ts';
import { createResourceIds } from './resource-ids.ts';
import type { Sent } from './wire-client.ts';

const api = declaredApi();
const ids = createResourceIds();
const check = createCheckAnswer(api, ids);
const account = { owner: 'main', key: 'wd_key', scopes: ['read', 'write', 'admin'] };
const requestId = 'req_06gztfydz1wgvaefc9zmsq0z9g';

function requestTo(name: string, changes: Partial<FuzzRequest> = {}): FuzzRequest {
  const operation = api.operations.find((one) => one.name === name);
  assert.ok(operation, name);
  const { method, path } = operation;
  return requestFor(account, { group: name, operation, method, target: path, ...changes });
}

function answered(status: number, value: unknown, headers: Record<string, string> = {}): Sent {
  const mediaType = status < 400 ? 'application/json' : 'application/problem+json';
  const all = new Map(Object.entries({ 'content-type': mediaType, 'x-request-id': requestId, ...headers }));
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { kind: 'answer', answer: { status, headers: all, body, isWhole: true }, ms: 5 };
}

function problem(status: number, code: string, detail = 'reason'): object {
  const errors = status === 422 ? [{ pointer: '', detail }] : undefined;
  return { type: 'about:blank', title: 'Title', status, detail, code, request_id: requestId, errors };
}

const rules = (request: FuzzRequest, sent: Sent) => check(request, sent).map(({ rule }) => rule);
const jobs = { jobs: [], total: 0, offset: 0 };

test('responses that match their declaration are no violations', () => {
  assert.deepEqual(rules(requestTo('GET /v1/ip'), answered(422, problem(422, 'invalid'))), []);
  assert.deepEqual(rules(requestTo('GET /v1/jobs/{jid}'), answered(404, problem(404, 'not_found'))), []);
  const busy = answered(503, problem(503, 'unavailable', 'the database does not answer'), {
    'retry-after': '5',
  });
  assert.deepEqual(rules(requestTo('GET /v1/jobs'), busy), []);
  const noBrowser = problem(
    503,
    'unavailable',
    'No browser is available: disabled by WEBDATA_BROWSER. Install one or set WEBDATA_BROWSER.',
  );
  assert.deepEqual(rules(requestTo('POST /v1/browser'), answered(503, noBrowser)), []);
  const otherMethod: FuzzRequest = {
    ...requestTo('GET /v1/jobs'),
    expectation: { kind: 'statuses', statuses: [405], mayClose: false },
  };
  assert.deepEqual(rules(otherMethod, answered(503, noBrowser)), []);
  assert.deepEqual(rules(otherMethod, answered(503, problem(503, 'internal'))), ['status 503']);
});

test('each kind of violation is found', () => {
  const list = requestTo('GET /v1/jobs');
  const violations: Array<[string, FuzzRequest, Sent]> = [
    ['status 500', list, answered(500, problem(500, 'internal'))],
    ['status 502', list, answered(502, 'Bad Gateway')],
    ['status 503', list, answered(503, problem(503, 'unavailable', 'no reason at all'))],
    ['status 503', list, answered(503, problem(503, 'internal'), { 'retry-after': '1' })],
    ['status not declared', list, answered(418, problem(418, 'invalid'))],
    ['media type not declared', list, answered(200, jobs, { 'content-type': 'text/html' })],
    ['not JSON', list, answered(200, '{"jobs": [')],
    ['answer does not fit its schema', list, answered(200, { jobs: 'none' })],
    ['problem contradicts the answer', list, answered(403, problem(401, 'unauthorized'))],
    ['good key refused', list, answered(401, problem(401, 'unauthorized'))],
    ['late', list, { kind: 'late', ms: 10_000 }],
    ['no answer', list, { kind: 'closed', reason: 'the connection was closed', ms: 3 }],
  ];
  for (const [rule, request, sent] of violations)
    assert.ok(rules(request, sent).includes(rule), `${rule}: ${rules(request, sent).join(', ')}`);
});

test('access without the required scope, or to resources of another account, is found', () => {
  const reader = { ...account, scopes: ['read'] };
  const deleted = { jid: 'job_1', deleted: true };
  const asReader = requestTo('DELETE /v1/jobs/{jid}', { account: reader });
  assert.ok(rules(asReader, answered(200, deleted)).includes('access without the scope'));
  const foreign = requestTo('DELETE /v1/jobs/{jid}', { foreignIds: ['job_1'] });
  assert.ok(rules(foreign, answered(200, deleted)).includes("another account's resource"));
  const theirs = 'job_06gztfydz1wgvaefc9zmsq0z9g';
  ids.add('other', 'job', theirs);
  const seen = answered(200, { ...jobs, jobs: [{ jid: theirs }] });
  assert.ok(rules(requestTo('GET /v1/jobs'), seen).includes("another account's resource"));
  const shown = 'job_06gztfydz1wgvaefc9zmsq0z9h';
  ids.protectExamples(`An example: ${shown}.`);
  for (const id of [shown, 'job_00000000000000000000000000']) {
    ids.add('other', 'job', id);
    assert.deepEqual(
      rules(requestTo('GET /v1/jobs/{jid}'), answered(404, problem(404, 'not_found', id))),
      [],
    );
    assert.equal(ids.ownerOf(id), null);
  }
  const echoed = requestTo('GET /v1/jobs', { target: `/v1/jobs?type=${theirs}` });
  assert.ok(!rules(echoed, seen).includes("another account's resource"));
});

test('a body that the schema rejects and the service accepts is found', () => {
  const body = (value: object) => Buffer.from(JSON.stringify(value));
  const taken = answered(200, { key_id: 'key_1' });
  const good = requestTo('POST /v1/keys', { body: body({ name: 'reports' }) });
  const unknown = requestTo('POST /v1/keys', { body: body({ name: 'reports', extra: 1 }) });
  const cut = requestTo('POST /v1/keys', { body: Buffer.from('{"name":') });
  assert.ok(!rules(good, taken).some((rule) => rule.startsWith('accepted')));
  assert.ok(rules(unknown, taken).includes('accepted what its schema refuses'));
  assert.ok(rules(cut, taken).includes('accepted what is not JSON'));
});

test('an internal error in a tool result is found', () => {
  const request = requestFor(account, {
    group: 'POST /mcp',
    method: 'POST',
    target: '/mcp',
    expectation: { kind: 'json_rpc' },
  });
  const events = (message: object) =>
    answered(200, `event: message\ndata: ${JSON.stringify(message)}\n\n`, {
      'content-type': 'text/event-stream',
    });
  const meta = { 'webdata/problem': { code: 'internal', detail: 'something' } };
  assert.deepEqual(rules(request, events({ jsonrpc: '2.0', id: 1, result: { content: [] } })), []);
  assert.deepEqual(
    rules(request, events({ jsonrpc: '2.0', id: 1, result: { isError: true, _meta: meta } })),
    ['tool failed with internal'],
  );
  assert.deepEqual(rules(request, events({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'x' } })), [
    'JSON-RPC internal error',
  ]);
});
