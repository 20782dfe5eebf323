import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { type ModelBehaviour, type ModelServer, startModelServer } from '../../../test/world/model-server.ts';
import type {
  ModelClient,
  ModelErrorCode,
  ModelRequest,
  ModelResponse,
} from '../../domain/resources/model.ts';
import { systemClock } from '../../domain/system/clock.ts';
import { silentLog } from '../../domain/system/log.ts';
import { createCapabilityMemory } from './capability-memory.ts';
import { createChatClient } from './chat-client.ts';
import { openChatEndpoint } from './chat-endpoint.ts';
import { createSharedSlots } from './shared-slots.ts';
import { unlimitedTokens } from './token-budget.ts';

const answer = { name: 'Kettle', price: '12.50' };
const json = JSON.stringify(answer);
const question: ModelRequest = {
  system: 'Read the facts off the page and answer in JSON.',
  messages: [{ role: 'user', text: '[b1] Kettle\n[b2] Price: 12.50' }],
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'string' } },
    required: ['name', 'price'],
  },
  accountId: null,
  maxTokens: 200,
  timeoutMs: 10_000,
};

let server: ModelServer;
before(async () => {
  server = await startModelServer({ write: () => json });
});
after(() => server.close());
afterEach(() => server.reset());

async function newClient(t: TestContext): Promise<ModelClient> {
  const { database } = await createTestDatabase(t);
  const endpoint = server.url;
  const client = createChatClient({
    endpoint: openChatEndpoint({ url: server.url, key: null, connections: 2 }),
    model: 'small',
    capabilityMemory: createCapabilityMemory(database, endpoint, silentLog),
    slots: createSharedSlots({ database, endpoint, count: 2, process: randomUUID(), log: silentLog }),
    budget: unlimitedTokens,
    clock: systemClock,
  });
  t.after(() => client.close());
  return client;
}

function ask(client: ModelClient): Promise<ModelResponse> {
  return client.generate(question, new AbortController().signal);
}

type Status = ModelBehaviour['statuses'][number];

/** Returns a chat completion with a message and an end. */
function completion(message: object, finishReason = 'stop', usage: object = {}): Status {
  const body = { choices: [{ index: 0, message, finish_reason: finishReason }], usage };
  return { status: 200, body: JSON.stringify(body) };
}

/** Returns server-sent events, one for each document. */
function stream(documents: readonly (object | string)[], start = ''): Status {
  const events = documents.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`);
  return { status: 200, body: start + events.join('') };
}

const delta = (content: object, end: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: content, finish_reason: end }],
});

/** Answers that real endpoints give, each of which holds the requested object. */
const answers: Record<string, Status> = {
  'reasoning in a field of its own': completion({
    role: 'assistant',
    reasoning_content: 'The price may be {"price": 1}.',
    content: json,
  }),
  'reasoning in the field `reasoning`': completion({
    reasoning: 'Let me see. {"name": "no"}',
    content: json,
  }),
  'an answer that the server took for reasoning': completion({ content: null, reasoning_content: json }),
  'reasoning in tags': completion({ content: `<think>{"name": "Pot"}</think>\n${json}` }),
  'a code fence': completion({ content: `\`\`\`json\n${json}\n\`\`\`` }),
  'prose around the answer': completion({ content: `Here is the data:\n${json}\nAnything else?` }),
  'content in parts': completion({
    content: [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: json },
    ],
  }),
  'content that a gateway parsed': completion({ content: answer }),
  'a tool call': completion(
    { content: null, tool_calls: [{ type: 'function', function: { name: 'answer', arguments: json } }] },
    'tool_calls',
  ),
  'a tool call with parsed arguments': completion(
    { content: '', tool_calls: [{ type: 'function', function: { name: 'answer', arguments: answer } }] },
    'tool_calls',
  ),
  'a stream': stream([
    delta({ role: 'assistant', content: '' }),
    delta({ content: json.slice(0, 9) }),
    delta({ content: json.slice(9) }),
    delta({}, 'stop'),
    { choices: [], usage: { prompt_tokens: 77, completion_tokens: 7 } },
    '[DONE]',
  ]),
  'a stream with comments and reasoning': stream(
    [delta({ reasoning: '{"name": ' }), delta({ content: json }, 'stop'), '[DONE]'],
    ': processing\n\n: processing\n\n',
  ),
  'a stream of a tool call': stream([
    delta({ tool_calls: [{ index: 0, function: { name: 'answer', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: json.slice(0, 12) } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: json.slice(12) } }] }, 'tool_calls'),
    '[DONE]',
  ]),
  'blank lines that keep the connection open': {
    status: 200,
    body: `\n\n\n${completion({ content: json }).body}`,
  },
};

