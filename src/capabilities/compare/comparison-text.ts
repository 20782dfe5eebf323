import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { commonLines, commonWords, warningLines, webWarnings } from '../../operations/views/page-text.ts';
import type { CompareResponse } from './compare-response.ts';

function comparisonText(value: CompareResponse): AgentText {
  const { rows } = value;
  const { base_currency: base, cheapest, dearest, same_product: same, spread, rates } = value;
  const { date, stale } = rates;
  const apart = spread !== null ? `, ${spread.amount} ${base} (${spread.percent} %) apart` : '';
  const head = `cheapest ${cheapest ?? 'unknown'}, dearest ${dearest ?? 'unknown'}${apart}; same product: ${same}; rates of ${date}${stale ? ', stale' : ''}`;
  const lines = rows.map((row) => {
    const { country, status, price_base: price, same_product: alike, comparable, error, warnings } = row;
    const why = error === undefined ? '' : ` (${error.code})`;
    const amount = price === null ? 'no comparable price' : `${price} ${base}`;
    const details = status === 'ok' ? `${amount}, product ${alike}${comparable ? '' : ', not compared'}` : '';
    const facts = [`${country}: ${status}${why}${details === '' ? '' : `, ${details}`}`];
    // Those of the route are warnings of the comparison as well.
    const own = warnings.filter(({ code }) => !value.warnings.some((one) => one.code === code));
    return [...facts, ...warningLines(own)].join('\n');
  });
  const shown = rows.map(({ country, name, price_detail: detail, availability, warnings }) => {
    const shownPrice = detail?.text ?? '-';
    return [
      `${country}: ${name ?? '-'} | ${shownPrice} | ${availability ?? '-'}`,
      ...webWarnings(warnings),
    ].join('\n');
  });
  return {
    essence: [head, ...lines, ...commonLines(value)].join('\n'),
    untrusted: commonWords(value),
    body: shown,
  };
}

/** Shows a comparison: the cheapest and dearest country, and one line per country. */
export const comparisonView: AnswerView<CompareResponse> = { agentText: comparisonText };
