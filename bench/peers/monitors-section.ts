// Monitors: ninety days of real applications. All services watch the same pages; after the events of a day each of them
// checks each page once. `monitors-errors.jsonl` has the texts of the page for each false report and each edit that was not
// reported at once.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntilIdle } from './idle-machine.ts';
import { type MonitorService, startChangedetection, startWebdataMonitors } from './monitor-services.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';
import { visibleText } from './visible-text.ts';
import { startApplications, type WatchedPage } from './watched-applications.ts';

const fullDays = 90;
const smallDays = 6;
/** Time for what a service writes after a check. */
const writeMs = 200;

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

/** Lets the events of a day happen to the pages of an application, one after the other. */
async function happen(day: number, pages: readonly WatchedPage[], first: number): Promise<void> {
  for (const [index, page] of pages.entries()) {
    const at = first + index;
    if (isEditDay(day, at)) await page.edit(Math.floor((day + at) / 3));
    else if ((day + at) % 3 === 1) await page.disturb(day);
  }
}

/** Lets the events of a day happen to all applications at the same time. */
async function happenEverywhere(
  day: number,
  applications: readonly (readonly WatchedPage[])[],
): Promise<void> {
  let first = 0;
  const events: Promise<void>[] = [];
  for (const pages of applications) {
    events.push(happen(day, pages, first));
    first += pages.length;
  }
  await Promise.all(events);
}

/** Throws if an edit left the text of its page as it was: no system could report it. */
function requireEdits(day: number, pages: readonly WatchedPage[], { before, after }: DayTexts): void {
  for (const [at, { name }] of pages.entries())
    if (isEditDay(day, at) && before[at] === after[at])
      throw new Error(`the edit of ${name} on day ${day} changed nothing`);
}

/** Returns the texts of the pages as a reader sees them. */
function readTexts(pages: readonly WatchedPage[]): Promise<string[]> {
  return Promise.all(pages.map(async ({ url }) => visibleText(await (await fetch(url)).text())));
}

/** Texts of the pages before and after the events of a day. */
interface DayTexts {
  before: readonly string[];
  after: readonly string[];
}

/** Counts the result of a check. Returns its error: a false report, or an edit that it does not report. */
function count(
  { tally, pending }: Observer,
  at: number,
  isEdited: boolean,
  isChanged: boolean,
): 'false' | 'unreported' | null {
  const before = pending[at] ?? 0;
  if (isEdited) tally.edits += 1;
  else tally.quiet += 1;
  if (!isChanged) {
    if (isEdited) pending[at] = before + 1;
    return isEdited ? 'unreported' : null;
  }
  if (isEdited) tally.found += 1;
  tally.late += before;
  pending[at] = 0;
  if (isEdited || before > 0) return null;
  tally.false += 1;
  return 'false';
}

async function checkDay(
  { run }: SectionContext,
  observer: Observer,
  day: number,
  pages: readonly WatchedPage[],
  texts: DayTexts,
): Promise<void> {
  const { system, service } = observer;
  const cpuBefore = service.cpuMs();
  await Promise.all(
    pages.map(async ({ name }, at) => {
      const { isChanged, detail } = await service.check(observer.ids[at] ?? '');
      const isEdited = isEditDay(day, at);
      const error = count(observer, at, isEdited, isChanged);
      run.log(`monitors-${system}.jsonl`, { day, page: name, isEdited, isChanged, detail });
      if (error === null) return;
      const [before, after] = [texts.before[at], texts.after[at]];
      run.log('monitors-errors.jsonl', { system, day, page: name, error, detail, before, after });
    }),
  );
  // What is written after the response, such as the request history, belongs to the check.
  await delay(writeMs);
  observer.cpuMs += service.cpuMs() - cpuBefore;
}

/** Measures monitors of real applications. */
export const measureMonitors: Section = async (context) => {
  const days = context.size === 'small' ? smallDays : fullDays;
  const row = { section: 'monitors', table: 'monitors' } as const;
  const isMeasured = (system: string) =>
    !context.isWanted(system) || context.run.has('monitors', 'monitors', system);
  if (['webdata', 'changedetection'].every(isMeasured)) return;
  const peer = isMeasured('changedetection') ? null : await openPeer(context, 'monitors', 'changedetection');
  const { applications, missing, close } = await startApplications();
  const pages = applications.flat();
  const observers: Observer[] = [];
  try {
    if (pages.length === 0) throw new Error(`none of ${missing.join(', ')} is installed`);
    const absent = missing.length === 0 ? '' : `; not installed: ${missing.join(', ')}`;
    context.run.describeInput('monitors', `${days} days of ${pages.length} watched pages${absent}`);
    const own = { system: 'webdata', title: 'webdata', version: '' };
    if (!isMeasured('webdata')) observers.push(await observe(own, await startWebdataMonitors(), pages));
    if (peer !== null) {
      const log = join(context.run.folder, 'monitors-changedetection.err');
      const service = await startChangedetection(peer, join(peer.folder, 'data'), log);
      const { title, version } = peer;
      observers.push(await observe({ system: 'changedetection', title, version }, service, pages));
    }
    const busy = await waitUntilIdle();
    let before = await readTexts(pages);
    for (let day = 1; day <= days; day += 1) {
      await happenEverywhere(day, applications);
      const after = await readTexts(pages);
      requireEdits(day, pages, { before, after });
      // One after the other, so that the processor time of one is not the waiting time of another.
      for (const observer of observers) await checkDay(context, observer, day, pages, { before, after });
      before = after;
    }
    for (const { tally, pending, cpuMs, system, title, version } of observers) {
      tally.missed = pending.reduce((sum, one) => sum + one, 0);
      const cpuPerCheck = cpuMs / (days * pages.length);
      await measureRow(context, { ...row, system, title, version, busy }, async () => ({
        figures: { ...tally, cpuPerCheck },
        log: `monitors-${system}.jsonl`,
      }));
    }
  } finally {
    for (const { service } of observers) await service.close();
    await close();
  }
};
