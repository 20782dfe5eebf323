import { readFileSync } from 'node:fs';
import { openHome } from '../test/service-process.ts';
import { report } from './report.ts';
import { startSite } from './start-site.ts';

// Cost of idle event streams of a job: each reader has its own open stream.
const streams = 500;
const wantedMb = 100;
const site = await startSite();
const home = await openHome();
const service = await home.start({ WEBDATA_LIMITS: '1000000/m,1000' });
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };

/** Returns the resident memory of the service process in megabytes. */
function residentMb(): number {
  const pages = Number(readFileSync(`/proc/${service.pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 2 ** 20;
}

async function post(path: string, body?: object): Promise<{ jid: string }> {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, ...text });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json() as Promise<{ jid: string }>;
}

async function open(jid: string, leaving: AbortSignal): Promise<void> {
  const answer = await fetch(`${service.url}/v1/jobs/${jid}/events`, { headers, signal: leaving });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  void reader.read().catch(() => {});
}

try {
  const { jid } = await post('/v1/crawl', { url: site.url, limit: 50 });
  await post(`/v1/jobs/${jid}/pause`);
  const leaving = new AbortController();
  await open(jid, leaving.signal);
  const before = residentMb();
  for (let opened = 0; opened < streams; opened += 50)
    await Promise.all(Array.from({ length: 50 }, () => open(jid, leaving.signal)));
  const after = residentMb();
  leaving.abort();
  await report('streams', [
    { name: 'service with one open stream', value: before, unit: 'MB' },
    {
      name: `${streams} open streams of events more`,
      value: after - before,
      unit: 'MB',
      wanted: { below: wantedMb },
    },
  ]);
} finally {
  await service.stop();
  await home.close();
  site.stop();
}
