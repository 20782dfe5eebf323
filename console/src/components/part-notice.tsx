import type { Health } from '../../../clients/typescript/src/index.ts';
import { client } from '../data/client.ts';
import { useQuery } from '../data/query.ts';
import { hasScope } from '../data/session.ts';

/** Part of the service that a page needs. */
export type NeededPart = 'archives' | 'exits' | 'model';

interface PartWords {
  /** What follows if the service is not configured for it. */
  missing: string;
  /** What follows if it fails. */
  failing: string;
  setting: string;
  /** Page of the documentation. */
  docs: string;
}

const words: Readonly<Record<NeededPart, PartWords>> = {
  archives: {
    missing: 'This service asks no web archive.',
    failing: 'The web archives did not all answer when they were last asked, so captures may be missing.',
    setting: 'WEBDATA_ARCHIVES',
    docs: '/docs/archive',
  },
  exits: {
    missing: 'This service has no exit in a country, so that it cannot compare any.',
    failing: 'Some exits failed when they were last used, so their countries may not be read.',
    setting: 'WEBDATA_EXITS',
    docs: '/docs/exits',
  },
  model: {
    missing:
      'Values are found by rules alone: no language model is configured that could look for the others.',
    failing: 'The language model failed when it was last used, so some values may stay unknown.',
    setting: 'WEBDATA_MODEL_URL',
    docs: '/docs/models',
  },
};

type Check = Health['checks'][string];

const failingStates: ReadonlySet<string> = new Set(['degraded', 'unavailable', 'unreachable']);
const refreshMs = 10_000;

/** State of a part: of exits in countries, the catalog knows whether there is one. */
export interface PartState {
  /** Null while it is not known. */
  state: 'missing' | 'failing' | 'ready' | null;
  /** Reasons of a failing part, one each. */
  reasons: readonly string[];
}

/** Returns the reasons of a failing part: those of its single exits, if it has any. */
function reasonsOf(part: string, checks: Record<string, Check>): string[] {
  const single = Object.entries(checks).filter(
    ([name, { status }]) => part === 'exits' && name.startsWith('exit ') && failingStates.has(status),
  );
  const entries = single.length > 0 ? single : Object.entries(checks).filter(([name]) => name === part);
  return entries.flatMap(([name, { detail }]) => {
    if (detail === undefined) return [];
    return name === part ? [detail] : [`${name.slice('exit '.length)}: ${detail}`];
  });
}

/** Returns the state of a part, which follows the health of the service. */
export function usePart(part: NeededPart | 'browser'): PartState {
  const health = useQuery('health', (signal) => client.value.health({}, { signal }), { refreshMs });
  const catalog = useQuery('catalog', (signal) => client.value.catalog({}, { signal }));
  const checks = health.data.value?.checks;
  const networks = catalog.data.value?.networks;
  if (part === 'exits' && networks?.every(({ countries }) => countries.length === 0) === true)
    return { state: 'missing', reasons: [] };
  const status = checks?.[part]?.status;
  if (checks === undefined || status === undefined) return { state: null, reasons: [] };
  if (status === 'not_configured') return { state: 'missing', reasons: [] };
  return failingStates.has(status)
    ? { state: 'failing', reasons: reasonsOf(part, checks) }
    : { state: 'ready', reasons: [] };
}

/** Says before a form that the service is not configured for it, or that the part fails: why, and what to set. */
export function PartNotice({ part }: { part: NeededPart }) {
  const { state, reasons } = usePart(part);
  if (state === null || state === 'ready') return null;
  const { missing, failing, setting, docs } = words[part];
  // Rules find most values, so that a service without a model is no problem.
  const isProblem = state === 'failing' || part !== 'model';
  return (
    <div class={isProblem ? 'warning part-notice' : 'part-notice'} role="note">
      <p>{state === 'missing' ? missing : failing}</p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p>
        {state === 'missing' ? 'An operator sets ' : 'It depends on '}
        <code>{setting}</code>
        {hasScope('operator') && (
          <>
            {' '}
            (see <a href="#/health">Health and settings</a>)
          </>
        )}
        .{' '}
        <a href={docs} target="_blank" rel="noreferrer">
          Read the documentation
        </a>
      </p>
    </div>
  );
}
