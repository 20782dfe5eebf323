import './health.css';
import type { Catalog, Health } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { formatNumber, toWords } from '../../text/format.ts';
import { ModelForm } from './model-form.tsx';
import { guideOf } from './parts.ts';

const refreshMs = 10_000;

type Check = Health['checks'][string];

function Part({ name, check }: { name: string; check: Check }) {
  const guide = guideOf(name);
  return (
    <section class="panel part" aria-label={guide?.title ?? name}>
      <div class="part-head">
        <h2>{guide?.title ?? name}</h2>
        <StatusBadge status={check.status} />
      </div>
      {guide !== null && <p class="muted">{guide.text}</p>}
      {check.detail !== undefined && <p class="part-detail">{check.detail}</p>}
      {name === 'model' && hasScope('operator') && <ModelForm />}
      {guide !== null && (
        <details>
          <summary>How to change it</summary>
          <p>
            Set these variables and restart the service.{' '}
            <a href={`/${guide.docs.replace('.md', '')}`} target="_blank" rel="noreferrer">
              Read the documentation
            </a>
            .
          </p>
          <ul>
            {guide.settings.map((setting) => (
              <li key={setting}>
                <code>{setting}</code> <CopyButton text={setting} label={`Copy ${setting}`} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Networks({ networks }: Pick<Catalog, 'networks'>) {
  return (
    <section class="panel" aria-label="Networks">
      <h2>Networks and countries</h2>
      <ul class="networks">
        {networks.map(({ network, countries, verified }) => (
          <li key={network}>
            <strong>{toWords(network)}</strong>{' '}
            {countries.length === 0
              ? 'without a stated country'
              : countries.map((one) => `${one.country}${one.verified ? ' (verified)' : ''}`).join(', ')}
            {!verified && <span class="muted"> · not verified</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Prices({ card }: { card: Catalog['rate_card'] }) {
  const { routes, items } = card as { routes?: Record<string, number>; items?: Record<string, number> };
  const facts = Object.entries({ ...routes, ...items }).map(
    ([name, credits]) => [toWords(name), formatNumber(credits)] as const,
  );
  return (
    <details class="panel">
      <summary>Prices in credits</summary>
      <Facts facts={facts} />
    </details>
  );
}

/** State of each part of the service, how it is configured, and which settings change it. */
export function HealthPage() {
  const health = useQuery('health', (signal) => client.value.health({}, { signal }), { refreshMs });
  const catalog = useQuery('catalog', (signal) => client.value.catalog({}, { signal }));
  const { data, error } = health;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Health and settings</h1>
        {data.value !== null && <StatusBadge status={data.value.status} />}
        {data.value !== null && <span class="muted">version {data.value.version}</span>}
      </header>
      <p class="muted">
        Settings are environment variables or lines of the{' '}
        <a href="/docs/configuration#settings-file" target="_blank" rel="noreferrer">
          settings file
        </a>
        . <code>webdata config</code> prints their values without secrets, and <code>webdata doctor</code>{' '}
        tests every part.
      </p>
      {error.value !== null && <ErrorState message={error.value} onRetry={health.refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
      {data.value !== null && (
        <div class="parts">
          {Object.entries(data.value.checks).map(([name, check]) => (
            <Part key={name} name={name} check={check} />
          ))}
        </div>
      )}
      {catalog.data.value !== null && (
        <>
          <Networks networks={catalog.data.value.networks} />
          <Prices card={catalog.data.value.rate_card} />
          <details class="panel">
            <summary>Public key of the receipts</summary>
            <JsonView value={catalog.data.value.receipt_key} />
          </details>
        </>
      )}
      <ApiLink method="GET" path="/v1/health" tag="health" operation="health" />
    </div>
  );
}
