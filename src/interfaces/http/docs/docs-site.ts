import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { createStaticFile, type StaticFile } from '../response/static-file.ts';
import { docsRoot, pathOfFile, resolveLink } from './docs-addresses.ts';
import { createAssetUrl, readDocsAssets } from './docs-assets.ts';
import {
  changeTimeOf,
  type DocsSource,
  findDocsRoot,
  listPictures,
  readDocsSources,
} from './docs-sources.ts';
import { navigation, operationFolder } from './navigation.ts';
import { apiReferenceUrl, renderFrame, type SiteFrame } from './page-frame.ts';
import { type RenderedPage, renderPage } from './render-page.ts';
import { type SearchEntry, searchEntriesOf } from './search-entries.ts';
import { renderApiReference, renderMissingPage } from './special-pages.ts';

/** The documentation in memory: its pages are rendered when they are first read. */
export interface DocsSite {
  /** Returns the page or file at a URL, or null if there is none. */
  read(url: string): Promise<StaticFile | null>;
  /** Returns the page for URLs without a page. */
  readMissingPage(): Promise<StaticFile>;
  /** Returns false if the Markdown file of the page at a URL was changed after it was read. */
  isCurrent(url: string): Promise<boolean>;
}

/** A page of the navigation with its source. */
interface SitePage {
  source: DocsSource;
  /** Title in the navigation. */
  title: string;
  url: string;
  /** Title of its section of the navigation. */
  group: string;
  isForContributors: boolean;
}

/** Returns the pages of the navigation, in its order. */
function listPages(sources: ReadonlyMap<string, DocsSource>): SitePage[] {
  return navigation.flatMap(({ title: group, pages, isForContributors = false }) =>
    pages.flatMap(({ file, title }) => {
      const source = sources.get(file);
      if (source === undefined) return [];
      return [{ source, title, url: `${docsRoot}${pathOfFile(file)}`, group, isForContributors }];
    }),
  );
}

/** Group of the pages of operations, which the navigation does not list. */
const operationGroup = 'Operations';

/** Weights of reference pages in the search: a question is about a guide first. */
const searchWeights: Readonly<Record<string, number>> = { 'HTTP API': 0.5, [operationGroup]: 0.3 };

/** Returns the pages of operations, in the order of their titles. */
function listOperationPages(sources: ReadonlyMap<string, DocsSource>): SitePage[] {
  return [...sources.values()]
    .filter(({ file }) => file.startsWith(`${operationFolder}/`))
    .map((source) => {
      const [title = ''] = source.text.slice('# '.length).split('\n', 1);
      const url = `${docsRoot}${pathOfFile(source.file)}`;
      return { source, title, url, group: operationGroup, isForContributors: false };
    })
    .sort((one, other) => one.title.localeCompare(other.title));
}

