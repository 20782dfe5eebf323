import { useState } from 'preact/hooks';
import type { CompareRow, Comparison } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { AppWindow, BadgeCheck } from '../../components/icons.ts';
import { usePart } from '../../components/part-notice.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { showError } from '../../components/toasts.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { openInBrowser } from '../../data/open-session.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { describeAbsence } from '../../text/absence.ts';
import { countryName, nameCountries } from '../../text/country-name.ts';
import { toWords } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { networkName } from '../../text/network-name.ts';

/** Sorts rows: those that are compared, the lowest price first, then other prices, rows without one, and failed rows. */
function inOrder(rows: readonly CompareRow[]): CompareRow[] {
  const rank = ({ status, price_base: price, comparable }: CompareRow) =>
    status !== 'ok' ? 3 : price === null ? 2 : comparable ? 0 : 1;
  return rows.toSorted(
    (one, other) => rank(one) - rank(other) || (one.price_base ?? 0) - (other.price_base ?? 0),
  );
}

/** Returns the value that most rows have; null if none has one. */
function mostCommon(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

function taxText({ tax_included: isIncluded }: CompareRow): string {
  if (isIncluded === undefined) return 'tax not stated';
  return isIncluded ? 'with tax' : 'without tax';
}

/** The price as the page states it, or why there is none. */
function PriceCell({ row }: { row: CompareRow }) {
  const model = usePart('model').state;
  if (row.price === null) {
    const { label, text } = describeAbsence({ searchedBy: row.searched_by['/price'] ?? 'rules', model });
    return (
      <>
        <span class="muted">{label}</span>
        <small class="muted">{text}</small>
      </>
    );
  }
  const list = row.price_detail?.list_price ?? null;
  return (
    <>
      <strong>{row.currency === null ? row.price_detail?.text : formatMoney(row.price, row.currency)}</strong>
      <small class="muted">
        {row.currency === null ? 'currency not known' : taxText(row)}
        {list !== null && row.currency !== null && `, was ${formatMoney(Number(list), row.currency)}`}
      </small>
    </>
  );
}

/** What the rows are compared with. */
interface Scale {
  base: string;
  /** Lowest price of the rows that are compared; null without one. */
  lowest: number | null;
  /** Highest price of all rows. */
  highest: number;
  /** Availability of most rows. */
  usual: string | null;
}

function DistanceMark({ price, lowest }: { price: number; lowest: number }) {
  if (price === lowest) return <span class="lowest">lowest</span>;
  const percent = (100 * (price - lowest)) / lowest;
  return (
    <mark class="differs">
      {percent > 0 && '+'}
      {percent.toFixed(1)} %
    </mark>
  );
}

/** The converted price beside the lowest one. */
function BaseCell({ row, scale }: { row: CompareRow; scale: Scale }) {
  const { price_base: price, comparable } = row;
  const { base, lowest, highest } = scale;
  if (price === null) return <span class="muted">not known</span>;
  return (
    <>
      <span>
        {formatMoney(price, base)}{' '}
        {lowest !== null && lowest > 0 && <DistanceMark price={price} lowest={lowest} />}
      </span>
      <span class="price-track" aria-hidden="true">
        <span style={{ width: `${highest > 0 ? (100 * price) / highest : 0}%` }} />
      </span>
      {!comparable && <small class="muted">does not count for the lowest price</small>}
    </>
  );
}

const sameWords: Readonly<Record<CompareRow['same_product'], string | null>> = {
  same: null,
  different: 'another product',
  unknown: 'not known whether it is the same product',
};

function ProductCell({ row }: { row: CompareRow }) {
  const same = sameWords[row.same_product];
  return (
    <>
      <WebLink href={row.final_url ?? row.url}>{row.name ?? 'Page without a name'}</WebLink>
      {same !== null && (
        <small>
          <mark class="differs">{same}</mark>
        </small>
      )}
    </>
  );
}

function StockCell({ row, usual }: { row: CompareRow; usual: string | null }) {
  const { availability } = row;
  if (availability === null) return <span class="muted">not stated</span>;
  const text = toWords(availability);
  return availability === usual ? <span>{text}</span> : <mark class="differs">{text}</mark>;
}

function ExitCell({ row: { exit, country } }: { row: CompareRow }) {
  if (exit === null) return <span class="muted">none</span>;
  const isHere = exit.verified && exit.country === country;
  return (
    <>
      {isHere ? (
        <span class="exit-verified">
          <Icon icon={BadgeCheck} size={14} /> verified
        </span>
      ) : (
        <mark class="differs">not verified</mark>
      )}
      <small class="muted">{[exit.city, networkName(exit.network)].filter(Boolean).join(', ')}</small>
    </>
  );
}

/** Opens the page in a browser that leaves through the exit of the country. */
function OpenButton({ row }: { row: CompareRow }) {
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      navigate(await openInBrowser(row.url, row.country));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={AppWindow}
      label={`Open in the browser as seen from ${countryName(row.country)}`}
      isBusy={isBusy}
      onClick={() => void open()}
    >
      Open
    </Button>
  );
}

/** Warnings whose cells say the same. */
const saidByCells: ReadonlySet<string> = new Set(['no_price', 'country_not_verified']);

function CountryRow({ row, scale }: { row: CompareRow; scale: Scale }) {
  const notes = row.warnings.filter(({ code }) => !saidByCells.has(code));
  return (
    <tr>
      <th scope="row" title={row.country}>
        {countryName(row.country)}
      </th>
      {row.status === 'ok' ? (
        <>
          <td data-label="Price">
            <PriceCell row={row} />
          </td>
          <td data-label={`In ${scale.base}`}>
            <BaseCell row={row} scale={scale} />
          </td>
          <td data-label="Product">
            <ProductCell row={row} />
            {notes.map(({ code, message }) => (
              <small key={code} class="muted">
                {nameCountries(message, [row.country])}
              </small>
            ))}
          </td>
          <td data-label="Availability">
            <StockCell row={row} usual={scale.usual} />
          </td>
        </>
      ) : (
        <td colSpan={4} data-label="Not read">
          <StatusBadge status={row.status} />
          <small class="muted">
            {nameCountries(row.error?.message ?? 'The page was not read.', [row.country])}
          </small>
        </td>
      )}
      <td data-label="Exit">
        <ExitCell row={row} />
      </td>
      {hasScope('write') && (
        <td class="end">
          <OpenButton row={row} />
        </td>
      )}
    </tr>
  );
}

/** The values of each country side by side, the cheapest first; a value that differs from those of most rows is marked. */
export function CountryTable({ comparison }: { comparison: Comparison }) {
  const { rows, base_currency: base, cheapest } = comparison;
  const scale: Scale = {
    base,
    lowest: rows.find(({ country }) => country === cheapest)?.price_base ?? null,
    highest: Math.max(...rows.map(({ price_base: price }) => price ?? 0)),
    usual: mostCommon(rows.map(({ availability }) => availability)),
  };
  const head = ['Country', 'Price', `In ${base}`, 'Product', 'Availability', 'Exit'];
  return (
    <section class="panel" aria-label="Countries">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
      <div class="plain-table country-table" tabIndex={0}>
        <table aria-label="Countries">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {hasScope('write') && <td />}
            </tr>
          </thead>
          <tbody>
            {inOrder(rows).map((row) => (
              <CountryRow key={row.country} row={row} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
