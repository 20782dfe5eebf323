import type {
  FoundSource,
  MappedField,
  PageFindings,
  RecordReading,
  RecordsJob,
} from '../../domain/records.ts';
import { baseOf, createAddresses } from '../../page/addresses.ts';
import { decodeText } from '../../page/decode.ts';
import { parseTolerant } from '../../page/json.ts';
import { bodyOf } from '../../page/main-content.ts';
import { mediaTypeOf } from '../../page/media-type.ts';
import { metaTagsOf } from '../../page/meta-tags.ts';
import { metadataOf } from '../../page/metadata.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { parseHtml } from '../../page/parse/scan.ts';
import { tag } from '../../page/parse/tags.ts';
import { whatIsShown } from '../../page/shown.ts';
import { jsonLdOf, structuredDataOf } from '../../page/structured-data.ts';
import { attributeOf, type Tree } from '../../page/tree.ts';
import { headLinksOf } from '../../site/head-links.ts';
import { pageLinksOf } from '../../site/page-links.ts';
import { scalarsAround } from '../../site/paging-signs.ts';
import { rowsAt } from '../../site/record-lists.ts';
import type { Reading } from '../coerce.ts';
import { countryOf } from '../country-of.ts';
import { createPageView } from '../create-page-view.ts';
import type { PageView } from '../page-view.ts';
import { type PageLetters, pageLettersOf } from '../selectors/page-letters.ts';
import { columnsOf } from './columns.ts';
import {
  clustersOf,
  dataSources,
  feedRoot,
  listingSources,
  type RawSource,
  rowsOfKnown,
  singleSource,
  sourcesOf,
  tableSources,
} from './page-sources.ts';
import { type Judged, judgeSources } from './rank-sources.ts';
import { layoutOf, readRecords, rulesOf } from './read-records.ts';
import { type ShownRecord, shownRecord } from './shown-records.ts';
import { type Wish, wishOf } from './wish.ts';

const noLinks: PageFindings['links'] = { next: null, by: null, last: null };
const mostSources = 24;
/** Sources whose records are read out; of the others only what they hold is told. */
const mostRead = 4;
const mostKeys = 60;
const mostIds = 2_000;
const mostScripts = 8;
const longestExample = 200;

/** The parsed page, and what else is read of its tree. */
interface Parsed {
  page: PageView;
  letters: PageLetters;
  tree: Tree;
}

function parsePage(html: string, url: string): Parsed {
  const tree = parseHtml(html);
  const addresses = createAddresses(baseOf(tree, url), url);
  const body = bodyOf(tree);
  const tags = metaTagsOf(tree, addresses);
  const jsonLd = jsonLdOf(tree);
  const metadata = metadataOf(tree, tags, jsonLd, addresses);
  let known: ReturnType<typeof structuredDataOf> | null = null;
  const structured = () => {
    known ??= structuredDataOf(tree, tags, jsonLd, addresses);
    return known;
  };
  const { shown: flow } = whatIsShown(tree, body);
  const page = createPageView({ url, tree, body, flow, addresses, metadata, structured });
  return { page, letters: pageLettersOf(tree), tree };
}

function readingOf(url: string, language: string | null): Reading {
  return {
    language,
    country: countryOf(url),
    currency: null,
    resolve: (reference) => {
      const address = URL.parse(reference, url);
      return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
    },
  };
}

function exampleOf(value: unknown): FoundSource['keys'][number]['example'] {
  if (typeof value === 'string') return value.slice(0, longestExample);
  return Array.isArray(value) ? value.slice(0, 5) : (value as number | boolean | null);
}

function foundSource(
  { source, columns, shown, share, score, mapped }: Judged,
  wishes: readonly Wish[] | null,
  reading: Reading,
  isRead: boolean,
): FoundSource {
  const held = columns.filter(({ filled }) => filled > 0).slice(0, mostKeys);
  return {
    kind: source.kind,
    path: source.path,
    call: source.call,
    count: source.rows.length,
    keys: held.map(({ path, type, values }) => ({
      name: path,
      type,
      example: exampleOf(values.find((value) => value !== null) ?? null),
    })),
    shown: share,
    score: Math.round(score * 1000) / 1000,
    ids: [],
    layout: layoutOf(columns),
    paging: source.paging,
    ...(wishes !== null &&
      mapped !== null && {
        fields: mapped,
        ...(isRead && { read: readRecords(source.rows, columns, wishes, rulesOf(mapped), shown, reading) }),
      }),
  };
}

function foundSources(
  judged: readonly Judged[],
  wishes: readonly Wish[] | null,
  reading: Reading,
): FoundSource[] {
  return judged.slice(0, mostSources).map((one, index) => {
    const found = foundSource(one, wishes, reading, index < mostRead);
    return { ...found, ids: one.ids.slice(0, mostIds) };
  });
}

function scriptsOf(tree: Tree, page: PageView): string[] {
  const found: string[] = [];
  for (let node = 1; node < tree.count && found.length < mostScripts; node++) {
    if (tree.tag[node] !== tag.script) continue;
    const source = attributeOf(tree, node, attribute.src);
    const address = source === null ? null : page.addresses.resolveWeb(source);
    if (address !== null) found.push(address);
  }
  return found;
}

