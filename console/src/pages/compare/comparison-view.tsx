import type { CompareRow, Comparison } from '../../../../clients/typescript/src/index.ts';
import { BarList } from '../../components/bar-list.tsx';
import { Facts } from '../../components/facts.tsx';
import { PlainTable } from '../../components/plain-table.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { toWords } from '../../text/format.ts';

/** Response of the operation `compare`. */
export type Compared = Comparison;

function formatPrice(amount: number | null, currency: string | null): string | null {
  if (amount === null) return null;
  // Whole amounts stay short: 198,000 JPY, but 1,109.80 EUR.
  const digits = Number.isInteger(amount) ? 0 : 2;
  const text = amount.toLocaleString('en', { minimumFractionDigits: digits });
  return currency === null ? text : `${text} ${currency}`;
}

function priceCell(row: CompareRow) {
  if (row.error !== undefined) return <span class="muted">{row.error.message}</span>;
  const price = formatPrice(row.price, row.currency);
  return price === null ? <span class="muted">no price found</span> : price;
}

function exitCell({ exit }: CompareRow) {
  if (exit === null) return <span class="muted">–</span>;
  return `${toWords(exit.network)}${exit.verified ? ', verified' : ', not verified'}`;
}

function RowTable({ rows, base_currency: base }: Comparison) {
  return (
    <section class="panel" aria-label="Countries">
      <PlainTable
        label="Countries"
        head={['Country', 'Status', 'Name', 'Price', `In ${base}`, 'Availability', 'Exit']}
        rows={rows.map((row) => ({
          key: row.country,
          cells: [
            <strong key="country">{row.country}</strong>,
            <StatusBadge key="status" status={row.status} />,
            row.name ?? <span class="muted">–</span>,
            priceCell(row),
            formatPrice(row.price_base, base) ?? <span class="muted">–</span>,
            row.availability === null ? <span class="muted">–</span> : toWords(row.availability),
            exitCell(row),
          ],
        }))}
      />
    </section>
  );
}

function Prices({ rows, cheapest, dearest, base_currency: base }: Comparison) {
  const priced = rows.filter((row) => row.price_base !== null);
  if (priced.length === 0) return null;
  const bars = priced
    .map((row) => ({ name: row.country, size: row.price_base ?? 0 }))
    .sort((a, b) => a.size - b.size)
    .map((bar) => ({
      ...bar,
      value: formatPrice(bar.size, base),
      ...(bar.name === cheapest && { tone: 'good' as const }),
      ...(bar.name === dearest && bar.name !== cheapest && { tone: 'bad' as const }),
    }));
  return (
    <section class="panel" aria-label="Prices">
      <h2>Prices in {base}</h2>
      <BarList label={`Prices in ${base}`} bars={bars} />
    </section>
  );
}

/** Prices as bars, the rows as a table, and the receipt of the comparison. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { spread, rates, base_currency: base } = comparison;
  const facts = [
    ['Cheapest', comparison.cheapest ?? 'not comparable'],
    ['Most expensive', comparison.dearest ?? 'not comparable'],
    ['Difference', spread === null ? '–' : `${formatPrice(spread.amount, base)} (${spread.percent} %)`],
    ['Same product', toWords(comparison.same_product)],
    ['Exchange rates', `${rates.date}${rates.stale ? ', old' : ''}`],
  ] as const;
  return (
    <>
      <Warnings warnings={comparison.warnings} />
      <section class="panel" aria-label="Summary">
        <Facts isLarge facts={facts} />
      </section>
      <Prices {...comparison} />
      <RowTable {...comparison} />
      <section class="panel" aria-label="Receipt of the comparison">
        <ReceiptPath receipt={comparison.receipt} result={comparison} />
      </section>
    </>
  );
}
