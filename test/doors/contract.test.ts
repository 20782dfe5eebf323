import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../src/app/operations.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent } from './agent-client.ts';
import { runCommand } from './run-command.ts';

type Fields = Record<string, unknown>;

/** What differs from one call to the next however it is made: measured times, moments, new ids. */
const measured = new Set([
  'ms',
  'bytes',
  'signature',
  'plan',
  'available',
  'reserved',
  'free',
  'detail',
  'total',
]);
const newEachTime = /^(rct|req|ref|run)_\w+$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function comparable(value: unknown): unknown {
  if (typeof value === 'string') return newEachTime.test(value) ? '(new)' : value;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, measured.has(name) ? '(measured)' : comparable(one)]),
  );
}

/** The example with addresses and ids of this test in the place of those in the reference. */
function fieldsOf({ example }: Operation, found: Fields): Fields {
  const fields: Fields = { ...example.path, ...example.query, ...example.body };
  for (const name of Object.keys(fields)) if (name in found) fields[name] = found[name];
  return fields;
}

async function overHttp(
  service: TestService,
  { method, path, input }: Operation,
  fields: Fields,
): Promise<unknown> {
  const rest = { ...fields };
  const address = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
    delete rest[name];
    return String(fields[name]);
  });
  const query = new URLSearchParams();
  if (input.body === undefined)
    for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
  const answered = await service.request(method, query.size > 0 ? `${address}?${query}` : address, {
    ...(input.body !== undefined && { body: rest }),
  });
  assert.equal(answered.status, 200, JSON.stringify(answered.json));
  return answered.json;
}

function flagsOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => `--${name.replaceAll('_', '-')}=${one}`),
  );
}

async function overCommand(service: TestService, operation: Operation, fields: Fields): Promise<unknown> {
  const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const args = [operation.name.replaceAll('_', '-'), '--json', ...flagsOf(fields)];
  const { code, stdout, stderr } = await runCommand(args, environment);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

test('an example answers the same through every door', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const client = await connectAgent(t, service);
  const url = world.site.url('/articles/notes-on-harbour-cranes');
  const page = (await service.post('/v1/scrape', { url, max_length: 100 })).json;
  const { jid } = (await service.post('/v1/crawl', { url: world.site.url('/'), limit: 2 })).json;
  await client.callTool({ name: 'follow_job', arguments: { jid } });
  const found = { url, ref: page.ref, jid, rid: page.receipt.request_id };

  const names = ['scrape', 'map', 'read', 'get_job', 'get_job_results', 'account', 'get_request', 'health'];
  for (const operation of declareOperations().filter(({ name }) => names.includes(name))) {
    await t.test(operation.name, async () => {
      const fields = fieldsOf(operation, found);
      const http = comparable(await overHttp(service, operation, fields));
      const [command, tool] = await Promise.all([
        overCommand(service, operation, fields),
        operation.agent && client.callTool({ name: operation.name, arguments: fields }),
      ]);
      assert.deepEqual(comparable(command), http);
      if (tool) assert.deepEqual(comparable(tool.structuredContent), http);
    });
  }
});
