import { parseFeed } from 'feedsmith';
import type { CapturedAnswer, PagingSigns, SourceKind } from '../../domain/records.ts';
import { attributeValues } from '../../page/page-data.ts';
import { tagSet } from '../../page/parse/tag-sets.ts';
import { tag } from '../../page/parse/tags.ts';
import { isDataTable } from '../../page/visible.ts';
import { pagingSigns } from '../../site/paging-signs.ts';
import { isObject, recordLists, rowsAt } from '../../site/record-lists.ts';
import { asObject, typesOf } from '../page-data/entity.ts';
import type { PageView } from '../page-view.ts';
import { findRecords, type RecordCluster } from '../records.ts';
import type { PageLetters } from '../selectors/page-letters.ts';
import { rowsOfElements, rowsOfTable } from './record-rows.ts';

/** Records in one place of a response, before anything is known of what they are. */
export interface RawSource {
  kind: SourceKind;
  path: string;
  /** The call whose answer they stand in, or null for the response itself. */
  call: number | null;
  rows: Record<string, unknown>[];
  /** Their elements, where they stand in the page itself. */
  nodes: number[];
  names: ReadonlyMap<string, readonly string[]>;
  paging: PagingSigns | null;
  /** How much of a listing it looks like, 0 to 1, where that was judged. */
  weight: number | null;
}

const noNames: ReadonlyMap<string, readonly string[]> = new Map();
const mostClusters = 12;
const mostTables = 10;
const mostMembers = 600;
const mostOfJson = 60;

/** The lists of records in a JSON value. */
function ofJson(kind: SourceKind, root: unknown, call: number | null, hasPages: boolean): RawSource[] {
  return recordLists(root)
    .slice(0, mostOfJson)
    .map(({ path, rows }) => ({
      kind,
      path,
      call,
      rows,
      nodes: [],
      names: noNames,
      paging: hasPages ? pagingSigns(root, path, rows.length) : null,
      weight: null,
    }));
}

/** What scripts and attributes of a page hold as data, by name. */
export function embeddedRoot(page: PageView): Record<string, unknown> {
  const root: Record<string, unknown> = { ...page.structured().embedded };
  attributeValues(page.tree).forEach((value, index) => {
    root[`attribute_${index + 1}`] = value;
  });
  return root;
}

/** Items of microdata by their type. */
export function microdataRoot(page: PageView): Record<string, unknown[]> {
  const byType = new Map<string, unknown[]>();
  for (const item of page.structured().microdata) {
    const object = asObject(item);
    if (!isObject(object)) continue;
    const type = typesOf(object)[0] ?? 'Thing';
    byType.set(type, [...(byType.get(type) ?? []), object]);
  }
  return Object.fromEntries(byType);
}

/** Items of JSON-LD by their type, so that lists of one type stand together. */
export function jsonLdRoot(page: PageView): Record<string, unknown[]> {
  const byType = new Map<string, unknown[]>();
  for (const item of page.structured().json_ld.flatMap((one) => (Array.isArray(one) ? one : [one]))) {
    if (!isObject(item)) continue;
    const type = typesOf(item)[0] ?? 'Thing';
    byType.set(type, [...(byType.get(type) ?? []), item]);
  }
  return Object.fromEntries(byType);
}

/** The entries of a feed of any format. */
export function feedRoot(text: string): unknown {
  try {
    const { feed } = parseFeed(text);
    const { items, entries } = feed as { items?: unknown; entries?: unknown };
    return { entries: items ?? entries ?? [] };
  } catch {
    return { entries: [] };
  }
}

const isRow = tagSet('tr');

/** What an element is called among those beside it. */
function ownName(page: PageView, node: number): string {
  const own = page.locatorOf(node).split(' > ').at(-1) ?? '';
  return own.replace(/:nth-of-type\(\d+\)/g, '');
}

/** Where repeated elements stand, for telling several apart. */
function placeOf(page: PageView, { members, parents }: RecordCluster): string {
  return `${page.locatorOf(parents[0] ?? 0)} > ${ownName(page, members[0] ?? 0)}`;
}

