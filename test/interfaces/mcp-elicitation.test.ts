import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client, type ElicitResult, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startTestService, type TestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { connectAgent, eras, nextCallOf, openAgent, textOf } from './agent-client.ts';
import { program } from './run-command.ts';

/** Input of a client's user; `asked` collects the forms that the client showed. */
interface User {
  response: ElicitResult;
  questions: Array<{ message: string; field: unknown }>;
}

function createClient(mode: VersionNegotiationMode, user: User): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const { message, requestedSchema } = params as unknown as {
      message: string;
      requestedSchema: { properties: { answer: unknown } };
    };
    user.questions.push({ message, field: requestedSchema.properties.answer });
    return user.response;
  });
  return client;
}

async function connectOverStdio(t: TestContext, service: TestService, client: Client) {
  const env = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }));
  t.after(() => client.close());
  return client;
}

test('a workflow requests input through the client', async (t) => {
  const service = await startTestService(t);
  const schema = { type: 'string', pattern: '^[0-9]{6}$', maxLength: 6 };
  const save = async (question: string, answerSchema: object) => {
    const steps = [
      { type: 'ask', question, name: 'answer', schema: answerSchema },
      { type: 'set', name: 'done', value: true },
    ];
    const { status, json } = await service.post('/v1/workflows', { name: 'Two steps', steps });
    assert.equal(status, 200, JSON.stringify(json));
    return json.id as string;
  };
  const workflowId = await save('What is the code?', schema);

  const statusOf = async (runId: string) => (await service.get(`/v1/runs/${runId}`)).json.status as string;

  async function waitFor(runId: string, status: string) {
    await until(
      () => statusOf(runId),
      (now) => now === status,
    );
  }

  async function startRun(id = workflowId) {
    const { json } = await service.post(`/v1/workflows/${id}/runs`, {});
    await waitFor(json.run_id, 'needs_input');
    return json.run_id as string;
  }

  const getRun = (client: Client, runId: string) =>
    client.callTool({ name: 'workflow', arguments: { action: 'get_run', run_id: runId } });

  async function answersThrough(client: Client, user: User) {
    const runId = await startRun();
    user.response = { action: 'accept', content: { answer: '123456' } };
    const answered = await getRun(client, runId);
    assert.deepEqual(user.questions, [
      {
        message: 'The workflow "Two steps" asks: What is the code?',
        field: { type: 'string', title: 'Answer', maxLength: 6 },
      },
    ]);
    assert.equal(answered.isError, undefined, textOf(answered));
    assert.match(textOf(answered), /The user answered the question\./);
    assert.deepEqual(nextCallOf(answered), {
      name: 'workflow',
      arguments: { action: 'get_run', run_id: runId },
    });
    await waitFor(runId, 'completed');
  }

  for (const [era, mode] of eras) {
    await t.test(`over standard input and output, in ${era}`, async (t) => {
      const user: User = { response: { action: 'cancel' }, questions: [] };
      const client = await connectOverStdio(t, service, createClient(mode, user));
      await answersThrough(client, user);
    });
  }

  for (const [era, mode] of eras) {
    await t.test(`over HTTP, in ${era}`, async (t) => {
      const user: User = { response: { action: 'cancel' }, questions: [] };
      const client = await openAgent(t, service, createClient(mode, user));
      await answersThrough(client, user);
    });
  }

  await t.test('and the answer of another client is not used', async (t) => {
    const other = await connectAgent(t, service, 'legacy');
    const user: User = { response: { action: 'accept', content: { answer: '123456' } }, questions: [] };
    const client = createClient('legacy', user);
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      user.questions.push({ message: params.message, field: null });
      const answer = { jsonrpc: '2.0' as const, id: mcpReq.id, result: { action: 'decline' } };
      await other.transport?.send(answer).catch(() => {});
      return user.response;
    });
    await openAgent(t, service, client);
    const runId = await startRun();
    assert.match(textOf(await getRun(client, runId)), /The user answered the question\./);
    assert.equal(user.questions.length, 1);
    await waitFor(runId, 'completed');
  });

  await t.test('and the answer to a question that has changed is not used', async (t) => {
    const user: User = { response: { action: 'accept', content: { answer: '123456' } }, questions: [] };
    const client = createClient('legacy', user);
    const runId = await startRun();
    client.setRequestHandler('elicitation/create', async () => {
      await service.post(`/v1/runs/${runId}/cancel`, {});
      return user.response;
    });
    await openAgent(t, service, client);
    assert.match(textOf(await getRun(client, runId)), /The question has changed/);
  });

  await t.test('and the run keeps waiting if the input is not valid', async (t) => {
    const user: User = { response: { action: 'decline' }, questions: [] };
    const client = await openAgent(t, service, createClient({ pin: '2026-07-28' }, user));
    const runId = await startRun();
    assert.match(textOf(await getRun(client, runId)), /user declined to answer.*Next: workflow/s);
    user.response = { action: 'cancel' };
    assert.match(textOf(await getRun(client, runId)), /user closed the question.*Next: workflow/s);
    user.response = { action: 'accept', content: { answer: 'abc' } };
    const wrong = await getRun(client, runId);
    assert.equal(wrong.isError, true);
    assert.match(textOf(wrong), /^- answer: /m);
    assert.equal(await statusOf(runId), 'needs_input');
    assert.equal(user.questions.length, 3);
  });

  await t.test('with a form for the expected input', async (t) => {
    const user: User = { response: { action: 'cancel' }, questions: [] };
    const client = await openAgent(t, service, createClient({ pin: '2026-07-28' }, user));
    const answerTo = async (answerSchema: object, answer: string | number) => {
      const runId = await startRun(await save('Which?', answerSchema));
      user.response = { action: 'accept', content: { answer } };
      const answered = await getRun(client, runId);
      assert.equal(answered.isError, undefined, textOf(answered));
      await waitFor(runId, 'completed');
      return user.questions.at(-1)?.field;
    };
    assert.deepEqual(await answerTo({ enum: ['red', 'blue'] }, 'blue'), {
      type: 'string',
      title: 'Answer',
      enum: ['red', 'blue'],
    });
    assert.deepEqual(await answerTo({ type: 'integer', minimum: 1, title: 'Pieces' }, 3), {
      type: 'integer',
      title: 'Pieces',
      minimum: 1,
    });
    assert.deepEqual(await answerTo({ type: 'array', items: { type: 'integer' } }, '[1, 2]'), {
      type: 'string',
      title: 'Answer',
      description: 'JSON',
    });
  });

  for (const [era, mode] of eras) {
    await t.test(`and a client without forms gets the call that provides the input, in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const runId = await startRun();
      const waiting = await getRun(client, runId);
      assert.match(textOf(waiting), /waits for an answer.*Ask the user/);
      const next = nextCallOf(waiting);
      assert.deepEqual(next, {
        name: 'workflow',
        arguments: { action: 'answer', run_id: runId, answer: 'ANSWER' },
      });
      const args = { ...next?.arguments, answer: '654321' };
      const answered = await client.callTool({ name: 'workflow', arguments: args });
      assert.equal(answered.isError, undefined, textOf(answered));
      await waitFor(runId, 'completed');
    });
  }
});