function renderOutline({ sections }: RenderedPage): string {
  const links = sections
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(
      ({ heading, id, depth }) =>
        `<li><a${depth === 3 ? ' class="below"' : ''} href="#${escapeHtml(id)}">${escapeHtml(heading)}</a></li>`,
    );
  if (links.length < 2) return '';
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

function renderNeighbour(page: SitePage | undefined, label: 'Previous' | 'Next'): string {
  if (page === undefined) return '<span></span>';
  const rel = label === 'Previous' ? 'prev' : 'next';
  return `<a class="${rel}" rel="${rel}" href="${page.url}"><small>${label}</small>${escapeHtml(page.title)}</a>`;
}

/** Renders every page once and keeps the results. Returns a function that renders a page. */
function createRenderer(files: ReadonlySet<string>): (page: SitePage) => RenderedPage {
  const rendered = new Map<string, RenderedPage>();
  return ({ source: { file, text }, url }) => {
    const known = rendered.get(url);
    if (known !== undefined) return known;
    const page = renderPage(text, (href) => resolveLink(href, file, files));
    rendered.set(url, page);
    return page;
  };
}

/** Lets other work of the process run between two pages. */
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function createIndex(
  pages: readonly SitePage[],
  render: (page: SitePage) => RenderedPage,
): Promise<string> {
  const entries: SearchEntry[] = [];
  for (const page of pages) {
    const { url, group } = page;
    entries.push(...searchEntriesOf(render(page), { url, group, weight: searchWeights[group] ?? 1 }));
    await yieldToOthers();
  }
  return JSON.stringify(entries);
}

/** Returns the URL of an index, which changes with the pages in it. */
function indexUrl(name: string, pages: readonly SitePage[]): string {
  return createAssetUrl(`${name}.json`, pages.map(({ source }) => source.text).join('\0'));
}

type Content = string | Uint8Array<ArrayBuffer>;

/** Returns the functions that create the pages, by URL. */
function pageCreators(
  pages: readonly SitePage[],
  render: (page: SitePage) => RenderedPage,
  frame: SiteFrame,
): Array<[url: string, create: () => string]> {
  return pages.map((page, at) => {
    const create = () => {
      const rendered = render(page);
      const neighbours = `${renderNeighbour(pages[at - 1], 'Previous')}${renderNeighbour(pages[at + 1], 'Next')}`;
      const main = `<article>${rendered.html}</article>\n<nav class="neighbours" aria-label="Previous and next page">${neighbours}</nav>`;
      const { title, summary: description } = rendered;
      return renderFrame({ title, description, url: page.url, main, aside: renderOutline(rendered) }, frame);
    };
    return [page.url, create];
  });
}

/** Creates each file once, when it is first read. */
function createFileStore(): (url: string, create: () => Content | Promise<Content>) => Promise<StaticFile> {
  const stored = new Map<string, Promise<StaticFile>>();
  return (url, create) => {
    const known = stored.get(url);
    if (known !== undefined) return known;
    const name = extname(url) === '' ? 'page.html' : url;
    const file = (async () => createStaticFile(name, await create()))();
    stored.set(url, file);
    return file;
  };
}

/** Reads the documentation. Returns null if the installation does not contain it. */
export async function loadDocsSite(): Promise<DocsSite | null> {
  const root = await findDocsRoot();
  if (root === null) return null;
  const [sources, assets, pictures] = await Promise.all([
    readDocsSources(root),
    readDocsAssets(),
    listPictures(root),
  ]);
  const listed = listPages(sources);
  const operations = listOperationPages(sources);
  const pages = [...listed, ...operations];
  const files = new Set([...sources.keys(), ...pictures]);
  const render = createRenderer(files);
  const users = pages.filter(({ isForContributors }) => !isForContributors);
  const contributors = pages.filter(({ isForContributors }) => isForContributors);
  const indexes = {
    users: indexUrl('pages', users),
    contributors: indexUrl('contributor-pages', contributors),
  };
  const frame: SiteFrame = { assets: assets.urls, files, indexes };
  const creators = new Map<string, () => Content | Promise<Content>>([
    ...pageCreators(listed, render, frame),
    ...pageCreators(operations, render, frame),
    ...[...assets.contents].map(([url, content]) => [url, () => content] as const),
    ...pictures.map(
      (name) => [`/${name}`, async () => new Uint8Array(await readFile(join(root, name)))] as const,
    ),
    [indexes.users, () => createIndex(users, render)],
    [indexes.contributors, () => createIndex(contributors, render)],
    [apiReferenceUrl, () => renderApiReference(frame)],
  ]);
  const changeTimes = new Map(pages.map(({ url, source }) => [url, source]));
  const store = createFileStore();
  return {
    async read(url) {
      const create = creators.get(url);
      return create === undefined ? null : store(url, create);
    },
    readMissingPage: () => store('missing', () => renderMissingPage(frame)),
    async isCurrent(url) {
      const source = changeTimes.get(url);
      return source === undefined || (await changeTimeOf(join(root, source.file))) === source.changedAt;
    },
  };
}
