import { parseFeed } from 'feedsmith';
import type { CapturedAnswer, PagingHints, SourceKind } from '../../../domain/pages/records.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import { toJsonLd, typesOf } from '../../../extract/facts/entity.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import { embeddedStates } from '../../../extract/page-data/embedded-state.ts';
import { locatorStep } from '../../../extract/page-view/create-page-view.ts';
import type { RecordCluster } from '../../../extract/page-view/record-clusters.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { isDataTable } from '../../../page/tree/flow.ts';
import { isElement, parentOf, tagOf } from '../../../page/tree/tree.ts';
import { keepNearSigns, pagingSigns } from '../../paging/paging-signs.ts';
import { getRowsAt, recordLists } from '../../paging/record-lists.ts';
import { readElementRows } from './element-rows.ts';
import { addGroupDates } from './group-dates.ts';
import { joinTables, type ReadTable } from './join-tables.ts';
import { removeHeadings } from './remove-headings.ts';
import { rowFactor, rowsOfCells } from './rows-of-cells.ts';
import { readGrid } from './table-grid.ts';
import { readTableColumns, readTableRows } from './table-rows.ts';
import { withWholeThreads } from './whole-threads.ts';

/** Records at one path of a response, before evaluation. */
export interface RawSource {
  kind: SourceKind;
  path: string;
  /** Index of the call that returned them, or null for the response itself. */
  call: number | null;
  rows: Record<string, unknown>[];
  /** Elements of the records, if the page itself contains them. */
  nodes: number[];
  /** Importance of the cluster of repeated elements. */
  importance?: number;
  /** Index of the repeated elements that the records are, in the order of the page's groups. */
  cluster?: number;
  /** Last elements of the records, if these are runs of siblings. */
  lasts?: number[];
  /** Row of the table that names the group of each record; -1 for none. */
  groups?: number[];
  /** True if the records are the columns of a table, whose elements are only their headings. */
  areColumns?: boolean;
  /** Number of records that the page shows, if these are repeated elements. */
  total?: number;
  names: ReadonlyMap<string, readonly string[]>;
  paging: PagingHints | null;
  /** Score in relation to the best listing, 0 to 1; null if not computed. */
  weight: number | null;
}

const noNames: ReadonlyMap<string, readonly string[]> = new Map();
const maxClusters = 12;
const maxTables = 10;
const maxReadTables = 2_000;
const maxMembers = 2_000;
const maxJsonLists = 60;

/** Returns the signs of further pages of a list, which for data in a page are beside the list; null if it can have none. */
function findHints(kind: SourceKind, root: unknown, path: string, rows: number): PagingHints | null {
  if (kind === 'microdata') return null;
  const signs = pagingSigns(root, path, rows);
  return kind === 'embedded' || kind === 'json_ld' ? keepNearSigns(signs, path) : signs;
}

/** Returns the lists of records in a JSON value. */
function createJsonSources(kind: SourceKind, root: unknown, call: number | null): RawSource[] {
  return recordLists(root)
    .slice(0, maxJsonLists)
    .map(
      ({ path, rows }): RawSource => ({
        kind,
        path,
        call,
        rows,
        nodes: [],
        names: noNames,
        paging: findHints(kind, root, path, rows.length),
        weight: null,
      }),
    );
}

/** Groups microdata items by type. */
function microdataRoot(page: PageFacts): Record<string, unknown[]> {
  const byType = new Map<string, unknown[]>();
  for (const item of page.structured().microdata) {
    const object = toJsonLd(item);
    if (!isObject(object)) continue;
    const type = typesOf(object)[0] ?? 'Thing';
    byType.set(type, [...(byType.get(type) ?? []), object]);
  }
  return withWholeThreads(Object.fromEntries(byType));
}

