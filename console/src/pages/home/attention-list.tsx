import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { formatNumber } from '../../text/format.ts';
import { failingParts, listAttention } from './attention.ts';

const refreshMs = 15_000;
/** Most entries at first; the others are folded. */
const maxShown = 5;

function Entries({ entries }: { entries: Awaited<ReturnType<typeof listAttention>> }) {
  return (
    <ul>
      {entries.map(({ path, title, reason, status, at }) => (
        <li key={`${path} ${title}`}>
          <a href={`#${path}`}>
            <StatusBadge status={status} />
            <span class="attention-text">
              <strong>{title}</strong> <span class="muted">{reason}</span>
            </span>
            {at !== null && (
              <span class="muted">
                <Time at={at} />
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What a person should look at; nothing if all is well. */
export function AttentionList() {
  const { data } = useQuery('attention', listAttention, { refreshMs });
  const health = useQuery('health', (signal) => client.value.health({}, { signal }), { refreshMs });
  const parts = health.data.value === null ? [] : failingParts(health.data.value);
  const entries = [...parts, ...(data.value ?? [])];
  if (entries.length === 0) return null;
  const rest = entries.slice(maxShown);
  return (
    <section class="panel attention" aria-label="Needs attention">
      <h2>Needs attention</h2>
      <Entries entries={entries.slice(0, maxShown)} />
      {rest.length > 0 && (
        <details>
          <summary>{formatNumber(rest.length)} more</summary>
          <Entries entries={rest} />
        </details>
      )}
    </section>
  );
}