/** The records of a known place where nothing is repeated, as on the last page of a listing that holds one; null when empty. */
export function singleSource(page: PageView, path: string): RawSource | null {
  const { tree } = page;
  const cut = path.lastIndexOf(' > ');
  const [parent, own] = [path.slice(0, cut), path.slice(cut + 3)];
  const members: number[] = [];
  for (let node = 1; node < tree.count && members.length < mostMembers; node++) {
    if ((tree.tag[node] as number) <= tag.document || ownName(page, node) !== own) continue;
    if (page.locatorOf(tree.parent[node] as number) === parent) members.push(node);
  }
  if (members.length === 0) return null;
  return { kind: 'listing', path, call: null, ...rowsOfElements(page, members), paging: null, weight: null };
}

/** Repeated elements of a page as records, best first. */
export function listingSources(page: PageView, clusters: readonly RecordCluster[]): RawSource[] {
  const best = clusters[0]?.score ?? 1;
  return clusters.slice(0, mostClusters).map((cluster) => {
    const members = cluster.members.slice(0, mostMembers);
    const { rows, nodes, names } = rowsOfElements(page, members);
    const path = placeOf(page, cluster);
    return {
      kind: 'listing',
      path,
      call: null,
      rows,
      nodes,
      names,
      paging: null,
      weight: best === 0 ? 0 : cluster.score / best,
    };
  });
}

/** Tables with headings as records. */
export function tableSources(page: PageView): RawSource[] {
  const { tree } = page;
  const found: RawSource[] = [];
  for (let node = 1; node < tree.count && found.length < mostTables; node++) {
    if (tree.tag[node] !== tag.table || !isDataTable(tree, node)) continue;
    const rows = rowsOfTable(page, node);
    if (rows === null) continue;
    const path = page.locatorOf(node);
    found.push({ kind: 'table', path, call: null, ...rows, paging: null, weight: null });
  }
  return found;
}

/** The repeated elements of a page. */
export function clustersOf(letters: PageLetters): RecordCluster[] {
  return findRecords(letters).filter(({ members }) => members.length >= 2);
}

/** Every list of records that a parsed page has, its calls' answers among them; not yet ranked. */
export function sourcesOf(
  page: PageView,
  clusters: readonly RecordCluster[],
  answers: readonly CapturedAnswer[],
): RawSource[] {
  const tables = tableSources(page);
  const inTables = new Set(tables.flatMap(({ nodes }) => nodes));
  const listings = listingSources(page, clusters).filter(
    ({ nodes }) =>
      isRow[page.tree.tag[nodes[0] ?? 0] as number] !== 1 || !nodes.some((node) => inTables.has(node)),
  );
  for (const table of tables) {
    const score = clusters.find(({ members }) => members.some((node) => table.nodes.includes(node)))?.score;
    table.weight = score === undefined ? null : score / (clusters[0]?.score || 1);
  }
  return [
    ...answers.flatMap(({ call, kind, json }) => ofJson(kind, json, call, true)),
    ...ofJson('embedded', embeddedRoot(page), null, false),
    ...ofJson('json_ld', jsonLdRoot(page), null, false),
    ...ofJson('microdata', microdataRoot(page), null, false),
    ...tables,
    ...listings,
  ];
}

/** The lists of records of a response that is data itself. */
export function dataSources(root: unknown, kind: SourceKind): RawSource[] {
  return ofJson(kind, root, null, true);
}

/** The records at a known place of the page's data; empty when they are gone. */
export function rowsOfKnown(page: PageView, kind: SourceKind, path: string): Record<string, unknown>[] {
  if (kind === 'embedded') return rowsAt(embeddedRoot(page), path);
  if (kind === 'json_ld') return rowsAt(jsonLdRoot(page), path);
  if (kind === 'microdata') return rowsAt(microdataRoot(page), path);
  return [];
}
