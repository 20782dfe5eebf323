import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { parse } from 'parse5';
import { bigSitePage } from '../../test/world/big-site-page.ts';
import { type BigSitePlan, planBigSite } from '../../test/world/big-site-plan.ts';
import { plainOf } from '../../test/world/gzip-joiner.ts';

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
  /** Returns the text of the main content of a page (`HOST/PATH`), if it is known. */
  textOf?(page: string): string;
}

/** Returns the text of the main content of the pages of a generated site, by path. */
function generatedTexts(plan: BigSitePlan): (page: string) => string {
  const planned = new Map(plan.pages.map((page) => [page.path, page]));
  return (page) => {
    const found = planned.get(page.slice(page.indexOf('/')));
    return found === undefined ? '' : mainTextOf(parse(plainOf(bigSitePage(plan, found)).toString()) as Node);
  };
}

/** Returns a generated site of this many pages. */
export function generatedSite(table: string, count: number, host = '127.0.1.1'): CrawlInput {
  const plan = planBigSite(count);
  const pages = new Set(plan.pages.map(({ path }) => `${host}${path}`));
  const serve = ['generated', String(count), '0'];
  const textOf = generatedTexts(plan);
  return { table, serve, starts: [`${host}/`], pages, files: pages.size, concurrency: 16, textOf };
}

/** Returns many sites of which each response takes this long. */
export function slowSites(table: string, sites: number, count: number, delayMs: number): CrawlInput {
  const hosts = Array.from({ length: sites }, (_, at) => `127.1.${Math.floor(at / 250)}.${1 + (at % 250)}`);
  const plan = planBigSite(count);
  const pages = new Set(hosts.flatMap((host) => plan.pages.map(({ path }) => `${host}${path}`)));
  return {
    table,
    serve: ['generated', String(count), String(delayMs)],
    starts: hosts.map((host) => `${host}/`),
    pages,
    files: pages.size,
    concurrency: 200,
    textOf: generatedTexts(plan),
  };
}

interface Node {
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  content?: Node;
  value?: string;
}

function elementOf(node: Node, name: string): Node | null {
  if (node.tagName === name) return node;
  for (const child of node.childNodes ?? []) {
    const found = elementOf(child, name);
    if (found !== null) return found;
  }
  return null;
}

function visibleText(node: Node): string {
  if (node.tagName === 'script' || node.tagName === 'style' || node.tagName === 'svg') return '';
  return (node.value ?? '') + (node.childNodes ?? []).map((child) => `${visibleText(child)} `).join('');
}

/** Returns the text of `main`, in which a generated page has its content. */
function mainTextOf(document: Node): string {
  const main = elementOf(document, 'main');
  return main === null ? '' : visibleText(main);
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
