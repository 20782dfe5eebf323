import type { MappedField } from '../../../domain/pages/records.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { type Column, createColumns, getRecordIds } from '../columns/columns.ts';
import { mapFields } from '../columns/map-fields.ts';
import type { RequestedField } from '../columns/requested-fields.ts';
import type { EvaluatedSource } from './evaluated-source.ts';
import type { RawSource } from './page-sources.ts';
import { preferParts } from './prefer-parts.ts';
import { rejectFrameLists } from './reject-frame-lists.ts';
import { type Alignment, alignRecords, createLettersFinder, shownRecord } from './shown-records.ts';

/** Context for ranking sources. */
export interface RankingContext {
  /** Null for a data response. */
  page: PageFacts | null;
  requestedFields: readonly RequestedField[] | null;
  parseContext: ParseContext;
  /** Fixed columns by field name. */
  pinned?: Readonly<Record<string, string>>;
}

/** Maximum number of clusters with which a source is compared. */
const maxComparedClusters = 6;
/** Minimum share of matched records for full trust. */
const minTrustedShare = 0.6;
/** Minimum score of a cluster in relation to the best one. */
const minClusterScore = 0.15;
const maxColumnRows = 600;

interface PositionedRecords {
  alignment: Alignment;
  cluster: number;
  weight: number;
}

/** Aligns records with the repeated elements that match them best. */
function positionRecords(
  columns: readonly Column[],
  rows: number,
  context: RankingContext,
  find: (text: string) => readonly number[],
): PositionedRecords | null {
  const { page } = context;
  if (page === null) return null;
  const clusters = page.groups();
  const best = clusters[0]?.score ?? 0;
  let positioned: PositionedRecords | null = null;
  for (const [at, cluster] of clusters.slice(0, maxComparedClusters).entries()) {
    if (cluster.members.length < 2) continue;
    const alignment = alignRecords(page, cluster, columns, rows, find);
    const weight = best === 0 ? 0 : cluster.score / best;
    const value = (one: PositionedRecords) =>
      one.alignment.share * (0.5 + 0.5 * one.weight) * Math.log(2 + one.alignment.matched);
    const candidate = { alignment, weight, cluster: at };
    if (alignment.matched >= 2 && (positioned === null || value(candidate) > value(positioned)))
      positioned = candidate;
  }
  return positioned;
}

/** Factor of a URL that no record links to on the page, although the page shows the records. */
const unseenUrlFactor = 0.3;

/** Scores how well a source answers the fields: the mean of confidence and fill rate. */
function scoreAnswers(
  mapped: Readonly<Record<string, MappedField>>,
  requestedFields: readonly RequestedField[],
): number {
  if (requestedFields.length === 0) return 0;
  const values = Object.values(mapped).map(
    ({ confidence, filled, verified, rule }) =>
      confidence *
      Math.min(1, filled * 1.1) *
      (0.75 + 0.25 * (verified ?? 0.8)) *
      (rule.type === 'url' && verified === 0 ? unseenUrlFactor : 1),
  );
  return values.reduce((sum, value) => sum + value, 0) / requestedFields.length;
}

function getRichness(columns: readonly Column[]): number {
  return Math.log2(1 + columns.filter(({ filled, distinct }) => filled >= 0.5 && distinct > 0.05).length);
}

const treeKinds: ReadonlySet<string> = new Set(['listing', 'table']);