/** Groups JSON-LD items by type, so that items of one type form a list. */
function jsonLdRoot(page: PageFacts): Record<string, unknown[]> {
  const byType = new Map<string, unknown[]>();
  for (const item of page.structured().json_ld.flatMap((one) => (Array.isArray(one) ? one : [one]))) {
    if (!isObject(item)) continue;
    const type = typesOf(item)[0] ?? 'Thing';
    byType.set(type, [...(byType.get(type) ?? []), item]);
  }
  return withWholeThreads(Object.fromEntries(byType));
}

/** Returns the entries of a feed in any format, and the address of its next page (RFC 5005, or `next_url` of JSON Feed). */
export function feedRoot(text: string): unknown {
  try {
    const { items, entries, links, atom, next_url } = parseFeed(text).feed as FeedFields;
    const next =
      [...(links ?? []), ...(atom?.links ?? [])].find(({ rel }) => rel === 'next')?.href ?? next_url;
    return { entries: items ?? entries ?? [], ...(next !== undefined && { next }) };
  } catch {
    return { entries: [] };
  }
}

interface FeedFields {
  items?: unknown;
  entries?: unknown;
  links?: { rel?: string; href?: string }[];
  atom?: { links?: { rel?: string; href?: string }[] };
  next_url?: string;
}

const isRow = tagSet('tr');

/** Classes that only one of several like elements has: with a number, or for its position. */
const ownClass = /\d|^(?:first|last|odd|even)$/i;

/** Returns the last step of an element's locator that like elements share: without its position and what it alone has. */
function getLastStep(page: PageFacts, node: number): string {
  return locatorStep(page.tree, node, (name) => {
    if (name === 'id') return null;
    const words = page.attributeOf(node, name)?.split(/\s+/) ?? [];
    return words.filter((word) => !ownClass.test(word)).join(' ');
  });
}

/** Returns a path that distinguishes groups of repeated elements. */
function getClusterPath(page: PageFacts, { members, lasts, parents }: RecordCluster): string {
  const path = `${page.locatorOf(parents[0] ?? 0)} > ${getLastStep(page, members[0] ?? 0)}`;
  const last = lasts?.[0];
  if (last === undefined) return path;
  const element = isElement(page.tree, last) ? getLastStep(page, last) : 'text';
  return `${path} ~ ${element}`;
}

/**
 * Returns the records at a known path without repetition, such as a last page with one record; null if there
 * are none.
 */
export function singleSource(page: PageFacts, path: string): RawSource | null {
  const { tree } = page;
  const cut = path.lastIndexOf(' > ');
  const [parent, lastStep] = [path.slice(0, cut), path.slice(cut + 3)];
  const members: number[] = [];
  for (let node = 1; node < tree.count && members.length < maxMembers; node++) {
    if (tagOf(tree, node) <= tag.document || getLastStep(page, node) !== lastStep) continue;
    if (page.locatorOf(parentOf(tree, node)) === parent) members.push(node);
  }
  if (members.length === 0) return null;
  return { kind: 'listing', path, call: null, ...readElementRows(page, members), paging: null, weight: null };
}

/** Returns the rows of cells that look like records, as records. */
function rowSources(page: PageFacts, clusters: readonly RecordCluster[]): RawSource[] {
  const best = clusters[0]?.score || 1;
  const seen = new Set<number>();
  return clusters.flatMap((cluster, at) => {
    const rows = rowsOfCells(page, cluster, clusters);
    const first = rows?.[0];
    if (rows === null || first === undefined || seen.has(first)) return [];
    seen.add(first);
    return {
      kind: 'listing' as const,
      path: `${page.locatorOf(parentOf(page.tree, first))} > ${getLastStep(page, first)}`,
      call: null,
      ...readElementRows(page, rows),
      importance: rowFactor * cluster.importance,
      cluster: at,
      paging: null,
      weight: (rowFactor * cluster.score) / best,
    };
  });
}

