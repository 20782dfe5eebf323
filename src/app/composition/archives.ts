import { userAgent } from '../../fetching/user-agent.ts';
import type { Archive } from '../../integrations/archives/archive.ts';
import { type Archives, openArchives } from '../../integrations/archives/archives.ts';
import { listRestingLanes } from '../../integrations/archives/http/resting-lanes.ts';
import type { Check, Checks } from '../../operations/check.ts';
import type { AppContext } from '../app-context.ts';
import { version } from '../commands/version.ts';

const composed = new WeakMap<AppContext, Archives>();

/** Returns the archives of this process; the stack closes them. */
export function composeArchives(app: AppContext, stack: AsyncDisposableStack): Archives {
  const known = composed.get(app);
  if (known !== undefined) return known;
  const { settings, database, clock, log } = app;
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
  composed.set(app, archives);
  stack.defer(() => {
    composed.delete(app);
    return archives.close();
  });
  return archives;
}

/** Returns the status of archives that do not answer; the built-in ones are optional, because no setting asks for them. */
function silentStatus({ settings }: AppContext): Check['status'] {
  return settings.archives.length === 0 ? 'unreachable' : 'degraded';
}

/** Health check of the archives: open circuit breakers, and the last request to each. Contacts no archive. */
async function archivesCheck(app: AppContext): Promise<Check> {
  // Without the database, the check is `unavailable`.
  const lanes = await listRestingLanes(app.database).catch(() => null);
  if (lanes === null) return { status: 'unavailable', detail: 'the database does not answer' };
  const uses = composed.get(app)?.lastUses() ?? [];
  if (lanes.length === 0) return describeUses(uses, silentStatus(app));
  return {
    status: silentStatus(app),
    detail: lanes.map(({ lane, reason }) => `${lane} is paused: ${reason}`).join('; '),
  };
}

/** Returns the state of archives by their last requests: `ok` only if each host was asked and answered. */
function describeUses(uses: ReturnType<Archives['lastUses']>, failing: Check['status']): Check {
  const asked = uses.flatMap(({ title, lastUse }) => (lastUse === null ? [] : [{ title, ...lastUse }]));
  const [oldest] = asked.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (oldest === undefined)
    return { status: 'not_tested', detail: 'not used yet; the command "doctor" tests them' };
  const failed = asked.filter(({ fault }) => fault !== null);
  const status = failed.length > 0 ? failing : asked.length < uses.length ? 'not_tested' : 'ok';
  const detail = uses
    .map(
      ({ title, lastUse }) =>
        `${title} ${lastUse === null ? 'was not asked yet' : (lastUse.fault ?? 'answered')}`,
    )
    .join('; ');
  return { status, detail, tested_at: oldest.at.toISOString() };
}

const probeTimeoutMs = 20_000;

async function probeArchive(archive: Archive): Promise<{ name: string; fault: string | null }> {
  const list = await archive.captures(
    { url: 'http://example.com/', from: null, until: null, statuses: 'any', order: 'newest', limit: 1 },
    { signal: AbortSignal.timeout(2 * probeTimeoutMs), withinMs: probeTimeoutMs, note() {} },
  );
  return { name: archive.name, fault: list.kind === 'fault' ? list.message : null };
}

/** Doctor check of the archives: requests one capture from each. */
async function archivesDoctorCheck(app: AppContext): Promise<Check> {
  await using stack = new AsyncDisposableStack();
  const { all } = composeArchives(app, stack);
  const probes = await Promise.all(all.map(probeArchive));
  const failed = probes.filter(({ fault }) => fault !== null);
  const detail = probes
    .map(({ name, fault }) => (fault === null ? `${name} answers` : `${name}: ${fault}`))
    .join('; ');
  const testedAt = app.clock.now().toISOString();
  if (failed.length === 0) return { status: 'ok', detail, tested_at: testedAt };
  const status = failed.length === probes.length ? 'unreachable' : silentStatus(app);
  return { status, detail, tested_at: testedAt };
}

/** Checks of the archives for health and for doctor. */
export const archiveChecks = {
  health: (app: AppContext): Checks => ({ archives: () => archivesCheck(app) }),
  doctor: (app: AppContext): Checks => ({ archives: () => archivesDoctorCheck(app) }),
};
