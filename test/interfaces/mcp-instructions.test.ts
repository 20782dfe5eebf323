import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startSearchServer } from '../world/search-server.ts';
import { connectAgent } from './agent-client.ts';

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
