import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { findFreePorts } from '../replication/free-ports.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { openCommands, program } from './run-command.ts';

test('commands that start a job wait for its end and print its result', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const remote = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  const runNext = openCommands(t, remote);
  const run = (...args: string[]) => runNext(args);
  const article = world.site.url('/articles/notes-on-harbour-cranes');
  const [freePort] = await findFreePorts(1);
  const unreachable = `http://127.0.0.11:${freePort}/`;
  const schema = { type: 'object', properties: { title: { type: 'string' } } };

  async function createWorkflow(steps: object[]): Promise<string> {
    const { json } = await service.post('/v1/workflows', { name: 'Colours', steps });
    return json.id;
  }

  await t.test('create-monitor and act-on-monitor run', async () => {
    const created = await run('create-monitor', article, '--confirm', '0', '--json');
    assert.equal(created.code, 0, created.stderr);
    const monitor = JSON.parse(created.stdout);
    assert.deepEqual([monitor.check_count, monitor.checking, monitor.checks[0].state], [1, null, 'new']);
    assert.match(created.stderr, /^warning unconfirmed: /m);
    const checked = await run('act-on-monitor', monitor.mid, 'run', '--json');
    assert.equal(checked.code, 0, checked.stderr);
    const { checks } = JSON.parse(checked.stdout);
    assert.deepEqual([checks.length, checks[0].check, checks[0].state], [1, 2, 'same']);
    const paused = await run('act-on-monitor', monitor.mid, 'pause', '--json');
    assert.deepEqual([paused.code, JSON.parse(paused.stdout).jid, paused.stderr], [0, null, '']);
  });

  await t.test('create-dataset and refresh-dataset, with exit code 3 if nothing could be read', async () => {
    const source = (url: string) => JSON.stringify({ kind: 'extract', urls: [url], schema });
    const created = await run('create-dataset', 'Articles', '--source', source(article), '--json');
    assert.equal(created.code, 0, created.stderr + created.stdout);
    const { did, counts } = JSON.parse(created.stdout);
    assert.equal(counts.active, 1);
    const refreshed = await run('refresh-dataset', did, '--json');
    assert.equal(refreshed.code, 0, refreshed.stderr);
    assert.equal(JSON.parse(refreshed.stdout).last_refresh.added, 0);
    const failed = await run('create-dataset', 'Nothing', '--source', source(unreachable), '--json');
    assert.equal(failed.code, 3, failed.stderr);
    assert.equal(JSON.parse(failed.stdout).last_refresh.status, 'failed');
  });

  await t.test('run-workflow; --no-wait returns the queued run', async () => {
    const done = await createWorkflow([{ type: 'set', name: 'colour', value: 'blue' }]);
    const ended = await run('run-workflow', done, '--json');
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(JSON.parse(ended.stdout).status, 'completed');
    const started = await run('run-workflow', done, '--json', '--no-wait');
    assert.deepEqual([started.code, JSON.parse(started.stdout).status], [0, 'queued'], started.stderr);
  });

  await t.test('a question ends the wait of run-workflow, and act-on-run answers it and waits', async () => {
    const asking = await createWorkflow([
      { type: 'ask', question: 'Which colour?', name: 'colour', wait_seconds: 300 },
    ]);
    const asked = await run('run-workflow', asking, '--json');
    assert.equal(asked.code, 3, asked.stderr);
    const { run_id: runId, status } = JSON.parse(asked.stdout);
    assert.equal(status, 'needs_input');
    assert.match(asked.stderr, /^waits for an answer: Which colour\?$/m);
    assert.match(asked.stderr, new RegExp(`run answer ${runId} --answer VALUE$`, 'm'));
    const answered = await run('act-on-run', runId, 'answer', '--answer', '"blue"', '--json');
    assert.equal(answered.code, 0, answered.stderr);
    assert.equal(JSON.parse(answered.stdout).status, 'completed');
  });

  await t.test('Ctrl-C ends only the waiting', async () => {
    const asking = await createWorkflow([
      { type: 'ask', question: 'Which colour?', name: 'colour', wait_seconds: 300 },
    ]);
    const child = spawn(process.execPath, [program, 'run-workflow', asking], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...remote },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    let isStopped = false;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      // The job is followed from here on, before its question is read.
      if (!said.startsWith('run-workflow job_') || !said.endsWith('\n') || isStopped) return;
      isStopped = true;
      child.kill('SIGINT');
    });
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 130, said);
    const jid = /^stopped waiting; the job (job_\w+) continues in the service$/m.exec(said)?.[1];
    assert.ok(jid !== undefined && said.includes(`job follow ${jid}`), said);
    const { json } = await service.get(`/v1/jobs/${jid}`);
    assert.ok(['queued', 'running'].includes(json.status), json.status);
  });
});
