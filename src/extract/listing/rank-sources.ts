import type { MappedField } from '../../domain/records.ts';
import type { Reading } from '../coerce.ts';
import type { PageView } from '../page-view.ts';
import type { RecordCluster } from '../records.ts';
import type { PageLetters } from '../selectors/page-letters.ts';
import { type Column, columnsOf, idsOf } from './columns.ts';
import { mapFields } from './map-fields.ts';
import type { RawSource } from './page-sources.ts';
import {
  type Alignment,
  alignRecords,
  lettersFinder,
  type ShownRecord,
  shownRecord,
} from './shown-records.ts';
import type { Wish } from './wish.ts';

/** A source, and what speaks for it. */
export interface Judged {
  source: RawSource;
  columns: Column[];
  ids: string[];
  /** What the page shows of each record. */
  shown: (ShownRecord | null)[];
  /** Part of the page's records that it accounts for in order; null where the page shows none. */
  share: number | null;
  score: number;
  /** Null where no fields were asked for. */
  mapped: Record<string, MappedField> | null;
}

/** What sources are judged by. */
export interface JudgeContext {
  /** Null for a response that is data. */
  page: PageView | null;
  letters: PageLetters | null;
  clusters: readonly RecordCluster[];
  wishes: readonly Wish[] | null;
  reading: Reading;
  /** Places that are given, by field. */
  pinned?: Readonly<Record<string, string>>;
}

/** Repeated elements that sources are laid beside. */
const comparedClusters = 6;
/** A list that the page does not show to this part is not what the page is about. */
const trusted = 0.6;
/** A cluster with less than this part of the best one's score is a side show. */
const sideShow = 0.15;
const mostColumnRows = 600;

interface Laid {
  alignment: Alignment;
  weight: number;
}

/** Lays records beside the repeated elements that show them best. */
function lay(
  columns: readonly Column[],
  rows: number,
  context: JudgeContext,
  find: (text: string) => readonly number[],
): Laid | null {
  const { page, letters, clusters } = context;
  if (page === null || letters === null) return null;
  const best = clusters[0]?.score ?? 0;
  let laid: Laid | null = null;
  for (const cluster of clusters.slice(0, comparedClusters)) {
    if (cluster.members.length < 2) continue;
    const alignment = alignRecords(page, letters, cluster.members, columns, rows, find);
    const weight = best === 0 ? 0 : cluster.score / best;
    const value = (one: Laid) =>
      one.alignment.share * (0.5 + 0.5 * one.weight) * Math.log(2 + one.alignment.matched);
    const candidate = { alignment, weight };
    if (alignment.matched >= 2 && (laid === null || value(candidate) > value(laid))) laid = candidate;
  }
  return laid;
}

/** How well a source answers the fields: on average, how surely and how often each is there. */
function answered(mapped: Readonly<Record<string, MappedField>>, wishes: readonly Wish[]): number {
  if (wishes.length === 0) return 0;
  const values = Object.values(mapped).map(
    ({ confidence, filled, verified }) =>
      confidence * Math.min(1, filled * 1.1) * (0.75 + 0.25 * (verified ?? 0.8)),
  );
  return values.reduce((sum, value) => sum + value, 0) / wishes.length;
}

function richness(columns: readonly Column[]): number {
  return Math.log2(1 + columns.filter(({ filled, distinct }) => filled >= 0.5 && distinct > 0.05).length);
}

const treeKinds: ReadonlySet<string> = new Set(['listing', 'table']);

function judge(source: RawSource, context: JudgeContext, find: (text: string) => readonly number[]): Judged {
  const rows = source.rows.slice(0, mostColumnRows);
  const columns = columnsOf(source.rows, source.names);
  const isTree = treeKinds.has(source.kind);
  const { page, wishes } = context;
  const laid = isTree ? null : lay(columns, rows.length, context, find);
  const shown =
    isTree && page !== null
      ? source.nodes.map((node) => shownRecord(page, node))
      : (laid?.alignment.shown ?? []);
  const hasShown = page !== null && context.clusters.length > 0;
  const share = isTree ? 1 : hasShown ? (laid?.alignment.share ?? 0) : null;
  const weight = (isTree ? source.weight : laid?.weight) ?? (hasShown ? 0.3 : 1);
  const mapped =
    wishes === null
      ? null
      : mapFields(wishes, {
          columns,
          shown,
          isTree,
          reading: context.reading,
          ...(context.pinned !== undefined && { pinned: context.pinned }),
        });
  const trust = share === null ? 0.8 : Math.min(1, share / trusted);
  const size = Math.log(1 + Math.min(source.rows.length, 500));
  const looks = trust * trust * (0.25 + 0.75 * weight) * size * richness(columns) * (isTree ? 0.8 : 1);
  const fit = mapped === null ? 0 : answered(mapped, wishes ?? []);
  const likely = trust * (0.35 + 0.65 * Math.min(1, weight / (2 * sideShow)));
  const score =
    mapped === null ? looks : fit * (0.4 + 0.6 * likely) + 0.004 * size + (isTree || fit === 0 ? 0 : 0.05);
  return { source, columns, ids: idsOf(source.rows, columns), shown, share, score, mapped };
}

/** The sources best first: by what the page shows of them, and, where fields were asked for, by how well they answer these. */
export function judgeSources(sources: readonly RawSource[], context: JudgeContext): Judged[] {
  const find = context.letters === null ? () => [] : lettersFinder(context.letters);
  const judged = sources.filter(({ rows }) => rows.length >= 2).map((source) => judge(source, context, find));
  return judged.sort((one, other) => other.score - one.score);
}
