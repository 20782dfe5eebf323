import type { DiscoveredSource, Discovery } from '../../listings/discovery/discovered-source.ts';

/** Score bonuses of a source, in addition to how well it matches the fields. */
const paginationBonus = 0.05;
const noBrowserBonus = 0.08;
const callBonus = 0.02;

function countMappedFields(source: DiscoveredSource): number {
  return Object.keys(source.found.fields ?? {}).length;
}

function scoreSource(source: DiscoveredSource): number {
  const { found, paging, isRendered, template } = source;
  return (
    found.score +
    (paging.way.kind === 'none' ? 0 : paginationBonus) +
    (isRendered ? 0 : noBrowserBonus) +
    (template !== null && source.call !== null ? callBonus : 0)
  );
}

/**
 * Returns true if a source can be read again. A call that only works from its page cannot; the page itself is then
 * the source.
 */
function isUsable({ found, call, template, first }: DiscoveredSource): boolean {
  const records = found.read?.records.length ?? 0;
  return records > 0 && (call === null || template !== null) && first.findings !== null;
}

/** Returns the source that matches the fields best, preferring cheap ones; null if none has any of the fields. */
export function chooseSource({ sources }: Discovery): DiscoveredSource | null {
  const [best] = sources
    .filter((source) => isUsable(source) && countMappedFields(source) > 0)
    .sort((one, other) => scoreSource(other) - scoreSource(one));
  return best ?? null;
}

/**
 * Returns the source that most likely holds the records of the page, so that a model can match its keys to the
 * fields.
 */
export function findLikeliestSource({ sources }: Discovery): DiscoveredSource | null {
  const likelihood = ({ found }: DiscoveredSource) =>
    (found.shown ?? 1) * Math.log(1 + found.count) * Math.log(1 + found.keys.length);
  const [best] = sources
    .filter(({ call, template, first }) => (call === null || template !== null) && first.findings !== null)
    .sort((one, other) => likelihood(other) - likelihood(one));
  return best ?? null;
}
