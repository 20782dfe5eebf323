import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { type ModelServer, startModelServer } from '../../../test/world/model-server.ts';
import type { ModelClient, ModelRequest, ModelResponse } from '../../domain/resources/model.ts';
import { systemClock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { createCapabilityMemory } from './capability-memory.ts';
import { createChatClient } from './chat-client.ts';
import { openChatEndpoint } from './chat-endpoint.ts';
import { createSharedSlots } from './shared-slots.ts';
import { unlimitedTokens } from './token-budget.ts';

const answer = { name: 'Kettle', price: '12.50' };
const question: ModelRequest = {
  system: 'Read the facts off the page and answer in JSON.',
  messages: [{ role: 'user', text: '[b1] Kettle\n[b2] Price: 12.50' }],
  schema: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 }, price: { type: 'string', pattern: '^\\d' } },
    required: ['name', 'price'],
  },
  accountId: null,
  maxTokens: 200,
  timeoutMs: 10_000,
};

let server: ModelServer;
before(async () => {
  server = await startModelServer({ write: () => JSON.stringify(answer), thinksMs: 1 });
});
after(() => server.close());
afterEach(() => server.reset());

interface ClientOptions {
  url?: string;
  key?: string | null;
  model?: string | null;
  count?: number;
}

function clientOn(t: TestContext, database: Database, requestFields: ClientOptions = {}): ModelClient {
  const { url = server.url, key = null, model = 'small', count = 4 } = requestFields;
  const name = `${url} ${model}`;
  const client = createChatClient({
    endpoint: openChatEndpoint({ url, key, connections: count }),
    model,
    capabilityMemory: createCapabilityMemory(database, name, silentLog),
    slots: createSharedSlots({
      database,
      endpoint: name,
      count,
      process: randomUUID(),
      log: silentLog,
    }),
    budget: unlimitedTokens,
    clock: systemClock,
  });
  t.after(() => client.close());
  return client;
}

async function newClient(t: TestContext, requestFields: ClientOptions = {}): Promise<ModelClient> {
  return clientOn(t, (await createTestDatabase(t)).database, requestFields);
}

function ask(client: ModelClient, change: Partial<ModelRequest> = {}): Promise<ModelResponse> {
  return client.generate({ ...question, ...change }, new AbortController().signal);
}

function assertAnswer(reply: ModelResponse): asserts reply is ModelResponse & { kind: 'answer' } {
  assert.equal(reply.kind, 'answer', JSON.stringify(reply));
}

function assertFault(reply: ModelResponse, code: string): asserts reply is ModelResponse & { kind: 'fault' } {
  assert.equal(reply.kind === 'fault' ? reply.code : 'answer', code, JSON.stringify(reply));
}

test('a compliant endpoint answers at once with the strict schema, and reports its tokens', async (t) => {
  const client = await newClient(t, { key: 'a secret key' });
  const reply = await ask(client);
  assertAnswer(reply);
  assert.deepEqual(reply.value, answer);
  assert.equal(reply.schemaMode, 'strict_schema');
  assert.equal(reply.calls, 1);
  assert.equal(reply.isWhole, true);
  assert.deepEqual(reply.tokens, { input: 100, output: 20, cached: 0, estimated: false });
  const [request] = server.requests;
  assert.equal(request?.path, '/v1/chat/completions');
  assert.equal(request?.authorization, 'Bearer a secret key');
  assert.equal(request?.body.temperature, 0);
  assert.equal(request?.body.max_tokens, 200);
  const { schema } = request?.body.response_format.json_schema ?? {};
  assert.deepEqual(schema, {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'string' } },
    required: ['name', 'price'],
    additionalProperties: false,
  });
});

test('the fallback runs once, and all processes remember its result', async (t) => {
  const { database } = await createTestDatabase(t);
  server.behave({ formats: ['json_object'] });
  const reply = await ask(clientOn(t, database));
  assertAnswer(reply);
  assert.equal(reply.schemaMode, 'json_object');
  assert.equal(reply.calls, 4);
  const another = await ask(clientOn(t, database));
  assert.equal(another.schemaMode, 'json_object');
  assert.equal(another.calls, 1);
});

