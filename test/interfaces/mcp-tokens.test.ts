import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent, nextCallOf, textOf } from './agent-client.ts';

function tokensOf(value: unknown): number {
  return encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
}

test('tools and results use few tokens', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  await t.test('the list of all tools, and of a selection', async (t) => {
    const { tools } = await (await connectAgent(t, service)).listTools();
    assert.ok(tokensOf(tools) <= 4_000, `${tokensOf(tools)} tokens`);
    assert.ok(JSON.stringify(tools).length <= 16_000);
    const selected = await (await connectAgent(t, service, 'auto', '?tools=read,extract')).listTools();
    assert.ok(tokensOf(selected.tools) <= 2_700);
    const names = selected.tools.map(({ name }) => name);
    assert.deepEqual(names.includes('scrape') && names.includes('extract'), true);
    assert.deepEqual(names.includes('browser') || names.includes('monitor'), false);
    for (const tool of tools) {
      assert.ok((tool.description?.length ?? 0) > 40, tool.name);
      assert.equal(tool.outputSchema, undefined, tool.name);
    }
    const job = tools.find(({ name }) => name === 'job');
    const actions = ['list', 'get', 'results', 'follow', 'cancel', 'pause', 'resume', 'retry'];
    assert.partialDeepStrictEqual(job?.inputSchema.properties?.action, { enum: actions });
    assert.match(job?.description ?? '', /^- results\(jid, offset\?, limit\?\): /m);
  });

  await t.test('an unknown selection is rejected with the names', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    const { status, json } = await service.post('/mcp?tools=read,write', body, { headers });
    assert.equal(status, 422);
    assert.match(json.errors[0].detail, /read, extract, keep, act/);
  });

  await t.test('programs get output schemas and complete answers', async (t) => {
    const client = await connectAgent(t, service, 'auto', '?structured=true');
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ outputSchema }) => outputSchema?.type === 'object'));
    // The client validates structured content against the output schema.
    const { structuredContent } = await client.callTool({ name: 'scrape', arguments: { url: article } });
    assert.match((structuredContent as { markdown: string }).markdown, /cranes/);
  });

  await t.test('a page is sent once, with little overhead', async (t) => {
    const client = await connectAgent(t, service);
    const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
    const { json } = await service.post('/v1/scrape', { url: article });
    const answer = tokensOf(textOf(result)) + tokensOf(result.structuredContent);
    assert.ok(
      answer <= tokensOf(json.markdown) * 1.03 + 130,
      `${answer} for ${tokensOf(json.markdown)} tokens`,
    );
    assert.equal(textOf(result).split(json.markdown.slice(0, 100)).length, 2);
    assert.doesNotMatch(JSON.stringify(result.structuredContent), /cranes are/i);
  });

  await t.test('a long page is read to its end with the calls that the results name', async (t) => {
    const client = await connectAgent(t, service);
    const url = world.site.url('/long/200k');
    let result = await client.callTool({ name: 'scrape', arguments: { url, max_tokens: 2_000 } });
    let text = textOf(result);
    for (let call = nextCallOf(result); call !== null; call = nextCallOf(result)) {
      assert.equal(call.name, 'read');
      result = await client.callTool({ ...call, arguments: { ...call.arguments, max_tokens: 20_000 } });
      assert.ok(tokensOf(textOf(result)) <= 20_000);
      text += textOf(result);
    }
    const { json } = await service.post('/v1/scrape', { url, max_length: 1_000_000 });
    const lines = (json.markdown as string).split('\n').filter((line) => line.trim() !== '');
    assert.ok(lines.length > 20);
    for (const line of lines) assert.ok(text.includes(line), line);
  });

  await t.test('a long list is continued with the call that the result names', async (t) => {
    const client = await connectAgent(t, service);
    const start = { url: world.site.url('/'), limit: 6 };
    const { structuredContent } = await client.callTool({ name: 'crawl', arguments: start });
    const { jid } = structuredContent as { jid: string };
    const follow = { name: 'job', arguments: { action: 'follow', jid } };
    for (let ended = false; !ended; ) {
      const { structuredContent: state } = await client.callTool(follow);
      ended = (state as { ended: boolean }).ended;
    }
    const urls = new Set<string>();
    let call: ReturnType<typeof nextCallOf> = {
      name: 'job',
      arguments: { action: 'results', jid, max_tokens: 600 },
    };
    for (let calls = 0; call !== null && calls < 20; calls += 1) {
      const result = await client.callTool(call);
      // A page that does not fit alone is requested again with more tokens.
      assert.ok(tokensOf(textOf(result)) <= Number(call.arguments.max_tokens));
      for (const [, url] of textOf(result).matchAll(/^# \d+\. (\S+)$/gm)) urls.add(url as string);
      call = nextCallOf(result);
    }
    assert.equal(urls.size, 6);
  });

  await t.test('a paid answer is continued without a second price or a second effect', async (t) => {
    const client = await connectAgent(t, service);
    const url = world.site.url('/');
    const before = world.site.hits;
    let result = await client.callTool({ name: 'inspect', arguments: { url, max_tokens: 300 } });
    const visits = world.site.hits - before;
    const shown = [textOf(result)];
    for (let call = nextCallOf(result); call !== null; call = nextCallOf(result)) {
      assert.equal(call.name, 'inspect');
      assert.ok(shown.length < 60, 'the calls come to an end');
      result = await client.callTool({ ...call });
      assert.equal(result.isError, undefined, textOf(result));
      shown.push(textOf(result));
    }
    assert.ok(shown.length > 1, shown[0]);
    assert.equal(world.site.hits - before, visits, 'the page is read once');
    const { json } = await service.get('/v1/requests?tool=inspect');
    const prices = json.requests.map(({ credits }: { credits: number }) => credits);
    assert.equal(prices.filter((credits: number) => credits > 0).length, 1, prices.join());

    const changed = await client.callTool({
      name: 'inspect',
      arguments: { url: article, answer_id: 'ans_unknown', skip: -1 },
    });
    assert.match(textOf(changed), /skip: must be a whole number from 0/);
  });

  await t.test('errors name the nearest argument, the allowed values, an example and the help', async (t) => {
    const client = await connectAgent(t, service);
    const misspelt = await client.callTool({
      name: 'scrape',
      arguments: { url: article, formatts: ['html'] },
    });
    assert.match(textOf(misspelt), /formatts: unknown field; did you mean `formats`\?/);
    assert.match(textOf(misspelt), /Example: scrape \{"url":/);
    const wrong = await client.callTool({ name: 'scrape', arguments: { url: article, render: 'maybe' } });
    assert.match(textOf(wrong), /render: must be one of "auto", "never", "always"/);
    const action = await client.callTool({ name: 'job', arguments: { action: 'result', jid: 'x' } });
    assert.match(textOf(action), /Did you mean "results"\?/);
    const object = { action: { toString: 'list' } };
    assert.match(
      textOf(await client.callTool({ name: 'job', arguments: object })),
      /must be one of start, list/,
    );
    const help = await client.callTool({ name: 'read', arguments: { ref: 'webdata://help/scrape' } });
    assert.match(textOf(help), /`include_selectors` \(list of string/);
  });

  await t.test('arguments that the list leaves out are accepted in `options`', async (t) => {
    const client = await connectAgent(t, service);
    const args = { url: article, options: { max_length: 100 } };
    const { structuredContent } = await client.callTool({ name: 'scrape', arguments: args });
    assert.ok((structuredContent as { ref?: string }).ref);
  });
});
