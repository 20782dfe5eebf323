import { Client } from 'pg';
import { openHome } from '../../test/service-process.ts';
import { startChangingSite } from '../../test/world/changing-site.ts';
import { cpuMsOf } from '../process-tree.ts';
import type { Figure } from '../report.ts';

/** Number of monitors that are due at the same time. */
const monitors = Number(process.env.BENCH_MONITORS ?? 1_500);
const batch = Math.min(300, monitors);
const address = '127.0.0.34';

/**
 * Measures the checks per second of the complete service when all monitors are due at the same time; sites respond
 * from loopback.
 */
export async function measureService(): Promise<Figure[]> {
  const site = await startChangingSite(address);
  const home = await openHome();
  try {
    const service = await home.start();
    const ask = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
    for (let from = 0; from < monitors; from += batch) {
      const list = Array.from({ length: batch }, (_, at) => ({ url: site.url(`/lamp-${from + at}`) }));
      await ask('/v1/monitors/import', { monitors: list });
    }
    const database = new Client(await home.connection());
    await database.connect();
    const checks = async () =>
      Number((await database.query('select sum(checks) as n from monitors')).rows[0].n);
    const until = async (count: number) => {
      while ((await checks()) < count) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await database.query(`update schedules set starts_at = now() where kind = 'monitor'`);
    await until(monitors);
    const postmaster = await home.postmaster();
    const postmasters = postmaster === null ? [] : [postmaster.pid];
    const cpuBefore = cpuMsOf([service.pid, ...postmasters]);
    await database.query(`update schedules set starts_at = now() where kind = 'monitor'`);
    const began = performance.now();
    await until(monitors * 2);
    const seconds = (performance.now() - began) / 1_000;
    const cpu = cpuMsOf([service.pid, ...postmasters]) - cpuBefore;
    const states = await database.query(
      `select state, count(*)::integer as n from monitor_checks group by state order by state`,
    );
    await database.end();
    const counted = Object.fromEntries(states.rows.map(({ state, n }) => [state, n]));
    await service.stop();
    return [
      { name: 'monitors due at once', value: monitors, unit: '' },
      { name: 'checks a second', value: monitors / seconds, unit: '/s', wanted: { atLeast: 50 } },
      { name: 'processor time a check, database included', value: cpu / monitors, unit: 'ms' },
      {
        name: 'of them that were errors or false alarms',
        value: 2 * monitors - (counted.new ?? 0) - (counted.same ?? 0),
        unit: '',
        wanted: { below: 1 },
      },
    ];
  } finally {
    await home.close();
    await site.close();
  }
}
