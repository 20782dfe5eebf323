import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, subtreeText } from '../../page/tree/tree.ts';
import { isInPager } from '../../site/links/page-links.ts';
import { offsetName, pageName } from '../paging/paging-parameters.ts';
import { namesOf, pageWord } from './control-names.ts';

const maxOptionLength = 40;

interface Option {
  value: string;
  /** Number of the page or of its first record; NaN if it has none. */
  number: number;
  isSelected: boolean;
}

function optionsOf(page: PageView, select: number): Option[] {
  const { tree } = page;
  const options: Option[] = [];
  for (let at = select + 1; at < endOf(tree, select); at++) {
    if (tree.tag[at] !== tag.option || page.attributeOf(at, 'disabled') !== null) continue;
    const label = subtreeText(tree, at, maxOptionLength);
    const value = page.attributeOf(at, 'value') ?? label.trim();
    const number = /^\d{1,6}$/.test(value) ? value : /(?<!\d)\d{1,6}(?!\d)/.exec(label)?.[0];
    options.push({
      value,
      number: Number(number ?? Number.NaN),
      isSelected: page.attributeOf(at, 'selected') !== null,
    });
  }
  return options;
}

/**
 * Returns the value of the option behind the selected one of a choice of pages: numbers with equal steps from 0 or 1, in
 * a pager or in a field that is named as a page or an offset. Null if it is another choice, or the last option is
 * selected.
 */
export function findNextOption(page: PageView, select: number): string | null {
  const name = page.attributeOf(select, 'name') ?? '';
  const isNamed = pageName.test(name) || pageWord.test(namesOf(page, select)) || isInPager(page.tree, select);
  if (!isNamed && !offsetName.test(name)) return null;
  const options = optionsOf(page, select);
  const [first, second] = options;
  if (first === undefined || second === undefined) return null;
  const step = second.number - first.number;
  const isSeries = options.every(({ number }, at) => number === first.number + at * step);
  if (!(first.number === 0 || first.number === 1) || !isSeries) return null;
  if (step !== 1 && !offsetName.test(name)) return null;
  const selected = options.findLastIndex(({ isSelected }) => isSelected);
  return options[Math.max(0, selected) + 1]?.value ?? null;
}
