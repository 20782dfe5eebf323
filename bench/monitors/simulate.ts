import { extractPage } from '../../src/app/threads/extract-page.ts';
import { noLayoutMemory } from '../../src/capabilities/extract/extract-ports.ts';
import { createFetchWithExtraction } from '../../src/capabilities/extract/fetch-with-extraction.ts';
import {
  compareInThread,
  updateNoiseInThread,
} from '../../src/capabilities/monitors/check/compare/compare-in-thread.ts';
import type { NoiseMemory } from '../../src/capabilities/monitors/check/compare/noise-memory.ts';
import {
  compareVersionsWork,
  updateNoiseWork,
} from '../../src/capabilities/monitors/check/compare/thread-work.ts';
import { evaluateCheck, type MonitorState } from '../../src/capabilities/monitors/check/evaluate-check.ts';
import { readWatchedPage } from '../../src/capabilities/monitors/check/read-watched-page.ts';
import { compileIgnoreRules } from '../../src/capabilities/monitors/settings/ignore-rules.ts';
import type {
  MonitorSettings,
  PageWatch,
  Watch,
} from '../../src/capabilities/monitors/settings/monitor-settings.ts';
import type { ContentThreads, TextWork } from '../../src/domain/pages/content.ts';
import { assembleFound } from '../../src/extract/assemble-found.ts';
import { describePage } from '../../src/extract/describe-page.ts';
import { assembleWork } from '../../src/extract/thread-work.ts';
import { createBudget } from '../../src/fetching/budget.ts';
import { newFetchProgress } from '../../src/fetching/fetch-progress.ts';
import type { FetchPage } from '../../src/fetching/fetch-request.ts';
import { createArrivedPage } from '../../src/fetching/fetched-page.ts';
import { readResponse } from '../../src/page/read/read-response.ts';
import { getSectionText } from '../../src/page/text/section-text.ts';
import { sectionTextWork } from '../../src/page/text/thread-work.ts';
import type { Figure } from '../report.ts';
import { type SimulatedPage, simulatePage, type WatchKind, watchedContent } from './simulated-page.ts';

const begin = Date.UTC(2026, 9, 20, 0, 7);
const intervalMs = 6 * 3_600_000;
const days = 30;

/** Results of the simulation. */
interface Tally {
  checks: number;
  readings: number;
  real: number;
  noises: number;
  /** Number of real changes of the monitored content. */
  watched: number;
  found: number;
  /** Number of those reported together with a later one, because the page could not be read in between. */
  together: number;
  /** Number of those found later than at the first check that could read the page. */
  late: number;
  missed: number;
  falseAlarms: number;
}

const watches: Readonly<Record<WatchKind, Watch>> = {
  page: { kind: 'page' },
  selector: { kind: 'section', selector: '.offer' },
  focus: { kind: 'section', focus: 'colours' },
  fields: {
    kind: 'fields',
    schema: { type: 'object', properties: { price: { type: 'number' } } },
    prompt: null,
  },
};

function settingsOf(page: SimulatedPage): MonitorSettings {
  return {
    name: null,
    url: page.url,
    watch: watches[page.kind],
    schedule: { every: '6h' },
    country: null,
    strict_country: false,
    render: 'never',
    login: null,
    ignore: [],
    conditions: [],
    match: 'all',
    confirm: 2,
    failing_after: 3,
    screenshot: false,
    notify: { webhook: [], email: [] },
  };
}

/** Reads the simulated page like any page, without the network. */
function fetcherOf(page: SimulatedPage, clock: { at: number }): FetchPage {
  const fetchPage: FetchPage = async (command, order) => {
    const now = new Date(begin + clock.at);
    // Each reading is some seconds after the previous one.
    clock.at += 3_000;
    const { status, headers, html } = page.load(clock.at, now);
    const extract = await order.prepareExtract?.(command.url);
    const { formats, onlyMainContent, includeSelectors, excludeSelectors, maxLength, maxTokens, focus } =
      command;
    const body = Buffer.from(html);
    const content = await readResponse(
      {
        bytes: body,
        url: command.url,
        statusCode: status,
        headers,
        formats,
        onlyMainContent,
        includeSelectors,
        excludeSelectors,
        maxLength,
        maxTokens,
        focus,
        ...(extract !== undefined && { extract }),
      },
      { describe: describePage, extract: extractPage },
    );
    const response = {
      kind: 'response' as const,
      finalUrl: command.url,
      statusCode: status,
      headers,
      body,
      wireBytes: body.byteLength,
      redirects: [],
      remoteAddress: null,
      ms: 0,
    };
    return createArrivedPage(newFetchProgress(command, 'bench', now), response, content, now, 1_000);
  };
  return createFetchWithExtraction({
    fetchPage,
    layouts: noLayoutMemory,
    threads,
    findModel: () => null,
    clock: { now: () => new Date(begin + clock.at) },
  });
}

