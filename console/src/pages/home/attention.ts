import type { Health } from '../../../../clients/typescript/src/index.ts';
import { client } from '../../data/client.ts';
import { hasScope } from '../../data/session.ts';
import { formatNumber, toWords } from '../../text/format.ts';
import { groupSameJobs, jobTitle } from '../../text/job-title.ts';

/** Something that a person should look at. */
export interface Attention {
  /** Place in the console that shows it. */
  path: string;
  title: string;
  /** What is wrong, in one sentence. */
  reason: string;
  status: string;
  /** Time since which it is so (ISO 8601); null if it is not known. */
  at: string | null;
}

type Source = (signal: AbortSignal) => Promise<Attention[]>;

/** Jobs whose end is older need no attention any more. */
const recentMs = 7 * 24 * 3_600_000;
/** Share of the credits of a plan below which they are low. */
const lowShare = 0.1;
const limit = 100;
/** Warning of a crawl that its limit ended. */
const limitReachedCode = 'limit_reached';

const troubledMonitors: Source = async (signal) => {
  const { monitors } = await client.value.listMonitors({ limit: 500 }, { signal });
  return monitors
    .filter(({ status }) => status !== 'active' && status !== 'paused')
    .map(({ mid, name, url, status, latest_check: check }) => ({
      path: `/monitors/${mid}`,
      title: name ?? url ?? mid,
      reason: check?.summary ?? '',
      status,
      at: check?.at ?? null,
    }));
};

const expiredLogins: Source = async (signal) => {
  const { logins } = await client.value.listLogins({}, { signal });
  return logins
    .filter(({ status }) => status === 'expired')
    .map(({ name, domain, last_used_at: at }) => ({
      path: '/logins',
      title: name,
      reason: `${domain} asks for a new login.`,
      status: 'expired',
      at,
    }));
};

/** Only the newest of the same jobs counts: another one has replaced what an older one could not do. */
const stoppedJobs: Source = async (signal) => {
  const { jobs } = await client.value.listJobs({ limit }, { signal });
  const since = Date.now() - recentMs;
  const ended = jobs.filter(({ finished_at: at }) => at !== null);
  return groupSameJobs(ended).flatMap(([job]) => {
    const { jid, status, progress, error, finished_at: at, warnings } = job;
    if (at === null || Date.parse(at) < since) return [];
    const title = jobTitle(job);
    const entry = { path: `/jobs/${jid}`, title, at };
    if (status === 'failed') return [{ ...entry, status, reason: error?.message ?? 'The job failed.' }];
    if (!warnings.some(({ code }) => code === limitReachedCode)) return [];
    const { done, discovered } = progress;
    const reason = `Stopped at its limit: ${formatNumber(done)} of ${formatNumber(discovered)} known pages were read.`;
    return [{ ...entry, status: 'limited', reason }];
  });
};

const failedRefreshes: Source = async (signal) => {
  const { datasets } = await client.value.listDatasets({ limit }, { signal });
  return datasets.flatMap(({ did, name, last_refresh: last }) =>
    last === null || last.status !== 'failed'
      ? []
      : [
          {
            path: `/datasets/${did}`,
            title: name,
            reason: last.error?.message ?? '',
            status: 'failed',
            at: last.at,
          },
        ],
  );
};

const failedRuns: Source = async (signal) => {
  const { workflows } = await client.value.listWorkflows({ limit }, { signal });
  return workflows.flatMap(({ id, name, last_run: last }) =>
    last === null || last.status !== 'failed'
      ? []
      : [
          {
            path: `/workflows/${id}`,
            title: name,
            reason: 'The last run failed.',
            status: 'failed',
            at: last.created_at,
          },
        ],
  );
};

const failingTargets: Source = async (signal) => {
  const { targets } = await client.value.listWebhookTargets({}, { signal });
  return targets.map(({ url, status, last_error: reason, failing_since: at }) => ({
    path: '/webhooks',
    title: url,
    reason: reason ?? '',
    status,
    at,
  }));
};

const lowCredits: Source = async (signal) => {
  const { unlimited, credits } = await client.value.account({}, { signal });
  const all = credits.plan + credits.top_up;
  if (unlimited || credits.available > all * lowShare) return [];
  const reason = `${formatNumber(credits.available)} credits are left.`;
  return [{ path: '/usage', title: 'Credits', reason, status: 'low', at: null }];
};

const sources: ReadonlyArray<{ read: Source; isAllowed(): boolean }> = [
  { read: troubledMonitors, isAllowed: () => true },
  { read: expiredLogins, isAllowed: () => hasScope('admin') },
  { read: failedRefreshes, isAllowed: () => true },
  { read: failedRuns, isAllowed: () => true },
  { read: failingTargets, isAllowed: () => true },
  { read: stoppedJobs, isAllowed: () => true },
  { read: lowCredits, isAllowed: () => true },
];

/** Lists what a person should look at. What cannot be read is left out. */
export async function listAttention(signal: AbortSignal): Promise<Attention[]> {
  const wanted = sources.filter(({ isAllowed }) => isAllowed());
  const read = await Promise.allSettled(wanted.map((source) => source.read(signal)));
  return read.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

const failingStates: ReadonlySet<string> = new Set(['degraded', 'unavailable']);

/** Lists the parts of the service that do not work: of exits, the single ones, whose reasons say more. */
export function failingParts({ checks }: Pick<Health, 'checks'>): Attention[] {
  const failing = Object.entries(checks).filter(([, { status }]) => failingStates.has(status));
  const hasExit = failing.some(([name]) => name.startsWith('exit '));
  return failing
    .filter(([name]) => name !== 'exits' || !hasExit)
    .map(([name, { status, detail, tested_at: at }]) => ({
      path: '/health',
      title: toWords(name),
      reason: detail ?? 'It does not work.',
      status,
      at: at ?? null,
    }));
}
