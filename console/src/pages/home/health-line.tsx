import { StatusBadge } from '../../components/status-badge.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { failingParts } from './attention.ts';

const refreshMs = 15_000;

/** Health of the service. The parts that do not work are listed where they need attention. */
export function HealthLine() {
  const { data } = useQuery('health', (signal) => client.value.health({}, { signal }), { refreshMs });
  const health = data.value;
  if (health === null) return null;
  const failing = failingParts(health);
  return (
    <span class="health-line">
      <StatusBadge status={health.status === 'ok' ? 'healthy' : 'degraded'} />
      <span>
        {failing.length === 0 ? (
          `Version ${health.version}`
        ) : (
          <a href="#/health">
            {failing.length === 1 ? '1 part does not work' : `${failing.length} parts do not work`}
          </a>
        )}
      </span>
    </span>
  );
}
