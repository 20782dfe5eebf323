import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import type { CompareResponse } from './compare-response.ts';

function comparisonText(value: CompareResponse): AgentText {
  const { rows } = value;
  const { base_currency: base, cheapest, dearest, same_product: same, spread, rates } = value;
  const { date, stale } = rates;
  const apart = spread !== null ? `, ${spread.amount} ${base} (${spread.percent} %) apart` : '';
  const head = `cheapest ${cheapest ?? 'unknown'}, dearest ${dearest ?? 'unknown'}${apart}; same product: ${same}; rates of ${date}${stale ? ', stale' : ''}`;
  const lines = rows.map(({ country, status, price_base: price, same_product: alike, comparable, error }) => {
    const why = error === undefined ? '' : ` (${error.code})`;
    const amount = price === null ? 'no comparable price' : `${price} ${base}`;
    const details = status === 'ok' ? `${amount}, product ${alike}${comparable ? '' : ', not compared'}` : '';
    return `${country}: ${status}${why}${details === '' ? '' : `, ${details}`}`;
  });
  const shown = rows.map(({ country, name, price_detail: detail, availability, warnings }) => {
    const shownPrice = detail?.text ?? '-';
    const words = warnings.map(({ message }) => message).join(' ');
    return `${country}: ${name ?? '-'} | ${shownPrice} | ${availability ?? '-'} ${words}`.trim();
  });
  return {
    essence: [head, ...lines, ...commonLines(value)].join('\n'),
    untrusted: commonWords(value),
    body: shown,
  };
}

/** Shows a comparison: the cheapest and dearest country, and one line per country. */
export const comparisonView: AnswerView<CompareResponse> = { agentText: comparisonText };
