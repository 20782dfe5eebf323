import {
  type AnswerText,
  commonLines,
  commonWords,
  cut,
  type Fields,
  isFields,
  mostCharacters,
} from './page-text.ts';

/** A comparison: who is cheapest, and a line a country. */
export function comparisonText(value: Fields): AnswerText {
  const rows = value.rows as Fields[];
  const { base_currency: base, cheapest, dearest, same_product: same, spread, rates } = value;
  const { date, stale } = rates as Fields;
  const apart = isFields(spread) ? `, ${spread.amount} ${base} (${spread.percent} %) apart` : '';
  const head = `cheapest ${cheapest ?? 'not told'}, dearest ${dearest ?? 'not told'}${apart}; same product: ${same}; rates of ${date}${stale ? ', stale' : ''}`;
  const lines = rows.map(({ country, status, price_base: price, same_product: alike, comparable, error }) => {
    const why = isFields(error) ? ` (${error.code})` : '';
    const asked = price === null ? 'no price to compare' : `${price} ${base}`;
    const told = status === 'ok' ? `${asked}, product ${alike}${comparable ? '' : ', not compared'}` : '';
    return `${country}: ${status}${why}${told === '' ? '' : `, ${told}`}`;
  });
  const shown = rows.map(({ country, name, price_detail: detail, availability, warnings }) => {
    const asked = isFields(detail) ? detail.text : '-';
    const words = (warnings as Fields[]).map(({ message }) => message).join(' ');
    return `${country}: ${name ?? '-'} | ${asked} | ${availability ?? '-'} ${words}`.trim();
  });
  return {
    essence: [head, ...lines, ...commonLines(value)].join('\n'),
    untrusted: cut([...commonWords(value), ...shown].join('\n'), mostCharacters),
  };
}
