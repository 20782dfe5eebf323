import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { createCommand } from '../../src/interfaces/cli/flags.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { possess, possessionNamed } from '../service/possessions.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { startArchiveWorld } from '../world/archive-server.ts';
import { startSearchServer } from '../world/search-server.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent } from './agent-client.ts';
import { undeclared, writeExamples } from './example-answers.ts';
import { openCommands } from './run-command.ts';

type Fields = Record<string, unknown>;
/** Operations whose example is a listing instead of an article. */
const listed = new Set(['inspect', 'collect', 'create_recipe']);
type InterfaceName = 'http' | 'cli' | 'mcp';

/** Response, or the message of the problem. */
type Said = { value: unknown } | { problem: string };

/** Fields that differ between calls: measured times, counters of current work, secrets. */
const measured = new Set(
  'ms bytes signature result_sha256 plan available reserved free detail total top_up last_used_at next_attempt_at failures key secret live_url'.split(
    ' ',
  ),
);
/** Fields that depend on the progress of a job. */
const progressing = new Set(
  'discovered queued running done ok charged started_at paused attempts attempt_count'.split(' '),
);
const newEachTime =
  /^(rct|req|ref|run|key|job|acct|evt|rcp|ds|mon|ses|file|wf)_\w+$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Returns a response without the fields that differ between calls; for changed work also without its progress. */
function comparable(value: unknown, changes: boolean): unknown {
  if (typeof value === 'string') {
    return newEachTime.test(value)
      ? '(new)'
      : value.replace(/ \((http|cli|mcp)\)$/, '').replace(/\b(?:(?:ds|file)_|token=)\w+/g, '(new)');
  }
  if (Array.isArray(value)) return value.map((one) => comparable(one, changes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      measured.has(name) || (changes && progressing.has(name)) ? '(measured)' : comparable(one, changes),
    ]),
  );
}

/** Writes the file of a request, and returns its path. */
function writeScratchFile(base64: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'webdata-file-')), 'sent');
  writeFileSync(path, Buffer.from(base64, 'base64'));
  return path;
}

function overCommands(run: ReturnType<typeof openCommands>) {
  return async (operation: Operation, fields: Fields): Promise<Said> => {
    const { flags, name, takesFiles } = createCommand(operation);
    const given = Object.entries(fields).flatMap(([field, value]) => {
      if (takesFiles && field === 'file') return [writeScratchFile(value as string)];
      const option = field.replaceAll('_', '-');
      if (typeof value === 'boolean') return [value ? `--${option}` : `--no-${option}`];
      const isJson = ['json', 'schedule'].includes(flags.find((flag) => flag.field === field)?.type ?? '');
      const values = isJson ? [JSON.stringify(value)] : [value].flat();
      return values.map((one) => `--${option}=${one}`);
    });
    const { code, stdout, stderr } = await run([
      name,
      '--json',
      // Operations that can run in the background do so with this flag.
      ...(operation.startedJob === undefined ? [] : ['--no-wait']),
      ...given,
    ]);
    if (code === 1 || code === 2) return { problem: /^webdata: (.*)$/m.exec(stderr)?.[1] ?? stderr };
    if (operation.responseStream === 'bytes') return { value: stdout };
    if (operation.responseStream !== 'events') return { value: JSON.parse(stdout) };
    return {
      value: stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    };
  };
}

function overHttp(service: TestService) {
  return async ({ method, path, input, responseStream }: Operation, fields: Fields): Promise<Said> => {
    const rest = { ...fields };
    const address = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
      delete rest[name];
      return String(fields[name]);
    });
    const query = new URLSearchParams();
    for (const name of Object.keys(input.query?.shape ?? {})) {
      if (name in rest) query.set(name, String(rest[name]));
      delete rest[name];
    }
    const { status, json } = await service.request(method, query.size > 0 ? `${address}?${query}` : address, {
      ...(input.body !== undefined && { body: rest }),
    });
    if (status !== 200) return { problem: json.detail };
    if (responseStream !== 'events') return { value: json };
    const events = [...String(json).matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)$/gm)];
    return { value: events.map(([, id, type, data]) => ({ id, type, data: JSON.parse(data as string) })) };
  };
}

function overAgent(client: Client) {
  return async ({ name, responseStream, agent }: Operation, fields: Fields): Promise<Said> => {
    const { isError, structuredContent, _meta } = await client.callTool({
      name: agent?.tool ?? name,
      arguments: agent?.action === undefined ? fields : { ...fields, action: agent.action },
    });
    const problem = _meta?.['webdata/problem'] as { detail: string } | undefined;
    if (isError) return { problem: problem?.detail ?? '' };
    return {
      value:
        responseStream === 'events' ? (structuredContent as { events: unknown }).events : structuredContent,
    };
  };
}