/** The records of a known source of a page, wherever on it they now stand. */
function knownSource({ page, letters }: Parsed, { kind, path, rules }: RecordReading): RawSource | null {
  if (kind !== 'listing' && kind !== 'table') {
    const rows = rowsOfKnown(page, kind, path);
    return rows.length === 0
      ? null
      : { kind, path, call: null, rows, nodes: [], names: new Map(), paging: null, weight: null };
  }
  const candidates = kind === 'table' ? tableSources(page) : listingSources(page, clustersOf(letters));
  if (kind === 'listing' && candidates.every((source) => source.path !== path)) {
    const single = singleSource(page, path);
    if (single !== null) candidates.push(single);
  }
  const keys = Object.values(rules).map((rule) => rule.paths);
  const fill = ({ rows }: RawSource) => {
    const held = keys.map(
      (paths) => rows.filter((row) => paths.some((key) => rowsAtKey(row, key))).length / rows.length,
    );
    return held.reduce((sum, share) => sum + share, 0) / Math.max(1, held.length);
  };
  const judged = candidates.map((source) => ({
    source,
    fit: fill(source) + (source.path === path ? 0.2 : 0) + (source.weight ?? 0) * 0.01,
  }));
  const [best] = judged.sort((one, other) => other.fit - one.fit);
  return best !== undefined && best.fit >= 0.3 ? best.source : null;
}

function rowsAtKey(row: Readonly<Record<string, unknown>>, pointer: string): boolean {
  const key = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(row, key);
}

/** Reads one known source and nothing else. */
function readKnown(
  source: RawSource | null,
  reading: RecordReading,
  wishes: readonly Wish[],
  shownOf: (node: number) => ShownRecord | null,
  context: Reading,
): FoundSource[] {
  if (source === null) return [];
  const columns = columnsOf(source.rows, source.names);
  const shown = source.rows.map((_row, index) => {
    const node = source.nodes[index];
    return node === undefined ? null : shownOf(node);
  });
  const read = readRecords(source.rows, columns, wishes, reading.rules, shown, context);
  const fields = Object.fromEntries(
    Object.entries(reading.rules).map(([name, rule]): [string, MappedField] => {
      const held = read.records.filter((record) => record[name] !== null).length;
      const filled = read.records.length === 0 ? 0 : held / read.records.length;
      return [name, { rule, confidence: 1, filled, verified: null }];
    }),
  );
  return [
    {
      kind: source.kind,
      path: source.path,
      call: null,
      count: source.rows.length,
      keys: [],
      shown: null,
      score: 1,
      ids: read.ids,
      layout: layoutOf(columns),
      paging: source.paging,
      fields,
      read,
    },
  ];
}

/** Data that came instead of a page: JSON or a feed. Undefined for a page. */
function dataOf(job: RecordsJob): { root: unknown; kind: 'api' | 'feed' } | { html: string } {
  const contentType = job.headers['content-type'] ?? null;
  const media = mediaTypeOf(job.bytes, contentType, job.url);
  const { text } = decodeText(job.bytes, contentType, media.kind === 'html');
  if (media.kind === 'json') return { root: parseTolerant(text) ?? null, kind: 'api' };
  if (media.kind === 'feed') return { root: feedRoot(text), kind: 'feed' };
  return { html: text };
}

/** Finds, or reads, the records of a response. Pure but for its time; never throws for what the response holds. */
export function findOnPage(job: RecordsJob): PageFindings {
  const wishes = job.fields === null ? null : job.fields.map(wishOf);
  const pinned = job.pinned ?? {};
  const data = dataOf(job);
  if ('root' in data) return findInData(job, data, wishes);
  const parsed = parsePage(data.html, job.url);
  const { page, tree, letters } = parsed;
  const context = {
    ...readingOf(job.url, page.language),
    resolve: (text: string) => page.addresses.resolve(text),
  };
  const links = pageLinksOf(tree, page.addresses);
  if (job.reading !== null) {
    const source = knownSource(parsed, job.reading);
    const sources = readKnown(source, job.reading, wishes ?? [], (node) => shownRecord(page, node), context);
    return { sources, links, feeds: [], sitemaps: [], isData: false, scalars: {}, scripts: [] };
  }
  const clusters = clustersOf(letters);
  const judged = judgeSources(sourcesOf(page, clusters, job.answers), {
    page,
    letters,
    clusters,
    wishes,
    reading: context,
    pinned,
  });
  const { feeds, sitemaps } = headLinksOf(data.html, job.url);
  return {
    sources: foundSources(judged, wishes, context),
    links,
    feeds,
    sitemaps,
    isData: false,
    scalars: {},
    scripts: scriptsOf(tree, page),
  };
}

function findInData(
  job: RecordsJob,
  { root, kind }: { root: unknown; kind: 'api' | 'feed' },
  wishes: readonly Wish[] | null,
): PageFindings {
  const context = readingOf(job.url, null);
  const rest = {
    links: noLinks,
    feeds: [],
    sitemaps: [],
    isData: true,
    scalars: scalarsAround(root),
    scripts: [],
  };
  const { reading, pinned = {} } = job;
  if (reading !== null) {
    const rows = rowsAt(root, reading.path);
    const [own] = dataSources(root, kind).filter(({ path }) => path === reading.path);
    const paging = own?.paging ?? null;
    const source: RawSource = {
      kind: reading.kind,
      path: reading.path,
      call: null,
      rows,
      nodes: [],
      names: new Map(),
      paging,
      weight: null,
    };
    return {
      ...rest,
      sources: readKnown(rows.length === 0 ? null : source, reading, wishes ?? [], () => null, context),
    };
  }
  const judged = judgeSources(dataSources(root, kind), {
    page: null,
    letters: null,
    clusters: [],
    wishes,
    reading: context,
    pinned,
  });
  return { ...rest, sources: foundSources(judged, wishes, context) };
}
