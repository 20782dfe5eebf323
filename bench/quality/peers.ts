import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBody, omitSubtrees } from '../../src/page/main-content.ts';
import { toMarkdown } from '../../src/page/markdown.ts';
import { tagSet } from '../../src/page/parse/names/tag-sets.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { computeFlow } from '../../src/page/tree/flow.ts';
import { createUrlResolver } from '../../src/page/tree/url-resolver.ts';

/** Another implementation of main content extraction. */
export interface Peer {
  name: string;
  /** Returns the main content as HTML; empty if none was found. */
  contentOf(html: string, url: string): Promise<string> | string;
}

const folder = new URL('../peers/', import.meta.url);

// The used parts of the packages, which are installed only for the bench, so that their own types are not available.
interface Linkedom {
  parseHTML(html: string): { document: unknown };
}
interface ReadabilityPackage {
  Readability: new (document: unknown) => { parse(): { content?: string | null } | null };
}
interface DefuddlePackage {
  Defuddle(document: unknown, url: string, options: object): Promise<{ content?: string }>;
}

function installed(): void {
  if (existsSync(new URL('node_modules/linkedom/', folder))) return;
  process.stderr.write('installing the libraries to compare with into bench/peers\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  execFileSync('npm', args, { cwd: fileURLToPath(folder), stdio: ['ignore', 2, 2] });
}

async function open<Package>(entry: string): Promise<Package> {
  return (await import(new URL(`node_modules/${entry}`, folder).href)) as Package;
}

/** Opens the compared libraries; installs them if they are missing. */
export async function openPeers(): Promise<Peer[]> {
  installed();
  const { parseHTML } = await open<Linkedom>('linkedom/esm/index.js');
  const readability = await open<ReadabilityPackage>('@mozilla/readability/index.js');
  const { Defuddle } = await open<DefuddlePackage>('defuddle/dist/node.js');
  return [
    {
      name: 'Readability + linkedom',
      contentOf: (html) => new readability.Readability(parseHTML(html).document).parse()?.content ?? '',
    },
    {
      name: 'Defuddle + linkedom',
      contentOf: async (html, url) =>
        (await Defuddle(parseHTML(html).document, url, { useAsync: false })).content ?? '',
    },
  ];
}

/**
 * Converts a complete document to Markdown with the serializer of this project, so that libraries that return HTML
 * are scored alike.
 */
export function markdownOfHtml(html: string, url: string): string {
  const tree = parseHtml(html);
  const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  return toMarkdown({ tree, flow, urls: createUrlResolver(url, url), roots: [findBody(tree)] });
}

const isStripped = tagSet('nav header footer aside form');

/** Applies the rule of popular scraping services: the whole body without elements marked as surroundings. */
export function strippedMarkdown(html: string, url: string): string {
  const tree = parseHtml(html);
  const flow = computeFlow(tree, { readsNoscript: false, skipsHidden: true });
  const stripped: number[] = [];
  for (let node = 1; node < tree.count; node++)
    if (isStripped[tree.tag[node] as number] === 1) stripped.push(node);
  const rest = omitSubtrees(tree, flow, stripped);
  return toMarkdown({ tree, flow: rest, urls: createUrlResolver(url, url), roots: [findBody(tree)] });
}
