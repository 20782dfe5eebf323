import type { CallTemplate } from '../../domain/pages/listing.ts';
import type { FoundSource } from '../../domain/pages/records.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { DiscoveredSource, Discovery } from './discovered-source.ts';
import { createLinkPaging } from './find-paging.ts';
import type { RecordsPage } from './records-page.ts';

/** Minimum share of the records of a list, by their ids, for the same list at another place of the rendered page. */
const minSharedIds = 0.9;
/** Minimum share of the records with a value for a field that a source answers. */
const minFilled = 0.5;
/** Factor of the score of a list that the rendered page no longer has, such as placeholders of entries. */
const replacedFactor = 0.1;

/** Returns a source in a page that is read with or without a browser. */
export function createPageSource(
  found: FoundSource,
  first: RecordsPage,
  isRendered: boolean,
): DiscoveredSource {
  const isData = first.findings?.isData === true;
  const template: CallTemplate | null = isData
    ? { method: 'GET', url: first.fetched.response?.url ?? '', body: null, headers: {}, cookies: {} }
    : null;
  return {
    found,
    replay: null,
    call: null,
    template,
    paging: createLinkPaging(found, first.findings?.next != null),
    isRendered,
    credits: isRendered ? routePrices.browser : routePrices.http,
    first,
    comparedPage: first,
  };
}

function isSame(one: FoundSource, other: FoundSource): boolean {
  return one.kind === other.kind && one.path === other.path;
}

/** Returns a plain source as the rendered page holds it, possibly at another place; undefined if it does not. */
function findDrawn(plain: FoundSource, drawn: readonly FoundSource[]): FoundSource | undefined {
  const known = new Set(plain.ids);
  const hasIds = ({ kind, ids }: FoundSource) =>
    kind === plain.kind &&
    known.size > 0 &&
    ids.filter((id) => known.has(id)).length >= known.size * minSharedIds;
  return drawn.find((one) => isSame(one, plain)) ?? drawn.find(hasIds);
}

/**
 * Returns the plain source with the score that its records have on the rendered page. Before its scripts run, the best list
 * of a page may be its menu, so that the scores of both pages are not comparable.
 */
function rescore(plain: DiscoveredSource, drawn: readonly FoundSource[]): DiscoveredSource {
  const { found, call } = plain;
  if (call !== null) return plain;
  const shown = findDrawn(found, drawn);
  if (shown !== undefined)
    return { ...plain, found: { ...found, score: shown.score, shown: shown.shown, list: shown.list } };
  const isReplaced = found.kind === 'listing' || found.kind === 'table';
  return {
    ...plain,
    found: { ...found, list: null, score: found.score * (isReplaced ? replacedFactor : 1) },
  };
}

function countAnswered({ fields }: FoundSource): number {
  return Object.values(fields ?? {}).filter(({ filled }) => filled >= minFilled).length;
}

/**
 * Adds sources that only the rendered page shows, or of which it shows more records or requested fields, and those whose
 * end only a browser proves: scrolling changes the list, or scripts may add to it.
 */
export function addRendered(rendered: RecordsPage, discovery: Discovery, fields: string[] | null): void {
  const { scrolled = null, states = [] } = rendered.fetched.response ?? {};
  const isOpen = scrolled === 'growing' || scrolled === 'replaced';
  const needsScrolling = isOpen || states.length > 0 || discovery.findings?.shownEnd?.hasScripts === true;
  const drawn = (rendered.findings?.sources ?? []).filter(({ call }) => call === null);
  const plainSources = discovery.sources.filter(({ call }) => call === null);
  const findPlain = (source: FoundSource) => plainSources.find(({ found }) => isSame(found, source))?.found;
  const answersMore = (source: FoundSource, plain: FoundSource) =>
    plain.count <= source.count && countAnswered(plain) < countAnswered(source);
  const addedSources = drawn.filter((source) => {
    const plain = findPlain(source);
    if (plain === undefined || plain.count < source.count || answersMore(source, plain)) return true;
    return needsScrolling && plain.count === source.count;
  });
  // The plain page holds only the beginning of a list that a button or scrolling extends, or lacks values of its records.
  const isExtended = ({ call, found, paging }: DiscoveredSource) =>
    call === null &&
    addedSources.some(
      (source) => isSame(source, found) && (paging.way.kind === 'none' || answersMore(source, found)),
    );
  const kept = discovery.sources.filter((source) => !isExtended(source));
  // With requested fields, the score of a source says how well its own values answer them.
  discovery.sources = fields === null ? kept.map((source) => rescore(source, drawn)) : kept;
  discovery.sources.push(...addedSources.map((found) => createPageSource(found, rendered, true)));
}
