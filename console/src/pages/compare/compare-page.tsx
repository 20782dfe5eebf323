import { useState } from 'preact/hooks';
import { ApiLink } from '../../components/api-link.tsx';
import { Scale } from '../../components/icons.ts';
import { PartNotice } from '../../components/part-notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { ToolField, ToolForm } from '../../components/tool-form.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { route, setParams } from '../../data/route.ts';
import { useCall } from '../../data/use-call.ts';
import { countryName } from '../../text/country-name.ts';
import { formatNumber } from '../../text/format.ts';
import { type Compared, ComparisonView } from './comparison-view.tsx';

const firstCountries = ['US', 'GB', 'DE'];
/** Countries that are filled in: each costs a page. */
const maxFirstCountries = 5;

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
  const [typed, setTyped] = useState(params.get('countries'));
  const [currency, setCurrency] = useState(params.get('currency') ?? 'USD');
  const catalog = useQuery('catalog', (signal) => client.value.catalog({}, { signal }));
  const networks = catalog.data.value?.networks ?? [];
  const known = [...new Set(networks.flatMap((one) => one.countries.map(({ country }) => country)))];
  const first = known.length === 0 ? firstCountries : known.slice(0, maxFirstCountries);
  const countries = typed ?? first.join(', ');
  const without = readCountries(countries).filter((country) => known.length > 0 && !known.includes(country));
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
      <PartNotice part="exits" />
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
          onChange={setTyped}
        />
        <ToolField label="Currency" value={currency} isRequired placeholder="USD" onChange={setCurrency} />
        {known.length > 0 && (
          <div class="muted tool-hint">
            {without.length > 0 && <p>No exit in {without.map(countryName).join(', ')}.</p>}
            <details>
              <summary>
                This service has exits in {formatNumber(known.length)}{' '}
                {known.length === 1 ? 'country' : 'countries'}
              </summary>
              <p>{known.map((code) => `${countryName(code)} (${code})`).join(', ')}</p>
            </details>
          </div>
        )}
      </ToolForm>
      {error !== null && <ErrorState message={error} onRetry={run} />}
      {isRunning && <LoadingState label="Reading the page from each country" />}
      {!isRunning && value !== null && <ComparisonView comparison={value} />}
      {!isRunning && value === null && error === null && (
        <EmptyState
          icon={Scale}
          title="One page, many countries"
          text="The page is read through an exit in each country. The values stand side by side, with prices in one currency."
        />
      )}
      <ApiLink method="POST" path="/v1/compare" tag="compare" operation="compare" />
    </div>
  );
}
