import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import { startTestService } from '../service/running-service.ts';
import { connectAgent, eras } from './agent-client.ts';

/** Arguments for every prompt. */
const values: Readonly<Record<string, string>> = {
  url: 'https://shop.example/"lamps"',
  question: 'How tall is it?',
  fields: 'name, price',
  values: 'name: Ada',
  what: 'the price',
  every: '6h',
};

/** Returns the calls in a message: a tool and a JSON object of arguments. */
function callsIn(text: string): Array<[string, Record<string, unknown>]> {
  return [...text.matchAll(/\b([a-z]+) (?=\{")/g)].flatMap(({ 0: whole, 1: tool = '', index }) => {
    const [rest = ''] = text.slice(index + whole.length).split('\n');
    for (let end = rest.indexOf('}'); end !== -1; end = rest.indexOf('}', end + 1)) {
      try {
        return [[tool, JSON.parse(rest.slice(0, end + 1)) as Record<string, unknown>]];
      } catch {
        // The object ends at a later brace.
      }
    }
    return assert.fail(rest);
  });
}

test('prompts for common tasks', async (t) => {
  const service = await startTestService(t);
  for (const [era, mode] of eras) {
    await t.test(`in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const { prompts } = await client.listPrompts();
      const names = prompts.map(({ name }) => name);
      assert.deepEqual(names, ['find_facts', 'research', 'collect_table', 'watch', 'fill_form']);
      const { tools } = await client.listTools();
      for (const { name, title, description, arguments: declared = [] } of prompts) {
        assert.ok(title && description, name);
        const filled = declared.filter((argument) => argument.name in values);
        const args = Object.fromEntries(filled.map((one) => [one.name, values[one.name] as string]));
        const { messages } = await client.getPrompt({ name, arguments: args });
        assert.deepEqual(
          messages.map(({ role }) => role),
          ['user'],
        );
        const { text = '' } = (messages[0]?.content ?? {}) as { text?: string };
        assert.ok(encode(text).length <= 250, `${name}: ${encode(text).length} tokens`);
        assert.equal(text.includes('undefined'), false, text);
        const calls = callsIn(text);
        assert.ok(calls.length > 0, text);
        for (const [tool, given] of calls) {
          const found = tools.find((one) => one.name === tool);
          assert.ok(found !== undefined, text);
          const { action, ...known } = (found.inputSchema.properties ?? {}) as Record<string, object>;
          for (const field of Object.keys(given)) assert.ok(field === 'action' || field in known, field);
          if (given.action !== undefined) {
            const { enum: actions } = action as { enum: unknown[] };
            assert.ok(actions.includes(given.action), text);
          }
        }
      }
    });
  }

  await t.test('rejects unknown and missing arguments of a prompt by name', async (t) => {
    const client = await connectAgent(t, service);
    const get = (name: string, args: Record<string, string>) => client.getPrompt({ name, arguments: args });
    await assert.rejects(get('write_poem', {}), /no prompt write_poem.*find_facts/);
    await assert.rejects(get('research', { question: ' ' }), /needs the argument question/);
    await assert.rejects(
      get('research', { question: 'x', pages: '3' }),
      /no argument pages.*question, since/,
    );
    await assert.rejects(get('research', { question: 'x'.repeat(5_000) }), /maximum is 4000/);
  });

  await t.test('lists only prompts whose tools are selected', async (t) => {
    const client = await connectAgent(t, service, 'auto', '?tools=read');
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['find_facts', 'research'],
    );
    await assert.rejects(client.getPrompt({ name: 'fill_form', arguments: values }), /no prompt fill_form/);
  });
});
