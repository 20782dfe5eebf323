import './usage.css';
import type { BillingAnswer } from '../../../../clients/typescript/src/index.ts';
import { useAccount } from '../../app/account.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Facts } from '../../components/facts.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { route, setParams } from '../../data/route.ts';
import { formatNumber, toWords } from '../../text/format.ts';
import { firstDayOf } from './days.ts';
import { Ledger } from './ledger.tsx';
import { UsageByDay, UsageShares } from './usage-charts.tsx';

const refreshMs = 30_000;
const periods = [7, 30, 90, 365] as const;
const defaultPeriod = 30;

function readPeriod(params: URLSearchParams): number {
  const chosen = Number(params.get('days'));
  return periods.find((days) => days === chosen) ?? defaultPeriod;
}

function Reservations({ reservations }: { reservations: BillingAnswer['reservations'] }) {
  if (reservations.length === 0) return null;
  return (
    <details class="panel">
      <summary>Credits held for running work: {reservations.length}</summary>
      <ul>
        {reservations.map(({ id, credits, job, request_id: rid, expires_at: at }) => (
          <li key={id}>
            {formatNumber(credits)} credits for{' '}
            {job !== undefined ? <a href={`#/jobs/${job}`}>{job}</a> : <code>{rid ?? id}</code>}, until{' '}
            <Time at={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Balance({ billing }: { billing: BillingAnswer }) {
  const held = billing.reservations.reduce((sum, { credits }) => sum + credits, 0);
  const available = billing.plan_credits + billing.top_up_credits - held;
  const isUnlimited = useAccount().data.value?.unlimited === true;
  const unlimitedFacts = [
    ['Available credits', 'Unlimited'],
    ['Held for running work', formatNumber(held)],
  ] as const;
  return (
    <section class="panel" aria-label="Balance">
      <Facts
        isLarge
        facts={
          isUnlimited
            ? unlimitedFacts
            : [
                ['Available credits', formatNumber(available)],
                ['Plan', toWords(billing.plan)],
                [
                  'Plan credits',
                  <>
                    {formatNumber(billing.plan_credits)}{' '}
                    <small class="muted">of {formatNumber(billing.plan_allowance)}</small>
                  </>,
                ],
                ['Top-up credits', formatNumber(billing.top_up_credits)],
                ['Held for running work', formatNumber(held)],
                ['Plan renews', <Time key="renews" at={billing.renews_at} />],
              ]
        }
      />
    </section>
  );
}

/** Credits, usage by day and operation, and the ledger. */
export function UsagePage() {
  const days = readPeriod(route.value.params);
  const from = firstDayOf(days);
  const billing = useQuery('billing', (signal) => client.value.billing({}, { signal }), { refreshMs });
  const usage = useQuery(`usage ${from}`, (signal) => client.value.usage({ from }, { signal }), {
    refreshMs,
  });
  return (
    <div class="page">
      <header class="page-head">
        <h1>Usage</h1>
        <label class="filter">
          Period
          <select value={String(days)} onChange={(event) => setParams({ days: event.currentTarget.value })}>
            {periods.map((period) => (
              <option key={period} value={String(period)}>
                Last {period} days
              </option>
            ))}
          </select>
        </label>
      </header>
      {billing.error.value !== null && (
        <ErrorState message={billing.error.value} onRetry={() => billing.refresh()} />
      )}
      {billing.data.value !== null && (
        <>
          <Balance billing={billing.data.value} />
          <Reservations reservations={billing.data.value.reservations} />
        </>
      )}
      {usage.error.value !== null && (
        <ErrorState message={usage.error.value} onRetry={() => usage.refresh()} />
      )}
      {usage.data.value === null && usage.error.value === null && <LoadingState />}
      {usage.data.value !== null && (
        <>
          <UsageByDay usage={usage.data.value} />
          <UsageShares usage={usage.data.value} />
        </>
      )}
      <Ledger />
      <ApiLink method="GET" path={`/v1/usage?from=${from}`} tag="usage" operation="usage" />
    </div>
  );
}
