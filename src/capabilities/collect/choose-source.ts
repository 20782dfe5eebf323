import type { Discovered, Discovery } from '../../fetching/listings/discover-sources.ts';

/** What speaks for a source beside how well it answers the fields. */
const pagedBonus = 0.05;
const plainBonus = 0.08;
const callBonus = 0.02;

function mapped(source: Discovered): number {
  return Object.keys(source.found.fields ?? {}).length;
}

function worth(source: Discovered): number {
  const { found, paging, isRendered, template } = source;
  return (
    found.score +
    (paging.way.kind === 'none' ? 0 : pagedBonus) +
    (isRendered ? 0 : plainBonus) +
    (template !== null && source.call !== null ? callBonus : 0)
  );
}

/** Whether a source can be got again: a call that needs its page cannot, and its page stands for it. */
function isUsable({ found, call, template, first }: Discovered): boolean {
  const records = found.read?.records.length ?? 0;
  return records > 0 && (call === null || template !== null) && first.findings !== null;
}

/** The source that answers the fields best, cheapest ways first; null when none holds any of them. */
export function chooseSource({ sources }: Discovery): Discovered | null {
  const [best] = sources
    .filter((source) => isUsable(source) && mapped(source) > 0)
    .sort((one, other) => worth(other) - worth(one));
  return best ?? null;
}

/** The source that looks most like the page's records, for a model to name its places: nothing else told any. */
export function likeliestSource({ sources }: Discovery): Discovered | null {
  const looks = ({ found }: Discovered) =>
    (found.shown ?? 1) * Math.log(1 + found.count) * Math.log(1 + found.keys.length);
  const [best] = sources
    .filter(({ call, template, first }) => (call === null || template !== null) && first.findings !== null)
    .sort((one, other) => looks(other) - looks(one));
  return best ?? null;
}
