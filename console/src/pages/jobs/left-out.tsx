import type { Job } from '../../../../clients/typescript/src/index.ts';
import { type Bar, BarList } from '../../components/bar-list.tsx';
import { countOf, formatNumber, toWords } from '../../text/format.ts';
import { isAtLimit } from './job-facts.ts';

const reasons: Readonly<Record<keyof Job['skipped'], string>> = {
  duplicate: 'Same content as another page',
  action: 'Views, forms and account pages',
  trap: 'Endless series of pages',
  path_rules: 'Outside of the chosen paths',
  file: 'Files',
  logout: 'Links that log out',
  depth: 'Deeper than the chosen depth',
};

/** Returns the known pages that were not read because of the limit. */
function unreadOf(job: Job): number {
  const { discovered, done } = job.progress;
  const known = discovered - done - job.robots_blocked_total - (job.skipped.duplicate ?? 0);
  return isAtLimit(job) ? Math.max(0, known) : 0;
}

/** Returns the reasons why URLs were not read, the most frequent first. */
function barsOf(job: Job): Bar[] {
  const skipped = (Object.keys(reasons) as (keyof Job['skipped'])[]).map((reason): [string, number] => [
    reasons[reason],
    job.skipped[reason] ?? 0,
  ]);
  const counts: [string, number][] = [
    ['Beyond the limit of pages', unreadOf(job)],
    ['Excluded by robots.txt', job.robots_blocked_total],
    ...skipped,
  ];
  return counts
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => ({ name, size: count, value: formatNumber(count) }));
}

/** Properties of {@link LeftOut}. */
interface LeftOutProps {
  job: Job;
  /** Numbers of failed pages by error code. */
  errors: readonly [code: string, count: number][];
  /** Number of failed pages that were examined; null if all were. */
  examined: number | null;
}

/** What a job did not read, and why: as bars, with the URLs that robots.txt excludes. */
export function LeftOut({ job, errors, examined }: LeftOutProps) {
  const bars = barsOf(job);
  if (bars.length === 0 && errors.length === 0) return null;
  return (
    <div class="left-out">
      {bars.length > 0 && (
        <section aria-label="Left out">
          <h2>Left out</h2>
          <BarList label="URLs that were not read, by reason" bars={bars} />
          {job.robots_blocked.length > 0 && (
            <details>
              <summary>{countOf(job.robots_blocked_total, 'URL')} in robots.txt</summary>
              <ul class="blocked-list">
                {job.robots_blocked.map((url) => (
                  <li key={url} class="url">
                    {url}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      )}
      {errors.length > 0 && (
        <section aria-label="Errors">
          <h2>{examined === null ? 'Errors' : `Errors of the first ${examined} such pages`}</h2>
          <BarList
            label="Failed pages by error"
            bars={errors.map(([code, count]) => ({
              name: toWords(code),
              size: count,
              value: formatNumber(count),
              tone: 'bad',
            }))}
          />
        </section>
      )}
    </div>
  );
}
