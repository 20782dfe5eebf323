import { StatusBadge } from '../../components/status-badge.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { toWords } from '../../text/format.ts';

const refreshMs = 15_000;

/** Health of the service, with the parts that do not work. */
export function HealthLine() {
  const { data } = useQuery('health', (signal) => client.value.health({}, { signal }), { refreshMs });
  const health = data.value;
  if (health === null) return null;
  const failing = Object.entries(health.checks).filter(
    ([, { status }]) => status === 'degraded' || status === 'unavailable',
  );
  return (
    <span class="health-line">
      <StatusBadge status={health.status === 'ok' ? 'healthy' : 'degraded'} />
      <span>
        {failing.length === 0
          ? `Version ${health.version}`
          : failing.map(([name, { detail }]) => `${toWords(name)}: ${detail ?? 'does not work'}`).join(' · ')}
      </span>
    </span>
  );
}
