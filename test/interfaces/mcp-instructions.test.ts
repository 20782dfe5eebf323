import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startSearchServer } from '../world/search-server.ts';
import { connectAgent, textOf } from './agent-client.ts';

test('agents are told what the instance is not configured for', async (t) => {
  const bare = await connectAgent(t, await startTestService(t));
  const said = bare.getInstructions() ?? '';
  assert.match(
    said,
    /do not try: search \(no provider\)(?:; exits in other countries [^;]*)?; a language model .*; e-mail .*; a browser \(pages are read without their scripts\)/,
  );
  const searchTool = async (agent: typeof bare) =>
    (await agent.listTools()).tools.find(({ name }) => name === 'search')?.description ?? '';
  assert.match(await searchTool(bare), /^Not configured here: search \(no provider\)\. /);
  const browserTool = (await bare.listTools()).tools.find(({ name }) => name === 'browser');
  assert.match(browserTool?.description ?? '', /^Not configured here: a browser /);
  // What is missing is said in words of the tools; the setting is for a client that shows it to the operator.
  for (const [name, args, advice, setting] of [
    ['search', { query: 'quay' }, /set up a search engine.*Use map .*or scrape/, 'WEBDATA_SEARCH'],
    ['browser', { action: 'open' }, /The operator of this instance/, 'WEBDATA_BROWSER'],
    [
      'monitor',
      {
        action: 'create',
        name: 'Quay',
        url: 'https://quay.example/',
        options: { notify: { email: 'ada@quay.example' } },
      },
      /Use a webhook\. .*operator/,
      'WEBDATA_SMTP_URL',
    ],
    [
      'compare',
      { url: 'https://quay.example/', countries: ['DE', 'US'] },
      /scrape without `country`/,
      'WEBDATA_EXITS',
    ],
  ] as const) {
    const result = await bare.callTool({ name, arguments: { ...args } });
    assert.equal(result.isError, true, name);
    assert.match(textOf(result), advice);
    assert.doesNotMatch(textOf(result), /WEBDATA_|docs\//, name);
    const problem = result._meta?.['webdata/problem'] as { detail: string; setting: string };
    assert.match(problem.detail, new RegExp(setting), name);
    assert.equal(problem.setting, setting, name);
  }
  const search = await startSearchServer('searxng');
  t.after(() => search.close());
  const service = await startTestService(t, {
    WEBDATA_SEARCH: `searxng=${search.url}`,
    WEBDATA_MODEL_URL: 'http://127.0.0.1:9/v1',
    WEBDATA_MODEL: 'any',
  });
  const agent = await connectAgent(t, service);
  const configured = agent.getInstructions() ?? '';
  assert.doesNotMatch(await searchTool(agent), /Not configured/);
  assert.match(configured, /do not try: e-mail/);
  assert.doesNotMatch(configured, /no provider|language model/);
});