function evaluateSource(
  source: RawSource,
  context: RankingContext,
  find: (text: string) => readonly number[],
): EvaluatedSource {
  const rows = source.rows.slice(0, maxColumnRows);
  const columns = createColumns(source.rows, source.names);
  const isTree = treeKinds.has(source.kind);
  const { page, requestedFields } = context;
  const positioned = isTree ? null : positionRecords(columns, rows.length, context, find);
  const shown =
    isTree && page !== null && source.areColumns !== true
      ? source.nodes.map((node, at) => shownRecord(page, node, source.lasts?.[at]))
      : (positioned?.alignment.shown ?? []);
  const hasShown = page !== null && page.groups().length > 0;
  const share = isTree ? 1 : hasShown ? (positioned?.alignment.share ?? 0) : null;
  const weight = (isTree ? source.weight : positioned?.weight) ?? (hasShown ? 0.3 : 1);
  const mapped =
    requestedFields === null
      ? null
      : mapFields(requestedFields, {
          columns,
          shown,
          isTree,
          parseContext: context.parseContext,
          ...(context.pinned !== undefined && { pinned: context.pinned }),
        });
  const trust = share === null ? 0.8 : Math.min(1, share / minTrustedShare);
  const size = Math.log(1 + Math.min(source.rows.length, 500));
  const formScore = trust * trust * (0.25 + 0.75 * weight) * size * getRichness(columns) * (isTree ? 0.8 : 1);
  const fit = mapped === null ? 0 : scoreAnswers(mapped, requestedFields ?? []);
  const likelihood = trust * (0.35 + 0.65 * Math.min(1, weight / (2 * minClusterScore)));
  const score =
    mapped === null
      ? formScore
      : fit * (0.3 + 0.55 * likelihood + 0.15 * weight) * (source.importance ?? 1) +
        0.004 * size +
        (isTree || fit === 0 ? 0 : 0.05);
  const cluster = (isTree ? source.cluster : positioned?.cluster) ?? null;
  return { source, columns, ids: getRecordIds(source.rows, columns), shown, share, cluster, score, mapped };
}

/**
 * Sorts the sources, best first: by the share of visible records and, if fields were requested, by how well
 * they answer these.
 */
export function rankSources(sources: readonly RawSource[], context: RankingContext): EvaluatedSource[] {
  const find = context.page === null ? () => [] : createLettersFinder(context.page.letters());
  const evaluated = sources
    .filter(({ rows }) => rows.length >= 2)
    .map((source) => evaluateSource(source, context, find));
  const sorted = evaluated.sort((one, other) => other.score - one.score);
  const records = rejectFrameLists(sorted, context.page, context.requestedFields);
  return preferStructured(preferWhole(preferParts(records, context.page)));
}

/** Minimum share of the best listing's score, and of its links, for a longer listing that includes it. */
const minWholeScore = 0.8;
const minIncluded = 0.9;
/** Minimum number of records of the longer listing in relation to the best one. */
const minLonger = 1.3;

/** Returns the addresses of the records of a listing by the column of its links with the most distinct ones. */
function linksOf({ columns }: EvaluatedSource): ReadonlySet<unknown> {
  const links = columns.filter(({ path, filled }) => path.endsWith('@href') && filled >= minIncluded);
  const [own] = links.sort((one, other) => other.distinct - one.distinct);
  return new Set(own?.values.filter((value) => value !== null) ?? []);
}

/** Moves a listing to the front that includes the records of the best one and answers nearly as well. */
function preferWhole(evaluated: EvaluatedSource[]): EvaluatedSource[] {
  const [best] = evaluated;
  if (best === undefined || best.source.kind !== 'listing' || best.mapped === null) return evaluated;
  const part = linksOf(best);
  if (part.size === 0) return evaluated;
  const whole = evaluated.find((one) => {
    if (one.source.kind !== 'listing' || one.score < minWholeScore * best.score) return false;
    if ((one.source.importance ?? 1) < (best.source.importance ?? 1)) return false;
    if (one.source.rows.length < minLonger * best.source.rows.length) return false;
    const links = linksOf(one);
    return [...part].filter((link) => links.has(link)).length >= part.size * minIncluded;
  });
  if (whole === undefined) return evaluated;
  return [{ ...whole, score: best.score }, ...evaluated.filter((one) => one !== whole)];
}

/** Minimum share of the best listing's score with which a structured list is preferred to it. */
const minStructuredScore = 0.75;

/**
 * Moves a list of structured data to the front if the page shows its records, it has at least as many as the best
 * repeated elements, and it answers nearly as well. What a site states as its list outranks what looks like one.
 */
function preferStructured(evaluated: EvaluatedSource[]): EvaluatedSource[] {
  const [best] = evaluated;
  if (best === undefined || !treeKinds.has(best.source.kind)) return evaluated;
  const structured = evaluated.find(
    ({ source, share, score }) =>
      (source.kind === 'json_ld' || source.kind === 'microdata') &&
      share !== null &&
      share >= minTrustedShare &&
      source.rows.length >= best.source.rows.length &&
      score >= minStructuredScore * best.score,
  );
  if (structured === undefined) return evaluated;
  return [structured, ...evaluated.filter((one) => one !== structured)];
}
