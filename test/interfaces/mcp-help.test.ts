import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import { startTestService } from '../service/running-service.ts';
import { connectAgent, textOf } from './agent-client.ts';

test('the help of tools', async (t) => {
  const service = await startTestService(t);
  const client = await connectAgent(t, service);
  const read = async (args: Record<string, unknown>) => {
    const result = await client.callTool({ name: 'read', arguments: args });
    assert.ok(result.isError !== true, textOf(result));
    return textOf(result);
  };
  const { tools } = await client.listTools();
  const actionsOf = ({ inputSchema }: (typeof tools)[number]) =>
    (inputSchema.properties?.action as { enum?: string[] } | undefined)?.enum ?? [];

  await t.test('says nothing twice, and names tools instead of addresses', async () => {
    for (const { name } of tools) {
      const text = await read({ ref: `webdata://help/${name}`, max_tokens: 20_000 });
      const lines = text.split('\n').filter((line) => line.length > 90 && !line.startsWith('Example'));
      const repeated = lines.filter((line, at) => lines.indexOf(line) < at);
      assert.deepEqual(repeated, [], name);
      assert.doesNotMatch(text, /(?:GET|POST|PUT|PATCH|DELETE) \/v1/, name);
    }
  });

  await t.test('of one action is complete by itself, and shorter', async () => {
    for (const tool of tools) {
      for (const action of actionsOf(tool)) {
        const text = await read({ ref: `webdata://help/${tool.name}#${action}` });
        assert.match(text, new RegExp(`^## (?:\\w+, )*${action}(?:,|$)|\`action\` .*"${action}"`, 'm'));
        assert.doesNotMatch(text, /: as in `/);
        assert.ok(encode(text).length < 2_500, `${tool.name}#${action}: ${encode(text).length} tokens`);
      }
    }
    const unknown = await read({ ref: 'webdata://help/monitor#watch' });
    assert.match(unknown, /has no action "watch"\. Its actions are create, list, /);
  });

  await t.test('`focus` returns the arguments about the words, and says if there are none', async () => {
    const text = await read({ ref: 'webdata://help/monitor#create', focus: 'conditions' });
    assert.match(text, /`conditions` \(list of object/);
    assert.match(text, /drops_by_percent/);
    assert.doesNotMatch(text, /`timezone`/);
    const nested = await read({ ref: 'webdata://help/scrape', focus: 'viewport' });
    assert.match(nested, /viewport/);
    assert.doesNotMatch(nested, /^- `max_age`/m);
    assert.match(await read({ ref: 'webdata://help/job', focus: 'zeppelin' }), /nothing about "zeppelin"/);
  });

  await t.test('`max_tokens` cuts it, and the end names the call that shows the rest', async () => {
    const whole = await read({ ref: 'webdata://help/workflow', max_tokens: 20_000 });
    const text = await read({ ref: 'webdata://help/workflow', max_tokens: 500 });
    assert.ok(encode(text).length <= 500, `${encode(text).length} tokens`);
    assert.ok(whole.startsWith(text.slice(0, text.indexOf('The help is cut.')).trimEnd()));
    const [, needed] = /"webdata:\/\/help\/workflow#create".*`max_tokens` (\d+)\.$/.exec(text) ?? [];
    assert.equal(await read({ ref: 'webdata://help/workflow', max_tokens: Number(needed) }), whole);
  });
});
