import { sql } from 'kysely';
import { userAgent } from '../fetching/user-agent.ts';
import type { Check, Checks } from '../operations/check.ts';
import type { Archive } from '../sources/archives/archive.ts';
import { type Archives, openArchives } from '../sources/archives/archives.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

/** The archives of this process, closed with the stack. */
export function composeArchives(footing: Footing, stack: AsyncDisposableStack): Archives {
  const { settings, database, clock, log } = footing;
  const archives = openArchives({
    waybackUrl: settings.waybackUrl,
    commonCrawlIndexUrl: settings.commonCrawlIndexUrl,
    commonCrawlDataUrl: settings.commonCrawlDataUrl,
    others: settings.archives,
    userAgent: userAgent(version, settings.contact),
    database,
    clock,
    log,
  });
  stack.defer(() => archives.close());
  return archives;
}

/** The archives as health shows them: whether one is left alone just now. Nobody is asked for it. */
export async function archivesCheck({ database }: Footing): Promise<Check> {
  const rows = await sql<{ lane: string; reason: string }>`
    select lane, reason from archive_lanes where rests_until > clock_timestamp() order by lane
  `
    .execute(database)
    .then((answer) => answer.rows)
    .catch(() => null);
  if (rows === null) return { status: 'unavailable', detail: 'the database does not answer' };
  if (rows.length === 0) return { status: 'ok', detail: 'asked when needed; doctor asks them' };
  return {
    status: 'degraded',
    detail: rows.map(({ lane, reason }) => `${lane} is left alone: ${reason}`).join('; '),
  };
}

const trialWithinMs = 20_000;

async function tryOne(archive: Archive): Promise<{ name: string; fault: string | null }> {
  const list = await archive.captures(
    { url: 'http://example.com/', from: null, until: null, statuses: 'any', order: 'newest', limit: 1 },
    { signal: AbortSignal.timeout(2 * trialWithinMs), withinMs: trialWithinMs, note() {} },
  );
  return { name: archive.name, fault: list.kind === 'fault' ? list.message : null };
}

/** The archives as doctor shows them: each is asked for one capture. */
export async function archivesTrial(footing: Footing): Promise<Check> {
  await using stack = new AsyncDisposableStack();
  const { all } = composeArchives(footing, stack);
  const tried = await Promise.all(all.map(tryOne));
  const failed = tried.filter(({ fault }) => fault !== null);
  const detail = tried
    .map(({ name, fault }) => (fault === null ? `${name} answers` : `${name}: ${fault}`))
    .join('; ');
  if (failed.length === 0) return { status: 'ok', detail };
  return { status: failed.length === tried.length ? 'unavailable' : 'degraded', detail };
}

/** What health and what doctor look at. */
export const archiveChecks = {
  health: (footing: Footing): Checks => ({ archives: () => archivesCheck(footing) }),
  doctor: (footing: Footing): Checks => ({ archives: () => archivesTrial(footing) }),
};
