// Agents: the tasks of `bench -- agents`, and the representation of a page beside @playwright/mcp and browser-use.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer';
import { openHome, type ServiceProcess } from '../../test/service-process.ts';
import { findBrowser, openServers } from '../agents/opponents.ts';
import { createPlayer } from '../agents/player.ts';
import { coverage, namesOf } from '../agents/snapshot-coverage.ts';
import { playwrightOpen, type ServerName, serverNames } from '../agents/task.ts';
import { sampleIn } from '../quality/sample.ts';
import type { Figure } from '../report.ts';
import { quantile } from '../report.ts';
import { startProgram } from './child-program.ts';
import { cacheFolder, type InstalledPeer } from './install-peer.ts';
import { measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const bench = new URL('../', import.meta.url);
const timeoutMs = 15 * 60_000;
const pageCount = 20;
const smallPageCount = 4;
const every = 71;

function packageVersion(file: URL, name: string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  return manifest.dependencies?.[name] ?? manifest.devDependencies?.[name] ?? '';
}

const titles: Readonly<Record<ServerName, { system: string; title: string; version: string }>> = {
  webdata: { system: 'webdata', title: 'webdata', version: '' },
  thirdParty: {
    system: 'third-party-mcp',
    title: 'third-party MCP server on /v2',
    version: packageVersion(new URL('../package.json', bench), 'firecrawl-mcp'),
  },
  playwright: {
    system: 'playwright-mcp',
    title: '@playwright/mcp',
    version: packageVersion(new URL('peers/package.json', bench), '@playwright/mcp'),
  },
};

/** Runs the bench of tasks once for all its rows; returns the figures that it wrote. */
function runTasks({ run }: SectionContext): Figure[] {
  const output = execFileSync(process.execPath, [fileURLToPath(new URL('run.ts', bench)), 'agents'], {
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  run.log('agents-tasks.jsonl', { output });
  const file = JSON.parse(readFileSync(new URL('results/agents.json', bench), 'utf8')) as {
    figures: Figure[];
  };
  run.log('agents-tasks.jsonl', file);
  return file.figures;
}

async function measureTasks(context: SectionContext): Promise<void> {
  let figures: Figure[] | null = null;
  for (const server of serverNames) {
    const { system, title, version } = titles[server];
    await measureRow(context, { section: 'agents', table: 'tasks', system, title, version }, async () => {
      figures ??= runTasks(context);
      const figure = (start: string) =>
        figures?.find(({ name }) => name.startsWith(`${server}: ${start}`))?.value ?? null;
      return {
        figures: {
          done: figure('tasks done'),
          calls: figure('calls'),
          tokens: figure('tokens of the'),
          toolList: figure('tool list'),
        },
        log: 'agents-tasks.jsonl',
      };
    });
  }
}

interface ServedPages {
  urls: string[];
  server: Server;
}

/** Serves real pages of the handed-over collection without their external resources; null without a collection. */
async function servePages({ size }: SectionContext): Promise<ServedPages | null> {
  const folder = join(cacheFolder(), 'collections');
  if (!existsSync(join(folder, 'pages'))) return null;
  const files = sampleIn(folder, ['pages'])
    .filter((_, at) => at % every === 0)
    .slice(0, size === 'small' ? smallPageCount : pageCount)
    .map(({ file }) => file);
  const server = createServer((request, response) => {
    const file = files[Number(/^\/page\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(file));
  }).listen(0, '127.0.0.21');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { urls: files.map((_, at) => `http://127.0.0.21:${port}/page/${at}`), server };
}

/** Returns the snapshot of a page in a browser session of the service; null if there is none. */
async function snapshotOf(service: ServiceProcess, url: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const send = async (path: string, body: object) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { sid?: string; snapshot?: string | null };
  };
  const { sid } = await send('/v1/browser', { url, wait_seconds: 60 });
  if (sid === undefined) return null;
  const { snapshot } = await send(`/v1/browser/${sid}`, { type: 'snapshot', max_length: 200_000 });
  await fetch(`${service.url}/v1/browser/${sid}`, { method: 'DELETE', headers });
  return snapshot ?? null;
}

function figuresOf(texts: readonly (string | null)[], names: readonly (readonly string[])[]) {
  const tokens = texts.map((text) => encode(text ?? '').length);
  const shown = texts.map((text, at) => coverage(names[at] ?? [], text ?? ''));
  return {
    median: quantile(tokens, 0.5),
    total: tokens.reduce((sum, one) => sum + one, 0),
    elements: shown.reduce((sum, one) => sum + one, 0) / Math.max(1, shown.length),
    failures: texts.filter((text) => text === null || text === '').length,
  };
}

async function representWithBrowserUse(
  { run }: SectionContext,
  peer: InstalledPeer,
  urls: readonly string[],
): Promise<(string | null)[]> {
  const output = join(run.folder, 'agents-browser-use.jsonl');
  await startProgram({
    program: peer.program,
    script: 'represent_pages.py',
    args: [findBrowser(), JSON.stringify(urls), output],
    errorLog: join(run.folder, 'agents-browser-use.err'),
    timeoutMs,
    environment: { HOME: peer.folder },
  }).done;
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const byUrl = new Map(
    lines.map((line) => {
      const { url, text } = JSON.parse(line) as { url: string; text: string };
      return [url, text];
    }),
  );
  return urls.map((url) => byUrl.get(url) ?? null);
}

async function measureRepresentations(context: SectionContext, { urls }: ServedPages): Promise<void> {
  const { run } = context;
  const home = await openHome();
  try {
    const service = await home.start({ WEBDATA_ALLOW_NETWORKS: '127.0.0.0/8' });
    const servers = await openServers(service);
    const theirs: string[] = [];
    for (const url of urls) theirs.push(await playwrightOpen(createPlayer(servers.playwright), url));
    const names = theirs.map(namesOf);
    const row = { section: 'agents', table: 'page-representation' } as const;
    const note = (system: string, texts: readonly (string | null)[]) => {
      const log = `agents-representation-${system}.jsonl`;
      texts.forEach((text, at) => {
        run.log(log, {
          page: at,
          tokens: encode(text ?? '').length,
          shown: coverage(names[at] ?? [], text ?? ''),
        });
      });
      return { figures: figuresOf(texts, names), log };
    };
    await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
      const texts: (string | null)[] = [];
      for (const url of urls) texts.push(await snapshotOf(service, url));
      return note('webdata', texts);
    });
    await measureRow(context, { ...row, ...titles.playwright }, async () => note('playwright-mcp', theirs));
    const peer = context.isWanted('browser-use') ? await openPeer(context, 'agents', 'browser-use') : null;
    if (peer !== null) {
      const { title, version } = peer;
      await measureRow(context, { ...row, system: 'browser-use', title, version }, async () =>
        note('browser-use', await representWithBrowserUse(context, peer, urls)),
      );
    }
    for (const client of Object.values(servers)) await client.close();
  } finally {
    await home.close();
  }
}

/** Measures tasks of agents, and representations of pages. */
export const measureAgents: Section = async (context) => {
  await measureTasks(context);
  const pages = await servePages(context);
  if (pages === null) return;
  try {
    context.run.describeInput('agents', `${pages.urls.length} real pages for the representations`);
    await measureRepresentations(context, pages);
  } finally {
    pages.server.closeAllConnections();
    pages.server.close();
  }
};
