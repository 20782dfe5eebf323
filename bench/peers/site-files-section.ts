// Files of sites: robots.txt by the published cases of others, and sitemaps in the forms that sites serve, with known URLs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSitemap } from '../../src/site/sitemap/read-sitemap.ts';
import {
  googleCases,
  isAllowedByService,
  protegoCases,
  type RobotsCase,
  readRobotsCases,
  urlOfCase,
} from '../suites/robots.ts';
import { startProgram } from './child-program.ts';
import type { InstalledPeer } from './install-peer.ts';
import { type KnownSitemap, knownSitemaps } from './known-sitemaps.ts';
import { type PeerName, peerPackages } from './peer-list.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 5 * 60_000;

function toField(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64');
}

/** Runs a library over lines of fields, and returns its answers. */
async function answersOf(
  { run }: SectionContext,
  kind: 'robots' | 'sitemaps',
  { library, peer }: { library: string; peer: InstalledPeer },
  lines: readonly string[],
): Promise<string[]> {
  const base = join(run.folder, `site-files-${kind}-${library}`);
  const [input, output] = [`${base}.in`, `${base}.out`];
  writeFileSync(input, lines.map((line) => `${line}\n`).join(''));
  const { source } = peerPackages[peer.name];
  const isJava = source.client === 'maven';
  const classes = join(peer.folder, 'source', 'target');
  await startProgram({
    program: peer.program,
    script: isJava ? null : 'read_site_files.py',
    args: isJava
      ? [
          '-cp',
          `${join(classes, 'classes')}:${join(classes, 'dependency', '*')}`,
          source.program,
          kind,
          input,
          output,
        ]
      : [library, input, output],
    errorLog: `${base}.err`,
    timeoutMs,
  }).done;
  return readFileSync(output, 'ascii').split('\n').slice(0, lines.length);
}

interface Reader {
  system: string;
  title?: string;
  peer: PeerName;
  library: string;
}

const robotsReaders: readonly Reader[] = [
  { system: 'protego', peer: 'protego', library: 'protego' },
  { system: 'crawler-commons', peer: 'crawler-commons', library: 'crawler-commons' },
  { system: 'urllib', title: 'urllib.robotparser (Python)', peer: 'protego', library: 'urllib' },
];
const sitemapReaders: readonly Reader[] = [
  { system: 'sitemap-parser', peer: 'sitemap-parser', library: 'usp' },
  { system: 'crawler-commons', peer: 'crawler-commons', library: 'crawler-commons' },
];

function robotsFigures(
  { run }: SectionContext,
  system: string,
  sets: Readonly<Record<'google' | 'protego', readonly RobotsCase[]>>,
  answers: ReadonlyMap<RobotsCase, boolean>,
): Measured {
  const log = `site-files-robots-${system}.log.jsonl`;
  const share = (cases: readonly RobotsCase[]) => {
    for (const one of cases) run.log(log, { ...one, found: answers.get(one) ?? null });
    return cases.filter((one) => answers.get(one) === one.allowed).length / Math.max(1, cases.length);
  };
  return { figures: { google: share(sets.google), protego: share(sets.protego) }, log };
}

async function measureRobots(context: SectionContext): Promise<void> {
  const sets = { google: await readRobotsCases(googleCases), protego: await readRobotsCases(protegoCases) };
  const cases = [...sets.google, ...sets.protego];
  context.run.describeInput(
    'site-files',
    `${sets.google.length} cases of Google, ${sets.protego.length} of Protego, ${knownSitemaps.length} sitemaps`,
  );
  const row = { section: 'site-files', table: 'robots' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () =>
    robotsFigures(context, 'webdata', sets, new Map(cases.map((one) => [one, isAllowedByService(one)]))),
  );
  const lines = cases.map((one) => [one.text, one.agent, urlOfCase(one)].map(toField).join(' '));
  for (const { system, title, peer: name, library } of robotsReaders) {
    if (!context.isWanted(system)) continue;
    const peer = await openPeer(context, 'site-files', name);
    if (peer === null) continue;
    const version = title === undefined ? peer.version : '';
    await measureRow(context, { ...row, system, title: title ?? peer.title, version }, async () => {
      const answers = await answersOf(context, 'robots', { library, peer }, lines);
      return robotsFigures(
        context,
        system,
        sets,
        new Map(cases.map((one, at) => [one, answers[at] === 'true'])),
      );
    });
  }
}

function sitemapFigures(
  { run }: SectionContext,
  system: string,
  found: readonly (readonly string[])[],
): Measured {
  const log = `site-files-sitemaps-${system}.log.jsonl`;
  const judged = knownSitemaps.map((sitemap, at) => {
    const urls = new Set(found[at]);
    const right = sitemap.urls.filter((url) => urls.has(url)).length;
    const wrong = [...urls].filter((url) => !sitemap.urls.includes(url)).length;
    run.log(log, { name: sitemap.name, wanted: sitemap.urls.length, right, wrong });
    return { sitemap, right, wrong };
  });
  const shareOf = (isValid: boolean) => {
    const members = judged.filter(({ sitemap }) => sitemap.isValid === isValid);
    return members.reduce((sum, { sitemap, right }) => sum + right / sitemap.urls.length, 0) / members.length;
  };
  const wrong = judged.reduce((sum, one) => sum + one.wrong, 0);
  return { figures: { valid: shareOf(true), broken: shareOf(false), wrong }, log };
}

async function readAsWebdata({ body, url }: KnownSitemap): Promise<string[]> {
  const urls: string[] = [];
  const take = (entry: { url: string }) => {
    urls.push(entry.url);
    return true;
  };
  await readSitemap(body, { url, take }, AbortSignal.timeout(timeoutMs));
  return urls;
}

async function measureSitemaps(context: SectionContext): Promise<void> {
  const row = { section: 'site-files', table: 'sitemaps' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () =>
    sitemapFigures(context, 'webdata', await Promise.all(knownSitemaps.map(readAsWebdata))),
  );
  const lines = knownSitemaps.map(({ body, url }) => `${toField(body)} ${toField(url)}`);
  for (const { system, peer: name, library } of sitemapReaders) {
    if (!context.isWanted(system)) continue;
    const peer = await openPeer(context, 'site-files', name);
    if (peer === null) continue;
    const { title, version } = peer;
    await measureRow(context, { ...row, system, title, version }, async () => {
      const answers = await answersOf(context, 'sitemaps', { library, peer }, lines);
      const found = answers.map((line) =>
        line
          .split(' ')
          .filter(Boolean)
          .map((field) => Buffer.from(field, 'base64').toString()),
      );
      return sitemapFigures(context, system, found);
    });
  }
}

/** Measures robots.txt files and sitemaps. */
export const measureSiteFiles: Section = async (context) => {
  await measureRobots(context);
  await measureSitemaps(context);
};