for (const [formats, schemaMode] of [
  [['json_schema', 'grammar', 'json_object'], 'schema'],
  [['grammar', 'json_object'], 'grammar'],
  [[], 'text'],
] as const) {
  test(`an endpoint that takes ${formats.join(', ') || 'no format'} is requested with ${schemaMode}`, async (t) => {
    server.behave({ formats });
    const reply = await ask(await newClient(t));
    assertAnswer(reply);
    assert.equal(reply.schemaMode, schemaMode);
    assert.deepEqual(reply.value, answer);
  });
}

test('a format that is accepted but not followed is replaced by the next one', async (t) => {
  const client = await newClient(t);
  server.behave({ write: () => `Sure, here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`` });
  const first = await ask(client);
  assertAnswer(first);
  assert.deepEqual(first.value, answer);
  assert.equal(first.isWhole, false);
  assert.equal((await ask(client)).schemaMode, 'schema');
});

test('one invalid answer of an endpoint that followed the schema before changes nothing', async (t) => {
  const client = await newClient(t);
  await ask(client);
  server.behave({ write: () => `Here: ${JSON.stringify(answer)}` });
  assertAnswer(await ask(client));
  assert.equal((await ask(client)).schemaMode, 'strict_schema');
});

test('renamed and rejected parameters are learned', async (t) => {
  const client = await newClient(t);
  server.behave({ refused: ['max_tokens', 'temperature'] });
  const reply = await ask(client);
  assertAnswer(reply);
  assert.equal(reply.schemaMode, 'strict_schema');
  const last = server.requests.at(-1)?.body;
  assert.equal(last.max_completion_tokens, 200);
  assert.equal('temperature' in last, false);
  assert.equal((await ask(client)).calls, 1);
});

test('a truncated answer keeps its complete members', async (t) => {
  server.behave({ cutAfter: 18 });
  const reply = await ask(await newClient(t));
  assertAnswer(reply);
  assert.deepEqual(reply.value, { name: 'Kettle' });
  assert.equal(reply.isWhole, false);
});

test('missing token counts are estimated and marked as such', async (t) => {
  server.behave({ usage: false });
  const { tokens } = await ask(await newClient(t));
  assert.equal(tokens.estimated, true);
  assert.ok(tokens.input > 10 && tokens.output > 3);
});

test('all processes wait after 429 with Retry-After if there is time', async (t) => {
  const client = await newClient(t);
  server.behave({ statuses: [{ status: 429, retryAfter: '1' }] });
  const [first, second] = await Promise.all([ask(client), ask(client)]);
  assertAnswer(first);
  assertAnswer(second);
  assert.equal(first.calls + second.calls, 3);
});

test('429 with a Retry-After past the deadline fails at once, and pauses all processes', async (t) => {
  const client = await newClient(t);
  server.behave({ statuses: [{ status: 429, retryAfter: '3600' }] });
  assertFault(await ask(client), 'rate_limited');
  assertFault(await ask(client), 'rate_limited');
  assert.equal(server.requests.length, 1);
});

test('transient errors are retried, permanent ones are not', async (t) => {
  const client = await newClient(t);
  server.behave({ statuses: [{ status: 503 }, { status: 502 }] });
  const reply = await ask(client);
  assertAnswer(reply);
  assert.equal(reply.calls, 3);
  server.behave({ statuses: Array.from({ length: 50 }, () => ({ status: 503 })) });
  const fault = await ask(client, { timeoutMs: 1_500 });
  assertFault(fault, 'unreachable');
  assert.ok(fault.calls <= 5);
});

test('an unresponsive endpoint costs the timeout, and an aborted question rejects with the reason', async (t) => {
  const client = await newClient(t);
  server.behave({ trouble: 'hang' });
  assertFault(await ask(client, { timeoutMs: 200 }), 'timeout');
  const controller = new AbortController();
  const requested = client.generate(question, controller.signal);
  setTimeout(() => controller.abort(new Error('not wanted any more')), 50);
  await assert.rejects(requested, /not wanted any more/);
  server.reset();
  assertAnswer(await ask(client));
});

for (const trouble of ['drop', 'drop_in_body'] as const) {
  test(`a lost connection (${trouble}) is an error within the deadline`, async (t) => {
    server.behave({ trouble });
    assertFault(await ask(await newClient(t), { timeoutMs: 700 }), 'unreachable');
  });
}

test('an endless answer is not read to its end', async (t) => {
  server.behave({ trouble: 'huge' });
  assertFault(await ask(await newClient(t)), 'too_large');
});

test('a wrong server, a redirect and a rejected key give an error of one line', async (t) => {
  const client = await newClient(t, { key: 'hunter2hunter2' });
  server.behave({ trouble: 'no_chat' });
  assertFault(await ask(client), 'refused');
  server.behave({ trouble: 'redirect' });
  assertFault(await ask(client), 'refused');
  assert.equal(server.requests.length, 2);
  server.behave({ trouble: 'none', statuses: [{ status: 401, body: '{"error":{"message":"wrong key"}}' }] });
  const fault = await ask(client);
  assertFault(fault, 'unauthorized');
  assert.match(fault.message, /401: wrong key/);
  assert.doesNotMatch(JSON.stringify(client.state()), /hunter2/);
});

test('an error inside a response with status 200 is quoted', async (t) => {
  const client = await newClient(t);
  for (const body of [
    { error: { message: 'The provider has no quota left', code: 402 } },
    {
      choices: [
        { error: { message: 'The provider has no quota left', code: 400 }, message: { content: '' } },
      ],
    },
    { error: 'The provider has no quota left' },
  ]) {
    server.behave({
      statuses: Array.from({ length: 9 }, () => ({ status: 200, body: JSON.stringify(body) })),
    });
    const fault = await ask(client);
    assertFault(fault, 'refused');
    assert.match(fault.message, /200 with an error: The provider has no quota left/);
  }
});

test('a question that exceeds the context window is not sent in other forms', async (t) => {
  const body = JSON.stringify({ error: { message: "This model's maximum context length is 4096 tokens." } });
  server.behave({ statuses: [{ status: 400, body }] });
  assertFault(await ask(await newClient(t)), 'refused');
  assert.equal(server.requests.length, 1);
});

test('a model without JSON answers is tried in every form, and then given up', async (t) => {
  server.behave({ write: () => 'I am sorry, I cannot help with that.' });
  const fault = await ask(await newClient(t));
  assertFault(fault, 'no_json');
  assert.equal(fault.calls, 5);
});

test('all processes together do not exceed the concurrency limit', async (t) => {
  const { database } = await createTestDatabase(t);
  const clients = [1, 2, 3].map(() => clientOn(t, database, { count: 2 }));
  const replies = await Promise.all(clients.flatMap((client) => [ask(client), ask(client), ask(client)]));
  for (const reply of replies) assertAnswer(reply);
  assert.ok(server.maxConcurrency <= 2);
});

test('questions are answered without a database', async (t) => {
  const { database } = await createTestDatabase(t);
  const client = clientOn(t, database);
  await database.destroy();
  const reply = await ask(client);
  assertAnswer(reply);
});

test('a model without a name is the first that the endpoint lists', async (t) => {
  const reply = await ask(await newClient(t, { model: null }));
  assert.equal(reply.model, 'small-test');
  assert.equal(server.requests[0]?.body.model, 'small-test');
});

test('URLs may be written as base, origin or completions URL', async (t) => {
  const { origin } = new URL(server.url);
  for (const url of [origin, `${origin}/v1/`, `${origin}/v1/chat/completions`]) {
    assertAnswer(await ask(await newClient(t, { url })));
  }
  assert.ok(server.requests.every(({ path }) => path === '/v1/chat/completions'));
});