describe('an answer is read from', () => {
  for (const [habit, status] of Object.entries(answers)) {
    test(habit, async (t) => {
      server.behave({ statuses: [status] });
      const reply = await ask(await newClient(t));
      assert.equal(reply.kind, 'answer', JSON.stringify(reply));
      assert.deepEqual(reply.kind === 'answer' && reply.value, answer);
      assert.equal(reply.calls, 1);
    });
  }
});

const quota = 'You exceeded your current quota, please check your plan and billing details.';
/** Answers that end a question with one request: another form or another try would cost and change nothing. */
const ends: Record<string, [Status, ModelErrorCode, RegExp]> = {
  'a refusal in its field': [
    completion({ content: null, refusal: 'I cannot help with\nthis page.' }),
    'refused',
    /refused to answer: I cannot help with this page\./,
  ],
  'a refusal in a stream': [
    stream([delta({ refusal: 'I cannot ' }), delta({ refusal: 'help.' }, 'stop'), '[DONE]']),
    'refused',
    /refused to answer: I cannot help\./,
  ],
  'a content filter': [completion({ content: '' }, 'content_filter'), 'refused', /content filter/],
  'reasoning that uses up the answer': [
    completion({ content: '', reasoning_content: 'The page says that' }, 'length'),
    'no_json',
    /all tokens of its answer for reasoning\. Turn off reasoning/,
  ],
  'an account without quota': [
    { status: 429, body: JSON.stringify({ error: { message: quota, code: 'insufficient_quota' } }) },
    'refused',
    /429: You exceeded your current quota/,
  ],
  'a balance that is used up': [
    { status: 402, body: JSON.stringify({ error: { message: 'Insufficient Balance' } }) },
    'refused',
    /402: Insufficient Balance/,
  ],
  'an error event in a stream': [
    stream([delta({ content: '{"na' }), { error: { message: 'upstream is unavailable', code: 403 } }]),
    'unauthorized',
    /upstream is unavailable/,
  ],
};

describe('a question ends with one request after', () => {
  for (const [habit, [status, code, message]] of Object.entries(ends)) {
    test(habit, async (t) => {
      server.behave({ statuses: [status] });
      const reply = await ask(await newClient(t));
      assert.equal(reply.kind === 'fault' ? reply.code : 'answer', code, JSON.stringify(reply));
      assert.match(reply.kind === 'fault' ? reply.message : '', message);
      assert.equal(reply.calls, 1);
    });
  }
});

/** Pauses that endpoints ask for in several ways; the answer follows. */
const pauses: Record<string, Status> = {
  'Retry-After in seconds': { status: 429, retryAfter: '1' },
  'Retry-After with a fraction': { status: 429, retryAfter: '0.2' },
  'an overloaded server': {
    status: 529,
    body: '{"error":{"type":"overloaded_error","message":"Overloaded"}}',
  },
};

describe('a question is repeated after', () => {
  for (const [habit, status] of Object.entries(pauses)) {
    test(habit, async (t) => {
      server.behave({ statuses: [status] });
      const reply = await ask(await newClient(t));
      assert.equal(reply.kind, 'answer', JSON.stringify(reply));
      assert.equal(reply.calls, 2);
    });
  }
});

test('tokens that came from the prompt cache are counted, in both notations', async (t) => {
  const client = await newClient(t);
  const notations = [{ prompt_tokens_details: { cached_tokens: 64 } }, { prompt_cache_hit_tokens: 64 }];
  for (const notation of notations) {
    const usage = { prompt_tokens: 100, completion_tokens: 20, ...notation };
    server.behave({ statuses: [completion({ content: json }, 'stop', usage)] });
    assert.deepEqual((await ask(client)).tokens, { input: 100, output: 20, cached: 64, estimated: false });
  }
});

const statesSchema = (at: number) => server.requests[at]?.body.messages[0].content.includes('JSON Schema');

test('an endpoint that follows schemas gets them in the response format alone', async (t) => {
  const client = await newClient(t);
  await ask(client);
  const reply = await ask(client);
  assert.equal(reply.kind, 'answer');
  assert.deepEqual([statesSchema(0), statesSchema(1)], [true, false]);
});

test('an endpoint that follows only the prompt gets the schema in the prompt from then on', async (t) => {
  const client = await newClient(t);
  // The endpoint accepts the response format and ignores it.
  server.behave({
    write: ({ body }) => (body.messages[0].content.includes('JSON Schema') ? json : '{"title": "Kettle"}'),
  });
  await ask(client);
  const second = await ask(client);
  assert.deepEqual(second.kind === 'answer' && [second.value, second.calls], [answer, 2]);
  const third = await ask(client);
  assert.deepEqual(third.kind === 'answer' && [third.value, third.calls], [answer, 1]);
});
