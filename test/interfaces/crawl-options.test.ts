import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { connectAgent } from './agent-client.ts';
import { runCommand } from './run-command.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

function page(title: string, links: readonly string[]): { body: string } {
  const anchors = links.map((link) => `<a href="${link}">${link.slice(1)}</a>`).join(' ');
  const text = `The ${title} has room for forty boats and a crane. `.repeat(12);
  return {
    body: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><aside class="note">Tide table of the ${title}</aside>${anchors}</main></html>`,
  };
}

test('options of a crawl on the command line and for agents', async (t) => {
  const service = await startTestService(t);
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/', page('Harbour', ['/bakery', '/quay?from=1', '/quay?from=2', '/cranes'])],
        ['/bakery', page('Bakery', [])],
        ['/quay', page('Quay', [])],
        ['/cranes', page('Cranes', [])],
      ]),
  );
  t.after(() => site.close());
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const resultsOf = async (jid: string) => {
    const { status } = await endedJob(service, jid);
    assert.equal(status, 'completed');
    const { results } = (await service.get(`/v1/jobs/${jid}/results`)).json;
    const paths = results.map(({ url }: Json) => new URL(url).pathname + new URL(url).search);
    return { paths, text: results.map(({ markdown }: Json) => markdown).join('\n') };
  };

  const ways = {
    async 'the command line'() {
      const options = ['--search', 'cranes', '--ignore-query-parameters', '--header', 'X-Berth: 7'];
      const more = [
        '--exclude-selectors',
        '.note',
        '--limit',
        '3',
        '--no-use-sitemap',
        '--no-wait',
        '--json',
      ];
      const { code, stdout, stderr } = await runCommand(
        ['crawl', site.url('/'), ...options, ...more],
        environment,
      );
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout).jid as string;
    },
    async 'an agent'() {
      const agent = await connectAgent(t, service);
      const options = {
        search: 'cranes',
        ignore_query_parameters: true,
        headers: { 'X-Berth': '7' },
        exclude_selectors: ['.note'],
        use_sitemap: false,
      };
      const result = await agent.callTool({
        name: 'crawl',
        arguments: { url: site.url('/'), limit: 3, options },
      });
      assert.notEqual(result.isError, true, JSON.stringify(result.content));
      return (result.structuredContent as { jid: string }).jid;
    },
  };
  for (const [way, start] of Object.entries(ways)) {
    await t.test(way, async () => {
      const before = site.received('/').length;
      const { paths, text } = await resultsOf(await start());
      assert.deepEqual(paths.slice(0, 2), ['/', '/cranes'], 'the best link comes first');
      assert.equal(paths.length, 3);
      assert.ok(paths.filter((path: string) => path.startsWith('/quay')).length <= 1, paths.join(' '));
      assert.doesNotMatch(text, /Tide table/);
      assert.equal(site.received('/')[before]?.headers['x-berth'], '7');
    });
  }
});
