import type { PageView } from '../../../extract/page-view/page-view.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, isElement, tagOf } from '../../../page/tree/tree.ts';
import { isCode } from '../columns/column-form.ts';
import { getValueType } from '../columns/columns.ts';
import { maxLabelLength } from './element-names.ts';
import type { RowCollector } from './row-collector.ts';

const isLabelTag = tagSet('b strong label span em i dt th');
const maxRunLength = 300;
/** Signs between the values of a line. */
const edgeSign = /[\s,;|·•–—:-]/;

function withoutEdgeSigns(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && edgeSign.test(text[from] ?? '')) from++;
  while (to > from && edgeSign.test(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}

/** Returns the label that a whole element is: `Case title:`; null if it is none. */
function labelOf(page: PageView, node: number): string | null {
  if (isLabelTag[tagOf(page.tree, node)] !== 1) return null;
  const text = page.textOf(node);
  if (text.length > maxLabelLength || !/^\p{L}.*[:：]$/u.test(text)) return null;
  return text.slice(0, -1).trimEnd();
}

/** Returns the date or code that a text is, or the date with which it starts; null for other texts. */
function bareValueOf(text: string, language: string | null): string | null {
  const bare = withoutEdgeSigns(text.slice(0, maxRunLength));
  if (getValueType(bare, '') === 'date' || isCode(bare)) return bare;
  const quote = parseDate(bare, language, () => 'month')?.quote ?? '';
  const start = bare.slice(0, quote.length);
  return getValueType(start, '') === 'date' && start.toLowerCase() === quote.toLowerCase() ? start : null;
}

/**
 * Adds the values that stand in an element between its other elements: texts behind a label, up to the end of their line, and
 * dates and codes. Returns the number of labels.
 */
export function addTextRuns(page: PageView, element: number, place: string, collector: RowCollector): number {
  const { tree } = page;
  const end = endOf(tree, element);
  let label: string | null = null;
  let labels = 0;
  let value = '';
  let hasElements = false;
  const texts: string[] = [];
  const close = () => {
    const text = value.trim();
    const key = `:${label?.toLowerCase()}`;
    if (label !== null && text !== '' && text.length <= maxRunLength) {
      labels++;
      if (collector.row[key] !== text) collector.add(key, text, [label]);
    }
    label = null;
    value = '';
  };
  for (let node = element + 1; node < end; node = Math.max(node + 1, endOf(tree, node))) {
    if (!isElement(tree, node)) {
      const text = page.textOf(node);
      if (text !== '') texts.push(text);
      value += ` ${text}`;
      continue;
    }
    hasElements = true;
    const own = tree.tag[node] === tag.br ? null : labelOf(page, node);
    if (own === null && tree.tag[node] !== tag.br) {
      value += ` ${page.textOf(node)}`;
      continue;
    }
    close();
    label = own;
  }
  close();
  if (!hasElements) return labels;
  for (const text of texts) {
    const bare = bareValueOf(text, page.language);
    if (bare !== null) collector.add(`${place}>text`, bare, []);
  }
  return labels;
}
