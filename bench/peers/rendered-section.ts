// Rendered pages: applications that are built from npm packages, read by every crawler that has a browser.
import { join } from 'node:path';
import { openHome } from '../../test/service-process.ts';
import { buildApplications } from '../needs-browser/build-applications.ts';
import { launchBrowser } from '../needs-browser/launch-browser.ts';
import { missingShare, readRenderedText } from '../needs-browser/rendered-text.ts';
import { type ServedApplication, serveApplication } from '../needs-browser/serve-application.ts';
import { cpuMsOf, pssMbOf } from '../process-tree.ts';
import { textOfMarkdown } from '../quality/words.ts';
import { cacheFolder } from './install-peer.ts';
import { browserPeers, type RenderedRead, readWithPeer } from './read-with-peer.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const pagesPerApplication = 1;
const maxPages = 13;
const smallPages = 4;
const concurrency = 2;
/** Readings of each page in the longer job, whose first pages are a small part of it. */
const readings = 5;
/** Share of the main text without scripts from which on a page is one that needs a browser. */
const surelyMissing = 0.5;
const goodShare = 0.95;
/** Waits after the last request with which peers are measured: their default, and one that shows most applications. */
const waits = [0, 1_500];

interface RenderedPage {
  url: string;
  /** Visible main text of the page in a browser. */
  main: string;
}

/** Builds and serves the applications, and returns their pages whose text is not in the HTML. */
async function preparePages(
  context: SectionContext,
): Promise<{ pages: RenderedPage[]; served: ServedApplication[] }> {
  const applications = await buildApplications(join(cacheFolder(), 'applications'));
  const browser = await launchBrowser();
  const pages: RenderedPage[] = [];
  const served: ServedApplication[] = [];
  const limit = context.size === 'small' ? smallPages : maxPages;
  try {
    for (const { root, pages: paths } of applications) {
      if (pages.length >= limit) break;
      const application = await serveApplication(root);
      served.push(application);
      let taken = 0;
      for (const path of paths) {
        if (taken === pagesPerApplication || pages.length >= limit) break;
        const url = application.origin + path;
        const { main } = await readRenderedText(browser, url, true);
        const plain = await readRenderedText(browser, url, false);
        if (main.trim() === '' || missingShare(main, plain.all) < surelyMissing) continue;
        pages.push({ url, main });
        taken += 1;
      }
    }
  } finally {
    await browser.close();
  }
  return { pages, served };
}

/** Returns each page with several addresses, so that no system takes one for a page that it has read. */
function repeatPages(pages: readonly RenderedPage[]): RenderedPage[] {
  return Array.from({ length: readings }, (_, reading) =>
    pages.map(({ url, main }) => ({ url: `${url}?reading=${reading}`, main })),
  ).flat();
}

type TableName = 'rendered' | 'rendered-many';

function figuresOf(
  { run }: SectionContext,
  table: TableName,
  system: string,
  pages: readonly RenderedPage[],
  read: RenderedRead,
) {
  const log = `${table}-${system}.log.jsonl`;
  const shares = pages.map(({ url, main }) => {
    const markdown = read.markdown.get(url);
    const share = markdown === undefined ? 0 : 1 - missingShare(main, textOfMarkdown(markdown));
    run.log(log, { url, share, characters: markdown?.length ?? null });
    return share;
  });
  run.log(log, { ms: read.ms, cpuMs: read.cpuMs, peakMb: read.peakMb });
  return {
    figures: {
      text: shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length),
      good: shares.filter((one) => one >= goodShare).length / Math.max(1, shares.length),
      missing: pages.filter(({ url }) => !read.markdown.get(url)?.trim()).length,
      pagesPerSecond: (pages.length * 1_000) / read.ms,
      cpuPerPage: read.cpuMs / Math.max(1, pages.length),
      peakMb: read.peakMb,
    },
    log,
  };
}

async function readWithWebdata(pages: readonly RenderedPage[]): Promise<RenderedRead> {
  const home = await openHome();
  try {
    const service = await home.start();
    const database = await home.postmaster();
    const pids = [service.pid, ...(database === null ? [] : [database.pid])];
    const before = cpuMsOf(pids);
    const since = performance.now();
    let peakMb = 0;
    const sampling = setInterval(() => {
      peakMb = Math.max(peakMb, pssMbOf(pids));
    }, 1_000);
    const markdown = new Map<string, string>();
    const queue = [...pages];
    const readNext = async (): Promise<void> => {
      for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
        const response = await fetch(`${service.url}/v1/scrape`, {
          method: 'POST',
          headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ url: page.url, formats: ['markdown'] }),
        });
        const answer = (await response.json()) as { status?: string; markdown?: string };
        if (answer.status === 'ok') markdown.set(page.url, answer.markdown ?? '');
      }
    };
    await Promise.all(Array.from({ length: concurrency }, readNext));
    const ms = performance.now() - since;
    clearInterval(sampling);
    return { markdown, ms, cpuMs: cpuMsOf(pids) - before, peakMb };
  } finally {
    await home.close();
  }
}

/** Returns whether the run has a row of a system with enough of the text. */
function reachesText({ run }: SectionContext, system: string): boolean {
  return run
    .read()
    .rows.some(
      (row) => row.table === 'rendered' && row.system === system && (row.figures.text ?? 0) >= goodShare,
    );
}

interface MeasuredTable {
  name: TableName;
  pages: readonly RenderedPage[];
}

/** Measures the browser of a peer on the pages of a table, with a longer wait if it misses text without one. */
async function measurePeer(
  context: SectionContext,
  system: (typeof browserPeers)[number],
  { name, pages }: MeasuredTable,
): Promise<void> {
  const peer = await openPeer(context, 'rendered', system);
  if (peer === null) return;
  const base = system === 'crawlee' ? 'Crawlee (Playwright) + Turndown' : peer.title;
  for (const settleMs of waits) {
    const rowSystem = settleMs === 0 ? system : `${system}-wait`;
    if (name === 'rendered' ? settleMs > 0 && reachesText(context, system) : !reachesText(context, rowSystem))
      continue;
    const title = settleMs === 0 ? base : `${base}, ${settleMs / 1_000} s of wait`;
    await measureRow(
      context,
      { section: 'rendered', table: name, system: rowSystem, title, version: peer.version },
      async () => {
        const { folder } = context.run;
        const urls = pages.map(({ url }) => url);
        const read = await readWithPeer(peer, system, { urls, concurrency, settleMs, folder });
        return figuresOf(context, name, rowSystem, pages, read);
      },
      'timed',
    );
  }
}

/** Measures pages that need a browser: each once by a fresh process, and several times by one that goes on. */
export const measureRendered: Section = async (context) => {
  const { pages, served } = await preparePages(context);
  const measured: MeasuredTable[] = [
    { name: 'rendered', pages },
    { name: 'rendered-many', pages: repeatPages(pages) },
  ];
  try {
    context.run.describeInput('rendered', `${pages.length} pages of ${served.length} applications`);
    for (const table of measured) {
      await measureRow(
        context,
        { section: 'rendered', table: table.name, system: 'webdata', title: 'webdata' },
        async () =>
          figuresOf(context, table.name, 'webdata', table.pages, await readWithWebdata(table.pages)),
        'timed',
      );
      for (const system of browserPeers)
        if (context.isWanted(system)) await measurePeer(context, system, table);
    }
  } finally {
    for (const application of served) application.close();
  }
};
