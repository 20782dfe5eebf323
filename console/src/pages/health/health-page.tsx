import './health.css';
import { useState } from 'preact/hooks';
import type { Catalog, Health, Setting } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TextField } from '../../components/text-field.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { formatNumber, toWords } from '../../text/format.ts';
import { networkName } from '../../text/network-name.ts';
import { ModelForm } from './model-form.tsx';
import { PartTest } from './part-test.tsx';
import { guideOf } from './parts.ts';
import { SettingForm } from './setting-form.tsx';

const refreshMs = 10_000;

type Check = Health['checks'][string];

/** Rows of settings by variable. */
type Settings = ReadonlyMap<string, Setting>;

const sources: Readonly<Record<Setting['source'], string>> = {
  environment: 'set by the environment',
  file: 'set in the settings file',
  database: 'set here',
  default: 'default',
};

/** A setting with its value and where it comes from; without the scope `operator` its name alone. */
function SettingLine({ variable, setting }: { variable: string; setting: Setting | undefined }) {
  const shown = setting?.value ?? (setting?.is_set === true ? 'a secret value' : 'not set');
  return (
    <li>
      <code>{variable}</code> <CopyButton text={variable} label={`Copy ${variable}`} />
      {setting !== undefined && (
        <div class="muted setting-value">
          {shown} · {sources[setting.source]}
        </div>
      )}
    </li>
  );
}

function Part({ name, check, settings }: { name: string; check: Check; settings: Settings | null }) {
  const guide = guideOf(name);
  const title = guide?.title ?? name;
  const live = guide?.live ?? [];
  return (
    <section class="panel part" aria-label={title}>
      <div class="part-head">
        <h2>{title}</h2>
        <StatusBadge status={check.status} />
      </div>
      {guide !== null && <p class="muted">{guide.text}</p>}
      {check.detail !== undefined && <p class="part-detail">{check.detail}</p>}
      {settings !== null && guide?.isTestable === true && check.status !== 'not_configured' && (
        <PartTest name={name} title={title} />
      )}
      {settings !== null && live.length > 0 && (
        <details>
          <summary>Set it here</summary>
          <SettingForm title={title} fields={live} settings={settings} />
        </details>
      )}
      {name === 'model' && hasScope('operator') && (
        <details>
          <summary>Set it here</summary>
          <ModelForm />
        </details>
      )}
      {guide !== null && (
        <details>
          <summary>Settings</summary>
          <ul>
            {guide.settings.map((variable) => (
              <SettingLine key={variable} variable={variable} setting={settings?.get(variable)} />
            ))}
          </ul>
          <p class="muted">
            Environment variables and the settings file take effect at the next start.{' '}
            <a href={`/${guide.docs.replace('.md', '')}`} target="_blank" rel="noreferrer">
              Read the documentation
            </a>
            .
          </p>
        </details>
      )}
    </section>
  );
}

/** All settings of the service, with those that no part of this page names. */
function AllSettings({ settings }: { settings: Settings }) {
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/);
  const shown = [...settings.values()].filter(({ variable, meaning }) =>
    words.every((word) => `${variable} ${meaning}`.toLowerCase().includes(word)),
  );
  return (
    <details class="panel">
      <summary>All settings: {settings.size}</summary>
      <TextField
        label="Search the settings"
        value={query}
        onChange={setQuery}
        placeholder="port, proxy, model"
      />
      <ul class="all-settings">
        {shown.map((setting) => (
          <SettingRow key={setting.variable} setting={setting} />
        ))}
      </ul>
    </details>
  );
}

function SettingRow({ setting }: { setting: Setting }) {
  const { variable, meaning, source, is_set: isSet } = setting;
  return (
    <li>
      <div>
        <code>{variable}</code> <span class="muted">{sources[source]}</span>
      </div>
      <div>{setting.value ?? (isSet ? 'a secret value' : <span class="muted">not set</span>)}</div>
      <div class="muted">{meaning}</div>
    </li>
  );
}

function Networks({ networks }: Pick<Catalog, 'networks'>) {
  return (
    <section class="panel" aria-label="Networks">
      <h2>Networks and countries</h2>
      <ul class="networks">
        {networks.map(({ network, countries, verified }) => (
          <li key={network}>
            <strong>{toWords(networkName(network))}</strong>{' '}
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
  const settings = useQuery('settings', async (signal): Promise<Settings | null> => {
    if (!hasScope('operator')) return null;
    const { settings: rows } = await client.value.listSettings({}, { signal });
    return new Map(rows.map((row) => [row.variable, row]));
  });
  const { data, error } = health;
  return (
    <div class="page">
      <header class="page-head">
        <h1>Health and settings</h1>
        {data.value !== null && <StatusBadge status={data.value.status} />}
        {data.value !== null && <span class="muted">version {data.value.version}</span>}
      </header>
      {error.value !== null && <ErrorState message={error.value} onRetry={health.refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
      {data.value !== null && (
        <div class="parts">
          {Object.entries(data.value.checks).map(([name, check]) => (
            <Part key={name} name={name} check={check} settings={settings.data.value} />
          ))}
        </div>
      )}
      {settings.data.value !== null && <AllSettings settings={settings.data.value} />}
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
