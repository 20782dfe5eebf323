import { useState } from 'preact/hooks';
import { ApiLink } from '../../components/api-link.tsx';
import { Scale } from '../../components/icons.ts';
import { NotConfigured } from '../../components/not-configured.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { ToolField, ToolForm } from '../../components/tool-form.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { route, setParams } from '../../data/route.ts';
import { useCall } from '../../data/use-call.ts';
import { type Compared, ComparisonView } from './comparison-view.tsx';

const firstCountries = 'US, GB, DE';

/** Splits `us, de` and `US DE` into country codes. */
function readCountries(text: string): string[] {
  return text
    .split(/[\s,;]/)
    .filter(Boolean)
    .map((code) => code.toUpperCase());
}

/** Compares a page across countries. */
export function ComparePage() {
  const { params } = route.value;
  const [url, setUrl] = useState(params.get('url') ?? '');
  const [countries, setCountries] = useState(params.get('countries') ?? firstCountries);
  const [currency, setCurrency] = useState(params.get('currency') ?? 'USD');
  const catalog = useQuery('catalog', (signal) => client.value.catalog({}, { signal }));
  // Until it is known, the form stands alone.
  const hasCountries =
    catalog.data.value === null || catalog.data.value.networks.some((one) => one.countries.length > 0);
  const { value, error, isRunning, start, cancel } = useCall<Compared>();
  const run = () => {
    const fields = { url: url.trim(), countries: readCountries(countries), base_currency: currency.trim() };
    setParams({ url: fields.url, countries, currency: fields.base_currency });
    start(async (signal) => (await client.value.compare(fields, { signal })) as Compared);
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Compare</h1>
      </header>
      {!hasCountries && (
        <NotConfigured setting="WEBDATA_EXITS" docs="/docs/exits">
          This service has no exit in a country, so that it cannot compare any.
        </NotConfigured>
      )}
      <ToolForm
        label="Compare countries"
        action="Compare"
        isRunning={isRunning}
        onRun={run}
        onCancel={cancel}
      >
        <ToolField
          label="URL"
          isUrl
          value={url}
          isRequired
          isWide
          placeholder="https://example.com/product"
          onChange={setUrl}
        />
        <ToolField
          label="Countries"
          value={countries}
          isRequired
          placeholder="US, GB, DE"
          onChange={setCountries}
        />
        <ToolField label="Currency" value={currency} isRequired placeholder="USD" onChange={setCurrency} />
      </ToolForm>
      {error !== null && <ErrorState message={error} onRetry={run} />}
      {isRunning && <LoadingState label="Reading the page from each country" />}
      {!isRunning && value !== null && <ComparisonView comparison={value} />}
      {!isRunning && value === null && error === null && (
        <EmptyState
          icon={Scale}
          title="One page, many countries"
          text="The page is read through an exit in each country, and prices are converted to one currency. Health and settings shows the countries of your exits."
        >
          <a class="button button-secondary" href="#/health">
            Show my exits
          </a>
        </EmptyState>
      )}
      <ApiLink method="POST" path="/v1/compare" tag="compare" operation="compare" />
    </div>
  );
}