// Derived from the registry: new operations are tested without changes here.
test('the example of every operation returns the same result through every interface', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const search = await startSearchServer('searxng', [
    {
      url: 'https://harbour.example/typed-data',
      title: 'Typed web data for agents',
      text: 'How agents get typed data from web pages, and how they can tell that it is true.',
      published: '2026-09-01T08:00:00.000Z',
    },
  ]);
  t.after(() => search.close());
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const past = await startArchiveWorld([
    { url: article, at: '20190615120000', body: '<title>Then</title><p>As it was.</p>' },
  ]);
  t.after(() => past.close());
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const service = await startTestService(t, {
    WEBDATA_BROWSER: browser?.program?.executable ?? 'none',
    WEBDATA_SEARCH: `searxng=${search.url}`,
    ...past.environment,
  });
  const call = {
    http: overHttp(service),
    cli: overCommands(openCommands(t, { WEBDATA_URL: service.url, WEBDATA_KEY: service.key })),
    mcp: overAgent(await connectAgent(t, service, 'auto', '?structured=true')),
  };
  const shared = await possess(service, article);

  /** Creates resources for one call: a job to act on, or a browser session if there is a browser. */
  async function madeFor(name: string): Promise<Fields> {
    if (name === 'act_on_job') {
      const job = await service.post('/v1/crawl', { url: world.site.url('/'), limit: 300 });
      await service.post(`/v1/jobs/${job.json.jid}/pause`, undefined);
      return { jid: job.json.jid };
    }
    if (name === 'act_on_run') {
      const steps = [{ type: 'ask', question: 'Go on?', name: 'answer', wait_seconds: 0 }];
      const { id } = (await service.post('/v1/workflows', { name: 'Asks', steps })).json;
      const { run_id, jid } = (await service.post(`/v1/workflows/${id}/runs`, {})).json;
      // Waits for the end of the job.
      await service.get(`/v1/jobs/${jid}/events`);
      return { run_id };
    }
    if (name !== 'browser_step') return {};
    const { status, json } = await service.post('/v1/browser', { url: article });
    return status === 200 ? { sid: json.sid } : {};
  }

  const addressFor = ({ name }: Operation) => (listed.has(name) ? world.site.url('/products/') : article);

  /** Returns the example with the URLs and ids of this test instead of those in the reference. */
  async function fieldsOf(
    operation: Operation,
    interfaceName: InterfaceName,
  ): Promise<{ fields: Fields; isKnown: boolean }> {
    const { example, annotations } = operation;
    // Each call requests the archive again.
    if (operation.name === 'archive')
      await service.pool.query('delete from archive_answers; delete from archive_captures');
    const fields: Fields = { ...example.path, ...example.query, ...example.body };
    const own =
      annotations.readOnly || operation.input.path === undefined ? shared : await possess(service, article);
    let isKnown = true;
    for (const [name, value] of Object.entries(fields)) {
      const mine = possessionNamed(operation, name, own);
      if (mine !== undefined) fields[name] = mine;
      else if (name === 'url') fields[name] = addressFor(operation);
      else if (name === 'urls') fields[name] = [article];
      else if (name === 'name') fields[name] = `${value} (${interfaceName})`;
      else if (name !== 'action' && name in (example.path ?? {})) isKnown = false;
    }
    // Not served from the cache on any interface.
    if (operation.name === 'search') fields.max_age = 0;
    // All of them have ended by then.
    if (operation.name === 'list_jobs') Object.assign(fields, { status: 'completed', limit: 5 });
    Object.assign(fields, await madeFor(operation.name));
    return { fields, isKnown };
  }

  /**
   * Waits for the end of everything that examples started: jobs, browser sessions, whose minutes are charged, and requests,
   * whose reservations are released after their response. Otherwise two answers about the account differ.
   */
  async function settle(): Promise<void> {
    const running = `select job_id as jid from jobs where status in ('queued', 'running')`;
    for (const { jid } of (await service.pool.query(running)).rows)
      await service.get(`/v1/jobs/${jid}/events`);
    const { sessions } = (await service.get('/v1/browser')).json;
    for (const { sid, status } of sessions)
      if (status === 'open') await service.request('DELETE', `/v1/browser/${sid}`);
    while ((await service.get('/v1/billing')).json.reservations.length > 0) await delay(50);
  }

  const operations = declareOperations();
  const given = new Map<string, unknown>();
  function keep(operation: Operation, value: unknown): void {
    if (operation.responseStream === 'bytes') return;
    const answers = operation.responseStream === 'events' ? (value as unknown[]) : [value];
    for (const answer of answers) assert.deepEqual(undeclared(operation, answer), []);
    given.set(operation.name, answers.at(answers.length > 1 ? 1 : 0));
  }

  for (const operation of operations) {
    await settle();
    await t.test(operation.name, async () => {
      const over = (said: Said) => comparable(said, !operation.annotations.readOnly);
      const { fields, isKnown } = await fieldsOf(operation, 'http');
      const http = await call.http(operation, fields);
      // Operations that need a missing part (a provider, a certain resource) are rejected alike.
      if (
        isKnown &&
        !/not configured|no provider|no browser|is closed/i.test('problem' in http ? http.problem : '')
      )
        assert.ok('value' in http, JSON.stringify(http));
      if ('value' in http) keep(operation, http.value);
      for (const interfaceName of operation.agent ? (['cli', 'mcp'] as const) : (['cli'] as const)) {
        const said = await call[interfaceName](operation, (await fieldsOf(operation, interfaceName)).fields);
        assert.deepEqual(over(said), over(http), `through ${interfaceName}`);
      }
    });
  }

  // The reference shows real responses: WRITE_EXAMPLES=1 node --test test/interfaces/contract.test.ts
  if (process.env.WRITE_EXAMPLES)
    await writeExamples(
      operations,
      given,
      new Map([
        [service.url, 'https://data.example'],
        [world.site.origin, 'https://quayside.example'],
        ['http://127.0.0.11:18999/hook', 'https://hooks.example/webdata'],
        ['127.0.0.1', '203.0.113.7'],
      ]),
    );
});
