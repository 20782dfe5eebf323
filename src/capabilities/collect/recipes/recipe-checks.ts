import { computeFillRates, findLostFields } from '../../../listings/discovery/fill-rates.ts';
import type { Collected, SavedSource } from '../collected.ts';

/** One check of a recipe test. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

const formatPercent = (share: number) => `${Math.round(share * 100)} %`;

/** Returns the checks of a recipe for which no source was found. */
export function createMissingSourceChecks({ status, error }: Collected): Check[] {
  const isRead = status === 'ok';
  return [
    { name: 'page', ok: isRead, detail: error?.message ?? 'the page was read' },
    { name: 'records', ok: false, detail: 'no records were found' },
  ];
}

/** Compares one page of a recipe with its saved source. */
export function createChecks(
  { source, paging }: SavedSource,
  collected: Collected & { misfit: string | null },
): Check[] {
  const { records, status, error, next } = collected;
  const isRead = status === 'ok';
  const lostFieldSet = new Set(findLostFields(source, records));
  const fillRates = computeFillRates(records, Object.keys(source.rules));
  const fields = Object.keys(source.rules).map((name): Check => {
    const savedRate = source.filled[name];
    const savedText =
      savedRate === undefined ? '' : `, ${formatPercent(savedRate)} when the recipe was saved`;
    const ok = records.length > 0 && !lostFieldSet.has(name);
    return {
      name: `field ${name}`,
      ok,
      detail: `has a value in ${formatPercent(fillRates[name] ?? 0)} of the records${savedText}`,
    };
  });
  const isPaged = paging.way.kind !== 'none';
  const canContinue = next !== null || collected.complete;
  return [
    { name: 'page', ok: isRead, detail: error?.message ?? 'the page was read' },
    {
      name: 'records',
      ok: records.length > 0,
      detail: collected.misfit ?? `${records.length} of ${paging.size} records on a full page`,
    },
    ...(records.length === 0 ? [] : fields),
    ...(isPaged && records.length > 0
      ? [
          {
            name: 'pagination',
            ok: canContinue,
            detail: next === null ? 'this is the last page' : next.request.url,
          },
        ]
      : []),
  ];
}