const works: Readonly<Record<string, (order: never) => unknown>> = {
  [compareVersionsWork.name]: compareInThread,
  [updateNoiseWork.name]: updateNoiseInThread,
  [sectionTextWork.name]: getSectionText,
  [assembleWork.name]: assembleFound,
};

/** Runs the work of content threads in this thread: the bench measures results, not time. */
const threads: Pick<ContentThreads, 'run'> = {
  async run<Order, Result>({ name }: TextWork<Order, Result>, order: Order) {
    return works[name]?.(order as never) as Result;
  },
};

async function watchPage(seed: number, tally: Tally, surprises: string[]): Promise<void> {
  const page = simulatePage(seed, days, { changes: 7, noises: 100, intervalMs });
  const settings = settingsOf(page);
  const ignored = compileIgnoreRules([]);
  const clock = { at: 0 };
  const fetchPage = fetcherOf(page, clock);
  const signal = new AbortController().signal;
  let stateNow: MonitorState = {
    status: 'active',
    baseline: null,
    lastNotified: null,
    isRemoved: false,
    unconfirmedCode: null,
    failures: 0,
    failingNotifiedAt: null,
  };
  let noise: NoiseMemory = {};
  let reported = '';
  let readable = true;
  const content = (at: number) => watchedContent(seed, page.versionAt(at), page.kind);
  tally.real += page.changes.length;
  tally.noises += page.noises;
  const watched = page.changes.filter((at) => content(at) !== content(at - 1));
  tally.watched += watched.length;
  let reportedAt = 0;
  for (let check = 1; check * intervalMs < days * 86_400_000; check += 1) {
    clock.at = (check - 1) * intervalMs + (seed % 60) * 60_000;
    const from = clock.at;
    const now = () => new Date(begin + clock.at);
    const look = await readWatchedPage(
      { fetchPage, threads, clock: { now }, confirmPauseMs: 0 },
      {
        settings,
        watch: settings.watch as PageWatch,
        ignored,
        baseline: stateNow.baseline,
        noise,
        check,
        accountId: 'bench',
        budget: createBudget(9),
        signal,
      },
    );
    const verdict = evaluateCheck(stateNow, look.finding, settings, now());
    tally.checks += 1;
    tally.readings += look.pages.length;
    const isChanged = content(from) !== reported && reported !== '';
    if (verdict.state === 'changed' && !isChanged) {
      tally.falseAlarms += 1;
      surprises.push(`false ${page.kind} ${seed} check ${check} ${page.trouble(from)}: ${verdict.summary}`);
    }
    if (verdict.state === 'changed' && isChanged) {
      const covered = watched.filter((at) => at > reportedAt && at <= from).length;
      tally.found += covered;
      tally.together += covered - 1;
    }
    if (verdict.state === 'changed' && isChanged && readable === false) tally.late += 1;
    if (verdict.state === 'same' && isChanged && page.trouble(from) !== 'flapping') {
      surprises.push(`unseen ${page.kind} ${seed} check ${check}: ${reported.slice(0, 80)}`);
    }
    readable = !(verdict.state === 'same' && isChanged);
    if (verdict.state === 'changed' || verdict.state === 'new') {
      reported = content(clock.at);
      reportedAt = from;
    }
    stateNow = verdict.monitorState;
    noise = look.noise;
  }
}

/**
 * Simulates thirty days of two hundred pages with the real reading, comparison and evaluation, on a simulated clock.
 */
async function simulate(most: number): Promise<{ tally: Tally; surprises: string[] }> {
  const tally: Tally = {
    checks: 0,
    readings: 0,
    real: 0,
    noises: 0,
    watched: 0,
    found: 0,
    together: 0,
    late: 0,
    missed: 0,
    falseAlarms: 0,
  };
  const surprises: string[] = [];
  for (let seed = 1; seed <= most; seed += 1) await watchPage(seed, tally, surprises);
  tally.missed = tally.watched - tally.found;
  return { tally, surprises };
}

/** Returns the figures of the month; writes unexpected results to standard error. */
export async function measureMonth(pages: number): Promise<Figure[]> {
  const { tally, surprises } = await simulate(pages);
  for (const surprise of surprises.slice(0, 40)) process.stderr.write(`${surprise}\n`);
  return [
    { name: 'real changes of all pages', value: tally.real, unit: '' },
    { name: 'noise events and redesigns', value: tally.noises, unit: '' },
    { name: 'checks', value: tally.checks, unit: '' },
    { name: 'readings of pages a check', value: tally.readings / tally.checks, unit: '' },
    { name: 'real changes of what is watched', value: tally.watched, unit: '' },
    { name: 'of them told of with a later one, behind a wall until then', value: tally.together, unit: '' },
    { name: 'of them not told of', value: tally.missed, unit: '', wanted: { below: 1 } },
    {
      name: 'of them told of later than at the next check that could read the page',
      value: tally.late,
      unit: '',
      wanted: { below: 1 },
    },
    {
      name: 'false alarms in 1,000 checks',
      value: (tally.falseAlarms / tally.checks) * 1_000,
      unit: '',
      wanted: { below: 1 },
    },
  ];
}
