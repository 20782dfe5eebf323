import './compare.css';
import type { Comparison } from '../../../../clients/typescript/src/index.ts';
import { type Fact, Facts } from '../../components/facts.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { countryName, nameCountries } from '../../text/country-name.ts';
import { toWords } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { CountryTable } from './country-table.tsx';

/** Response of the operation `compare`. */
export type Compared = Comparison;

/** A country of the summary with its price. */
function countryFact(label: string, code: string | null, { rows, base_currency: base }: Comparison): Fact {
  const price = rows.find(({ country }) => country === code)?.price_base ?? null;
  if (code === null || price === null) return [label, 'not known'];
  return [
    label,
    <>
      {countryName(code)} <small class="muted">{formatMoney(price, base)}</small>
    </>,
  ];
}

/** The countries side by side, what they differ in, and the receipt of the comparison. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { spread, rates, base_currency: base, same_product: same } = comparison;
  const facts: Fact[] = [
    countryFact('Cheapest', comparison.cheapest, comparison),
    countryFact('Most expensive', comparison.dearest, comparison),
    [
      'Difference',
      spread === null ? (
        'not known'
      ) : (
        <>
          {formatMoney(spread.amount, base)} <small class="muted">{spread.percent} %</small>
        </>
      ),
    ],
    ['Product', same === 'unknown' ? 'not known' : `${toWords(same)} in all`],
    ['Exchange rates of', rates.date],
  ];
  if (same === 'different') facts[3] = ['Product', 'Not the same in all'];
  const codes = comparison.rows.map(({ country }) => country);
  const warnings = comparison.warnings.map((warning) => ({
    ...warning,
    message: nameCountries(warning.message, codes),
  }));
  return (
    <>
      <Warnings warnings={warnings} />
      <section class="panel" aria-label="Summary">
        <Facts isLarge facts={facts} />
      </section>
      <CountryTable comparison={comparison} />
      <section class="panel" aria-label="Receipt of the comparison">
        <ReceiptPath receipt={comparison.receipt} result={comparison} />
      </section>
    </>
  );
}
