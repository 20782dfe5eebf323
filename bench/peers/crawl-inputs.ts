import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { parse } from 'parse5';
import { planBigSite } from '../../test/world/big-site-plan.ts';

/** What is crawled in one table. */
export interface CrawlInput {
  table: string;
  /** Arguments of serve-site.ts. */
  serve: readonly string[];
  /** Start pages, as `HOST/PATH`. */
  starts: readonly string[];
  /** Every page as `HOST/PATH`, that the start pages lead to. */
  pages: ReadonlySet<string>;
  /** Number of HTML files, if it differs from the pages that links lead to. */
  files: number;
  concurrency: number;
}

/** Returns a generated site of this many pages. */
export function generatedSite(table: string, count: number): CrawlInput {
  const host = '127.0.1.1';
  const pages = new Set(planBigSite(count).pages.map(({ path }) => `${host}${path}`));
  const serve = ['generated', String(count), '0'];
  return { table, serve, starts: [`${host}/`], pages, files: pages.size, concurrency: 16 };
}

/** Returns many sites of which each response takes this long. */
export function slowSites(sites: number, count: number, delayMs: number): CrawlInput {
  const hosts = Array.from({ length: sites }, (_, at) => `127.1.${Math.floor(at / 250)}.${1 + (at % 250)}`);
  const { pages: plan } = planBigSite(count);
  const pages = new Set(hosts.flatMap((host) => plan.map(({ path }) => `${host}${path}`)));
  return {
    table: 'slow-sites',
    serve: ['generated', String(count), String(delayMs)],
    starts: hosts.map((host) => `${host}/`),
    pages,
    files: pages.size,
    concurrency: 200,
  };
}

interface Node {
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  content?: Node;
}

/** Calls `visit` with each value of `a[href]`, `area[href]`, `iframe[src]` and `frame[src]`. */
function visitLinks(node: Node, visit: (reference: string) => void): void {
  const name = { a: 'href', area: 'href', iframe: 'src', frame: 'src' }[node.tagName ?? ''];
  const value = node.attrs?.find((one) => one.name === name)?.value;
  if (name !== undefined && value !== undefined) visit(value);
  for (const child of node.childNodes ?? []) visitLinks(child, visit);
}

function htmlFiles(folder: string, below = folder): string[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return htmlFiles(folder, path);
    return entry.isFile() && entry.name.endsWith('.html') ? [`/${relative(folder, path)}`] : [];
  });
}

/** Returns the path of the file that a path of the tree is served from, or null. */
function fileOf(path: string, files: ReadonlySet<string>): string | null {
  const plain = normalize(decodeURIComponent(path));
  const candidates = plain.endsWith('/') ? [`${plain}index.html`] : [plain, `${plain}/index.html`];
  return candidates.find((one) => files.has(one)) ?? null;
}

/** Returns the files that links lead to from a start page, found with parse5, independently of every crawler. */
function reachableFiles(folder: string, start: string, files: ReadonlySet<string>): Set<string> {
  const reached = new Set([start]);
  const queue = [start];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const base = new URL(path, 'http://tree').href;
    const document = parse(readFileSync(join(folder, path), 'utf8')) as Node;
    visitLinks(document, (reference) => {
      if (!URL.canParse(reference, base)) return;
      const url = new URL(reference, base);
      if (url.host !== 'tree' || url.protocol !== 'http:') return;
      const file = fileOf(url.pathname, files);
      if (file === null || reached.has(file)) return;
      reached.add(file);
      queue.push(file);
    });
  }
  return reached;
}

/** Returns a tree of documentation, or null if the folder does not have its start page. */
export function documentationTree(
  table: string,
  folder: string,
  start: string,
  host: string,
): CrawlInput | null {
  if (!existsSync(join(folder, start))) return null;
  const files = new Set(htmlFiles(folder));
  const pages = new Set([...reachableFiles(folder, start, files)].map((path) => `${host}${path}`));
  return {
    table,
    serve: ['tree', folder],
    starts: [`${host}${start}`],
    pages,
    files: files.size,
    concurrency: 16,
  };
}

/** Returns the page of the input that a URL shows, as `HOST/PATH`, or null if it shows none. */
export function pageOf(input: CrawlInput, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  const path = `${hostname}${normalize(decodeURIComponent(pathname))}`;
  const candidates = [path, `${path}index.html`, `${path}/index.html`, `${path}/`];
  return candidates.find((one) => input.pages.has(one)) ?? null;
}
