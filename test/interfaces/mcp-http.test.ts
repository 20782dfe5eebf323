import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent, eras, type TextBlock, textOf } from './agent-client.ts';

test('MCP over HTTP', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const era = typeof mode === 'string' ? 'the 2025 era' : 'the revision of 2026-07-28';
    await t.test(`supports ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      for (const name of ['scrape', 'read', 'map', 'crawl', 'job', 'dataset', 'monitor', 'browser']) {
        assert.ok(names.includes(name), name);
      }
      assert.ok(names.length >= 12 && names.length <= 17, names.join(' '));
      const scrape = tools.find(({ name }) => name === 'scrape');
      assert.equal(scrape?.annotations?.readOnlyHint, true);
      assert.match(scrape?.description ?? '', /1 credit/);

      const result = await client.callTool({ name: 'scrape', arguments: { url: article } });
      assert.equal(result.isError, undefined);
      const page = result.structuredContent as { status: string; receipt: string };
      assert.equal(page.status, 'ok');
      const [essence, content] = result.content as TextBlock[];
      assert.ok(essence?.text.startsWith(`ok ${article}: 1 credit`), essence?.text);
      assert.ok(essence?.text.includes(`receipt ${page.receipt}`));
      assert.doesNotMatch(essence?.text ?? '', /cranes are/i);
      assert.equal(content?._meta?.['webdata/untrusted'], true);
      assert.match(content?.text ?? '', /Title: .*harbour cranes/i);
      assert.match(
        content?.text ?? '',
        /^<untrusted-web-content id="(\w+)">.*<\/untrusted-web-content id="\1">$/s,
      );

      const { json } = await service.get(`/v1/requests/${result._meta?.['webdata/request_id']}`);
      assert.equal(json.origin, 'mcp');
      assert.equal(json.tool, 'scrape');
      assert.equal(json.credits, 1);
    });
  }

  for (const [era, mode] of eras) {
    await t.test(`describes the server and its parts to users, in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const { name, title, description, icons = [] } = client.getServerVersion() ?? {};
      assert.ok(name && title && description);
      const [icon] = icons;
      assert.match(icon?.src ?? '', /^data:image\/svg\+xml;base64,/);
      assert.ok((icon?.src ?? '').length <= 1024);
      const { tools } = await client.listTools();
      const { resources } = await client.listResources();
      const { prompts } = await client.listPrompts();
      for (const part of [...tools, ...resources, ...prompts]) assert.ok(part.title, part.name);
      const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
      assert.deepEqual(annotations.scrape, { readOnlyHint: true });
      assert.deepEqual(annotations.read, { readOnlyHint: true, openWorldHint: false });
      assert.deepEqual(annotations.crawl, { destructiveHint: false });
    });
  }

  await t.test('rejects parameters that do not match the protocol as invalid', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {} };
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const text = await response.text();
    assert.match(text, /"code":-32602/);
    assert.match(text, /\/params\/clientInfo/);
  });

  await t.test('links to the full text of a long page as a resource', async (t) => {
    const client = await connectAgent(t, service);
    const result = await client.callTool({ name: 'scrape', arguments: { url: article, max_length: 100 } });
    const page = result.structuredContent as { ref: string; length: number };
    const link = (result.content as TextBlock[]).find(({ type }) => type === 'resource_link');
    assert.equal(link?.uri, `webdata://read/${page.ref}`);
    const { contents } = await client.readResource({ uri: link?.uri as string });
    const [whole] = contents as Array<{ text: string; mimeType: string }>;
    assert.equal([...(whole?.text ?? '')].length, page.length);
    assert.equal(whole?.mimeType, 'text/markdown');
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0]?.uriTemplate, 'webdata://read/{ref}');
    await assert.rejects(
      client.readResource({ uri: 'webdata://read/ref_unknown' }),
      /no stored page with this ref/,
    );
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no resource/);
  });

  await t.test('suggests the next step after a failed call or page', async (t) => {
    const client = await connectAgent(t, service);
    const faulty = await client.callTool({ name: 'scrape', arguments: { urls: [], speed: 'high' } });
    assert.equal(faulty.isError, true);
    const [said] = faulty.content as TextBlock[];
    assert.match(
      said?.text ?? '',
      /^invalid:.*urls: .*speed: unknown field.*Correct the fields.*Example: scrape \{/s,
    );
    const missing = await client.callTool({ name: 'job', arguments: { action: 'get', jid: 'job_none' } });
    assert.match((missing.content as TextBlock[])[0]?.text ?? '', /^not_found: .*action list/s);
    const lost = await client.callTool({ name: 'read', arguments: { ref: 'ref_none' } });
    assert.match((lost.content as TextBlock[])[0]?.text ?? '', /^not_found: .*again with scrape/s);
    const { ref } = (await client.callTool({ name: 'scrape', arguments: { url: article, max_length: 100 } }))
      .structuredContent as { ref: string };
    const nowhere = await client.callTool({ name: 'read', arguments: { ref, section: 'no such' } });
    assert.match((nowhere.content as TextBlock[])[0]?.text ?? '', /^not_found: .*\n.*sections/);
    const passage = await client.callTool({
      name: 'read',
      arguments: { ref, focus: 'copper pipes', length: 50 },
    });
    assert.equal((passage.structuredContent as { length: number }).length, 50);
    for (const [name, source] of [
      ['scrape', { url: article }],
      ['read', { ref }],
    ] as const) {
      const absent = await client.callTool({ name, arguments: { ...source, focus: 'zeppelin hangar' } });
      const [words] = absent.content as TextBlock[];
      assert.match(words?.text ?? '', /No part of the text is about the words of `focus`/);
      assert.ok((words?.text.length ?? 0) < 600, `instead of the start of the page: ${words?.text}`);
    }
    const odd = await client.callTool({ name: 'job', arguments: { jid: 'job_none', action: 'stop' } });
    assert.equal(odd.isError, true);
    assert.match((odd.content as TextBlock[])[0]?.text ?? '', /^- action: must be one of .*results.*cancel/m);
    const none = await client.callTool({ name: 'job', arguments: { jid: 'job_none', action: 'cancel' } });
    assert.match((none.content as TextBlock[])[0]?.text ?? '', /^not_found: /);
    const gone = await client.callTool({ name: 'scrape', arguments: { url: world.site.url('/status/404') } });
    assert.equal(gone.isError, undefined);
    assert.match((gone.content as TextBlock[])[0]?.text ?? '', /^not_found \(HTTP 404\).*map/s);
    await assert.rejects(
      client.callTool({ name: 'delete_everything', arguments: {} }),
      /There is no tool delete_everything\. The tools are scrape, search, /,
    );
    await assert.rejects(client.callTool({ name: 'scrap', arguments: {} }), /Did you mean `scrape`\?/);
  });

  await t.test('separates page content from its own text in every tool', async (t) => {
    const client = await connectAgent(t, service);
    const requested: Array<[string, Record<string, unknown>]> = [
      ['extract', { url: article, schema: { type: 'object', properties: { title: { type: 'string' } } } }],
      ['map', { url: world.site.url('/'), limit: 20 }],
      ['scrape', { urls: [article, article] }],
    ];
    for (const [name, fields] of requested) {
      const { content } = await client.callTool({ name, arguments: fields });
      const [essence, web] = content as TextBlock[];
      assert.doesNotMatch(essence?.text ?? '', /Notes on harbour cranes/, name);
      assert.match(web?.text ?? '', /Notes on harbour cranes/, name);
      assert.match(essence?.text ?? '', /\d credits?.*receipt rct_\w+/, name);
      assert.ok((essence?.text.length ?? 0) < 1_000, essence?.text);
    }
    // URLs chosen by the page (redirects, links) are not part of the service's own text either.
    const led = await client.callTool({
      name: 'scrape',
      arguments: { url: world.site.url('/redirect/302') },
    });
    const { final_url: to } = led.structuredContent as { final_url: string };
    const [said, words] = led.content as TextBlock[];
    assert.equal(said?.text.includes(to), false, said?.text);
    assert.ok(words?.text.includes(`Redirected to: ${to}`), words?.text);
    const data = await client.callTool({
      name: 'scrape',
      arguments: { url: article, formats: ['structured_data'] },
    });
    assert.match((data.content as TextBlock[])[1]?.text ?? '', /structured_data: \{"json_ld":/);
    const preview = await client.callTool({ name: 'scrape', arguments: { url: article, dry_run: true } });
    assert.match(
      (preview.content as TextBlock[])[0]?.text ?? '',
      /Estimate: 0 to 1 credits\. Nothing was done/,
    );
  });

  await t.test('rejects NUL and deep nesting, and reads the pages next to an invalid URL', async (t) => {
    const client = await connectAgent(t, service);
    const call = async (name: string, fields: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: fields });
      return (result.content as TextBlock[])[0]?.text ?? '';
    };
    let schema: unknown = 1;
    for (let level = 0; level < 3_000; level += 1) schema = { a: schema };
    assert.match(
      await call('extract', { url: article, schema }),
      /^invalid:\n- schema: has more than 100 levels/,
    );
    assert.match(await call('scrape', { url: `${article}\0` }), /^invalid:\n- url: contains the character/);
    assert.match(await call('job', { action: 'get', jid: 'job_\0' }), /^not_found:/);
    assert.match(
      await call('scrape', { urls: [`${article}\ud800`, article] }),
      /2 pages.*1 invalid, 1 ok.*1\. invalid /s,
    );
  });

  await t.test('starts a crawl at once and reports its pages as progress', async (t) => {
    const client = await connectAgent(t, service);
    const started = await client.callTool({
      name: 'crawl',
      arguments: { url: world.site.url('/'), limit: 6 },
    });
    const { jid } = started.structuredContent as { jid: string };
    const progress: string[] = [];
    const followed = await client.callTool(
      { name: 'job', arguments: { action: 'follow', jid } },
      { onprogress: ({ message }) => progress.push(message ?? '') },
    );
    assert.equal((followed.structuredContent as { ended: boolean }).ended, true);
    const [summary, pages, next] = followed.content as TextBlock[];
    assert.match(summary?.text ?? '', /6 pages delivered; job\.completed /);
    assert.equal(pages?._meta?.['webdata/untrusted'], true);
    assert.equal(next?.text, `Next: job {"action":"results","jid":"${jid}"}`);
    assert.equal(
      progress.filter((message) => message.startsWith('job.page ok ')).length,
      6,
      progress.join('\n'),
    );
    const results = await client.callTool({
      name: 'job',
      arguments: { action: 'results', jid, limit: 3 },
    });
    assert.equal((results.structuredContent as { pages: unknown[] }).pages.length, 3);
    assert.match(textOf(results), /Next: job \{"action":"results","jid":"\w+","limit":3,"offset":3\}/);
  });

  await t.test('serves clients that accept every type', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const accept of ['*/*', 'text/html, */*;q=0.8'])
      assert.equal((await service.post('/mcp', body, { headers: { accept } })).status, 200, accept);
    const none = await service.post('/mcp', body, { headers: { accept: 'text/html' } });
    assert.equal(none.status, 406);
  });

  await t.test('answers clients that accept one of the two types in this type', async () => {
    const send = (accept: string, method: string, params: Record<string, unknown> = {}) =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { accept, authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
      });
    const call = { name: 'scrape', arguments: { url: article }, _meta: { progressToken: 1 } };
    for (const [method, params] of [
      [
        'initialize',
        { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      ],
      ['tools/list', {}],
      ['tools/call', call],
    ] as const) {
      const plain = await send('application/json', method, params);
      assert.equal(plain.status, 200);
      assert.match(plain.headers.get('content-type') ?? '', /^application\/json/);
      const answer = (await plain.json()) as { id: number; result: unknown };
      assert.equal(answer.id, 7);
      assert.ok(answer.result);
      const stream = await send('text/event-stream', method, params);
      assert.equal(stream.status, 200);
      assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
      assert.match(await stream.text(), /^data: .*"id":7/m);
    }
    const unknown = (await (await send('application/json', 'tools/nothing')).json()) as { error: unknown };
    assert.ok(unknown.error);
  });

  await t.test('rejects requests without a key and pages of other origins', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    assert.equal((await service.post('/mcp', body, { headers, key: null })).status, 401);
    assert.equal((await service.post('/mcp', body, { headers, key: 'wd_wrong' })).status, 401);
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    assert.equal((await service.post('/mcp', body, { headers: foreign })).status, 403);
    assert.equal((await service.post('/mcp', body, { headers: { ...headers, origin: 'null' } })).status, 403);
    assert.equal(
      (await service.post('/mcp', body, { headers: { ...headers, origin: service.url } })).status,
      200,
    );
  });
});
