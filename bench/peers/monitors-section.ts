// Monitors: thirty days of real applications. All services watch the same pages; after the events of a day each of them
// checks each page once.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MonitorService, startChangedetection, startWebdataMonitors } from './monitor-services.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';
import { startApplications, type WatchedPage } from './watched-applications.ts';

const fullDays = 30;
const smallDays = 6;
/** Time for what a service writes after a check. */
const writeMs = 300;

interface Tally {
  edits: number;
  found: number;
  late: number;
  missed: number;
  quiet: number;
  false: number;
}

/** A service with its watches and its results so far. */
interface Observer {
  system: string;
  title: string;
  version: string;
  service: MonitorService;
  ids: string[];
  tally: Tally;
  /** Number of edits of each page that were not reported yet. */
  pending: number[];
  /** Processor time of its processes during its checks. */
  cpuMs: number;
}

async function observe(
  { system, title, version }: Pick<Observer, 'system' | 'title' | 'version'>,
  service: MonitorService,
  pages: readonly WatchedPage[],
): Promise<Observer> {
  const ids: string[] = [];
  for (const { url } of pages) ids.push(await service.watch(url));
  const tally = { edits: 0, found: 0, late: 0, missed: 0, quiet: 0, false: 0 };
  return {
    system,
    title,
    version,
    service,
    ids,
    tally,
    pending: pages.map(() => 0),
    cpuMs: 0,
  };
}

function isEditDay(day: number, page: number): boolean {
  return (day + page) % 3 === 0;
}

/** Lets the events of a day happen. Events of one application follow each other; they use its database and files. */
async function happen(day: number, pages: readonly WatchedPage[]): Promise<void> {
  for (const [at, page] of pages.entries()) {
    if (isEditDay(day, at)) await page.edit(Math.floor((day + at) / 3));
    else if ((day + at) % 3 === 1) await page.disturb(day);
  }
}

function count(observer: Observer, at: number, isEdited: boolean, isChanged: boolean): void {
  const { tally, pending } = observer;
  const before = pending[at] ?? 0;
  if (isEdited) tally.edits += 1;
  else tally.quiet += 1;
  if (isChanged) {
    if (isEdited) tally.found += 1;
    tally.late += before;
    if (!isEdited && before === 0) tally.false += 1;
    pending[at] = 0;
  } else if (isEdited) pending[at] = before + 1;
}

async function checkDay(
  { run }: SectionContext,
  observer: Observer,
  day: number,
  pages: readonly WatchedPage[],
): Promise<void> {
  const before = observer.service.cpuMs();
  await Promise.all(
    pages.map(async ({ name }, at) => {
      const id = observer.ids[at] ?? '';
      const { isChanged, detail } = await observer.service.check(id);
      const isEdited = isEditDay(day, at);
      count(observer, at, isEdited, isChanged);
      run.log(`monitors-${observer.system}.jsonl`, { day, page: name, isEdited, isChanged, detail });
    }),
  );
  // What is written after the response, such as the request history, belongs to the check.
  await delay(writeMs);
  observer.cpuMs += observer.service.cpuMs() - before;
}

/** Measures monitors of real applications. */
export const measureMonitors: Section = async (context) => {
  const days = context.size === 'small' ? smallDays : fullDays;
  const row = { section: 'monitors', table: 'monitors' } as const;
  const isMeasured = (system: string) =>
    !context.isWanted(system) || context.run.has('monitors', 'monitors', system);
  if (['webdata', 'changedetection'].every(isMeasured)) return;
  const peer = await openPeer(context, 'monitors', 'changedetection');
  const { pages, missing, close } = await startApplications();
  const observers: Observer[] = [];
  try {
    if (pages.length === 0) throw new Error(`none of ${missing.join(', ')} is installed`);
    const absent = missing.length === 0 ? '' : `; not installed: ${missing.join(', ')}`;
    context.run.describeInput('monitors', `${days} days of ${pages.length} watched pages${absent}`);
    const own = { system: 'webdata', title: 'webdata', version: '' };
    observers.push(await observe(own, await startWebdataMonitors(), pages));
    if (peer !== null) {
      const log = join(context.run.folder, 'monitors-changedetection.err');
      const service = await startChangedetection(peer, join(peer.folder, 'data'), log);
      const { title, version } = peer;
      observers.push(await observe({ system: 'changedetection', title, version }, service, pages));
    }
    for (let day = 1; day <= days; day += 1) {
      await happen(day, pages);
      // One after the other, so that the processor time of one is not the waiting time of another.
      for (const observer of observers) await checkDay(context, observer, day, pages);
    }
    for (const { tally, pending, cpuMs, system, title, version } of observers) {
      tally.missed = pending.reduce((sum, one) => sum + one, 0);
      const cpuPerCheck = cpuMs / (days * pages.length);
      await measureRow(context, { ...row, system, title, version }, async () => ({
        figures: { ...tally, cpuPerCheck },
        log: `monitors-${system}.jsonl`,
      }));
    }
  } finally {
    for (const { service } of observers) await service.close();
    await close();
  }
};