/** Returns the repeated elements of a page as records, best first. */
export function listingSources(page: PageFacts): RawSource[] {
  const all = page.groups();
  const clusters = all.slice(0, maxClusters);
  const best = all[0]?.score ?? 1;
  const listings = clusters.map((cluster, at): RawSource => {
    const members = cluster.members.slice(0, maxMembers);
    const read = readElementRows(page, members, cluster.lasts?.slice(0, maxMembers));
    removeHeadings(read);
    addGroupDates(page, read);
    const path = getClusterPath(page, cluster);
    return {
      kind: 'listing',
      path,
      call: null,
      ...read,
      importance: cluster.importance,
      cluster: at,
      total: cluster.total - (members.length - read.rows.length),
      paging: null,
      weight: best === 0 ? 0 : cluster.score / best,
    };
  });
  return [...listings, ...rowSources(page, clusters)];
}

/** Returns the tables with headings as records: their rows, then the columns of those that compare things. */
export function tableSources(page: PageFacts): RawSource[] {
  const { tree } = page;
  const tables: ReadTable[] = [];
  const columns: RawSource[] = [];
  const common = { kind: 'table' as const, call: null, paging: null, weight: null };
  for (let node = 1; node < tree.count && tables.length < maxReadTables; node++) {
    if (tree.tag[node] !== tag.table || !isDataTable(tree, node)) continue;
    const grid = readGrid(page, node);
    const rows = readTableRows(page, grid);
    if (rows !== null) tables.push({ element: node, ...rows });
    const compared = readTableColumns(page, grid);
    if (compared !== null)
      columns.push({ ...common, path: `${page.locatorOf(node)} (columns)`, ...compared, areColumns: true });
  }
  const joined = joinTables(page, tables).slice(0, maxTables);
  for (const rows of joined) addGroupDates(page, rows);
  return [
    ...joined.map(({ element, ...rows }) => ({ ...common, path: page.locatorOf(element), ...rows })),
    ...columns.slice(0, maxTables),
  ];
}

/** Returns all lists of records in a parsed page and in the answers of its calls, unsorted. */
export function collectSources(page: PageFacts, answers: readonly CapturedAnswer[]): RawSource[] {
  const clusters = page.groups();
  const tables = tableSources(page);
  const inTables = new Set(tables.flatMap(({ nodes }) => nodes));
  const listings = listingSources(page).filter(
    ({ nodes }) => isRow[tagOf(page.tree, nodes[0] ?? 0)] !== 1 || !nodes.some((node) => inTables.has(node)),
  );
  for (const table of tables) {
    if (table.areColumns === true) {
      const rows = tables.find(({ path, areColumns }) => areColumns !== true && table.path.startsWith(path));
      table.weight = rows?.weight ?? null;
      continue;
    }
    const cluster = clusters.findIndex(({ members }) => members.some((node) => table.nodes.includes(node)));
    const score = clusters[cluster]?.score;
    if (score === undefined) continue;
    table.cluster = cluster;
    table.weight = score / (clusters[0]?.score || 1);
  }
  return [
    ...answers.flatMap(({ call, kind, json }) => createJsonSources(kind, json, call)),
    ...createJsonSources('embedded', embeddedStates(page), null),
    ...createJsonSources('json_ld', jsonLdRoot(page), null),
    ...createJsonSources('microdata', microdataRoot(page), null),
    ...tables,
    ...listings,
  ];
}

/** Returns the lists of records of a data response. */
export function dataSources(root: unknown, kind: SourceKind): RawSource[] {
  return createJsonSources(kind, root, null);
}

/** Returns the records at a known path of the page's data with the signs of further ones; null if there are none. */
export function findKnownRows(
  page: PageFacts,
  kind: SourceKind,
  path: string,
): Pick<RawSource, 'rows' | 'paging'> | null {
  const readRoot = { embedded: embeddedStates, json_ld: jsonLdRoot, microdata: microdataRoot }[
    kind as string
  ];
  if (readRoot === undefined) return null;
  const root = readRoot(page);
  const rows = getRowsAt(root, path);
  return rows.length === 0 ? null : { rows, paging: findHints(kind, root, path, rows.length) };
}
