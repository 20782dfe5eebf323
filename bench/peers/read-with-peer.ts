import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../agents/opponents.ts';
import { startProgram } from './child-program.ts';
import type { InstalledPeer } from './install-peer.ts';

const timeoutMs = 10 * 60_000;
const scripts = { crawlee: 'crawl-with-crawlee.mjs', crawl4ai: 'crawl_with_crawl4ai.py' } as const;

/** The crawlers with a browser. */
export const browserPeers = Object.keys(scripts) as (keyof typeof scripts)[];

/** What a crawler made of pages, and what it cost. */
export interface RenderedRead {
  /** Markdown by URL. */
  markdown: ReadonlyMap<string, string>;
  ms: number;
  cpuMs: number;
  peakMb: number;
}

/** Pages that a crawler reads, without following links. */
export interface RenderedOrder {
  urls: readonly string[];
  concurrency: number;
  /** Milliseconds to wait after the last request of a page. */
  settleMs: number;
  /** Folder for its order, output and errors. */
  folder: string;
}

/** Reads pages in a browser with another crawler. */
export async function readWithPeer(
  peer: InstalledPeer,
  system: keyof typeof scripts,
  { urls, concurrency, settleMs, folder }: RenderedOrder,
): Promise<RenderedRead> {
  const base = join(folder, `rendered-${peer.name}-${settleMs}`);
  const output = `${base}.jsonl`;
  rmSync(output, { force: true });
  const order = { urls, concurrency, output, settleMs, browser: findBrowser(), follows: false };
  writeFileSync(`${base}.json`, JSON.stringify(order));
  const { ms, cpuMs, peakMb } = await startProgram({
    program: peer.program,
    script: scripts[system],
    args: [`${base}.json`, peer.folder],
    errorLog: `${base}.err`,
    timeoutMs,
    environment: { CRAWL4_AI_BASE_DIRECTORY: peer.folder, HOME: peer.folder },
  }).done;
  const lines = existsSync(output) ? readFileSync(output, 'utf8').split('\n').filter(Boolean) : [];
  const markdown = new Map(
    lines.map((line) => {
      const { url, markdown: text } = JSON.parse(line) as { url: string; markdown: string };
      return [url, text];
    }),
  );
  return { markdown, ms, cpuMs, peakMb };
}
