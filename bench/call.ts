import { openHome } from '../test/service-process.ts';
import { load } from './load.ts';
import { cpuMsOf } from './process-tree.ts';
import { quantile, report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of a request besides its work: authentication, validation, rate limits, history.
const requests = 6_000;
const site = await startSite();
const home = await openHome();
const service = await home.start({ WEBDATA_LIMITS: '1000000/m,1000' });
const postmaster = await home.postmaster();
const pids = [service.pid, ...(postmaster === null ? [] : [postmaster.pid])];
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };

async function get(path: string, body?: string): Promise<void> {
  const answer = await fetch(`${service.url}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
}

/**
 * Measures the CPU time per request of the service and its database, and the requests per second, with 16 concurrent
 * requests.
 */
async function measure(path: string, body?: string) {
  await load(1_000, 16, () => get(path, body));
  const before = cpuMsOf(pids);
  const run = await load(requests, 16, () => get(path, body));
  return { cpuMs: (cpuMsOf(pids) - before) / requests, ...run };
}

try {
  const scraped = await fetch(`${service.url}/v1/scrape`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: `${site.url}/long` }),
  });
  const { ref } = (await scraped.json()) as { ref?: string };
  if (ref === undefined) throw new Error('the long page has no ref');
  const bare = await measure('/livez');
  // A dry run costs only the call path: key, scope, limits, validation, history.
  const path = await measure('/v1/scrape?dry_run=true', JSON.stringify({ url: site.url }));
  const read = await measure(`/v1/read?ref=${ref}&length=2000`);
  await report('call', [
    { name: 'CPU of an answer without a key (/livez)', value: bare.cpuMs, unit: 'ms' },
    { name: 'CPU of a dry run', value: path.cpuMs, unit: 'ms' },
    {
      name: 'authentication, validation, limits, history: a dry run less that',
      value: path.cpuMs - bare.cpuMs,
      unit: 'ms',
      wanted: { below: 0.8 },
    },
    { name: 'reads, 16 at once', value: read.perSecond, unit: 'a second', wanted: { atLeast: 800 } },
    { name: 'CPU a read', value: read.cpuMs, unit: 'ms' },
    { name: 'read, 16 at once, p95', value: quantile(read.times, 0.95), unit: 'ms' },
  ]);
} finally {
  await service.stop();
  await home.close();
  site.stop();
}
