import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';

const deploy = new URL('../../deploy/', import.meta.url);

/** Labels that Prometheus adds to every sample. */
const scrapeLabels = ['job', 'instance', 'le'];
/** Metric that Prometheus itself records for each target. */
const scrapeMetrics = ['up'];

interface Dashboard {
  panels: Array<{
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: Array<{ expr: string; legendFormat: string }>;
  }>;
}

interface AlertRules {
  groups: Array<{ rules: Array<{ alert: string; expr: string }> }>;
}

/** Returns the labels of each metric in Prometheus' text format. */
function labelsByMetric(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{([^}]*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** Checks that every metric of a query exists and that the labels of the query belong to one of its metrics. */
function checkQuery(expr: string, metrics: ReadonlyMap<string, ReadonlySet<string>>, place: string): void {
  const names = [...expr.matchAll(/\b((?:webdata|process|nodejs)_\w+|up)\b(?=[{[)]|\s|$)/g)].map(
    ([, name]) => name,
  );
  assert.ok(names.length > 0, `${place}: ${expr} names no metric`);
  const labels = new Set(scrapeLabels);
  for (const name of names) {
    if (scrapeMetrics.includes(name ?? '')) continue;
    const known = metrics.get(name ?? '');
    assert.ok(known !== undefined, `${place}: there is no metric ${name}`);
    for (const label of known) labels.add(label);
  }
  const used = [
    ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => String(list).split(/,\s*/)),
    ...[...expr.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label]) => String(label)),
  ];
  for (const label of used) assert.ok(labels.has(label), `${place}: ${expr} uses the unknown label ${label}`);
}

test('the dashboard and the alerts query only metrics and labels that the service has', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  await service.post('/v1/scrape', { url: world.site.url('/') });
  // A paused crawl is a job that has not ended.
  const { jid } = (await service.post('/v1/crawl', { url: world.site.url('/'), limit: 1_000 })).json;
  await service.post(`/v1/jobs/${jid}/pause`, {});
  const metrics = labelsByMetric((await service.get('/metrics')).json);
  // The watchdog, which counts blocks, does not run in tests.
  metrics.set('webdata_main_thread_blocks_total', new Set());

  const dashboard = JSON.parse(await readFile(new URL('grafana/webdata.json', deploy), 'utf8')) as Dashboard;
  assert.ok(dashboard.panels.length >= 15);
  for (const { title, targets } of dashboard.panels) {
    for (const { expr, legendFormat } of targets) {
      checkQuery(expr, metrics, title);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        assert.ok(scrapeLabels.includes(label) || expr.includes(label), `${title}: legend ${label}`);
    }
  }
  const rules = parse(await readFile(new URL('prometheus/webdata-alerts.yml', deploy), 'utf8')) as AlertRules;
  const alerts = rules.groups.flatMap((group) => group.rules);
  for (const { alert, expr } of alerts) checkQuery(expr, metrics, alert);
  const page = await readFile(new URL('../docs/self-hosting/monitoring.md', deploy), 'utf8');
  const documented = [...page.matchAll(/^\| `(Webdata\w+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(
    documented,
    alerts.map(({ alert }) => alert),
  );
});

test('no panels of the dashboard overlap', async () => {
  const { panels } = JSON.parse(await readFile(new URL('grafana/webdata.json', deploy), 'utf8')) as Dashboard;
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length);
});
