import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService, type TestService } from './running-service.ts';

interface Entry {
  tool: string;
  subject: { kind: string; id: string; name: string; outcome: string | null } | null;
}

const entriesOf = async (service: TestService, query = ''): Promise<Entry[]> =>
  (await service.get(`/v1/requests?limit=100${query}`)).json.requests;

test('the history names what requests are about, and what a check found', async (t) => {
  const body =
    '<!DOCTYPE html><html lang="en"><title>Lamp</title><body><main><h1>Lamp</h1><p>The lamp of the quay costs 40 euros and lights the whole pier.</p></main>';
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/lamp', { body }]]));
  t.after(() => site.close());
  const service = await startTestService(t);
  const { json: monitor } = await service.post('/v1/monitors', {
    url: site.url('/lamp'),
    name: 'Price of the lamp',
    schedule: { every: '1d' },
  });
  assert.ok(monitor.mid, JSON.stringify(monitor));
  await service.post(`/v1/monitors/${monitor.mid}/run`, {});
  const { json: workflow } = await service.post('/v1/workflows', {
    name: 'Open the lamp',
    steps: [{ type: 'goto', url: site.url('/lamp') }],
  });
  await service.get(`/v1/workflows/${workflow.id}`);
  await service.get(`/v1/monitors/mon_nothing`);
  // PostgreSQL cannot read a field of such a text.
  await service.post('/v1/monitors', { mid: 'a\u0000b', url: 'a\u0000b', schedule: { every: '1d' } });
  // A request is written after its response.
  const awaited = ['monitor_check', 'act_on_monitor', 'get_workflow', 'get_monitor'];
  const entries = await until(
    () => entriesOf(service),
    (found) => awaited.every((tool) => found.some((entry) => entry.tool === tool)),
  );
  const subjectOf = (tool: string) => entries.find((entry) => entry.tool === tool)?.subject;
  const expected = { kind: 'monitor', id: monitor.mid, name: 'Price of the lamp' };
  const check = subjectOf('monitor_check');
  assert.deepEqual({ ...check, outcome: null }, { ...expected, outcome: null });
  assert.equal(typeof check?.outcome, 'string');
  assert.deepEqual(subjectOf('act_on_monitor'), { ...expected, outcome: null });
  assert.deepEqual(subjectOf('get_workflow'), {
    kind: 'workflow',
    id: workflow.id,
    name: 'Open the lamp',
    outcome: null,
  });
  assert.equal(subjectOf('get_monitor'), null, 'a monitor that does not exist has no name');
  const work = await entriesOf(service, '&reads=false');
  assert.deepEqual(
    work.filter(({ tool }) => tool.startsWith('get_')).map(({ tool }) => tool),
    ['get_monitor'],
  );

  const { json: other } = await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 50 });
  const foreign = await service.get('/v1/requests', { key: other.key });
  // Its own request can be part of its history.
  const others = (foreign.json.requests as Entry[]).filter(({ tool }) => tool !== 'list_requests');
  assert.deepEqual(others, []);
  await service.request('DELETE', `/v1/monitors/${monitor.mid}`);
  const afterwards = await entriesOf(service, '&tool=monitor_check');
  assert.equal(afterwards[0]?.subject, null);
});
