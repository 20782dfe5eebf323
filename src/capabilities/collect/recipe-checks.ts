import { filledOf, lostFields } from '../../fetching/listings/walk-pages.ts';
import type { Collected, KnownSource } from './collector.ts';

/** One thing that was looked at, and whether it is as it should be. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What one page of a recipe shows of its source. */
export function checksOf(
  { source, paging }: KnownSource,
  collected: Collected & { misfit: string | null },
): Check[] {
  const { records, status, error, next } = collected;
  const hasArrived = status === 'ok';
  const lost = new Set(lostFields(source, records));
  const filled = filledOf(records, Object.keys(source.rules));
  const fields = Object.keys(source.rules).map((name): Check => {
    const was = source.filled[name];
    const before = was === undefined ? '' : `, ${percent(was)} when it was found`;
    const ok = records.length > 0 && !lost.has(name);
    return {
      name: `field ${name}`,
      ok,
      detail: `filled in ${percent(filled[name] ?? 0)} of the records${before}`,
    };
  });
  const hasWay = paging.way.kind !== 'none';
  const leadsOn = next !== null || collected.complete;
  return [
    { name: 'page', ok: hasArrived, detail: error?.message ?? 'it arrived' },
    {
      name: 'records',
      ok: records.length > 0,
      detail: collected.misfit ?? `${records.length} of ${paging.size} on a full page`,
    },
    ...(records.length === 0 ? [] : fields),
    ...(hasWay && records.length > 0
      ? [
          {
            name: 'pagination',
            ok: leadsOn,
            detail: next === null ? 'this is the last page' : next.request.url,
          },
        ]
      : []),
  ];
}
