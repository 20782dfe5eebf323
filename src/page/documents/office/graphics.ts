import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { tableHtml } from '../table-html.ts';
import { formatNumber, resolveCellFormat } from './cell-format.ts';
import type { OfficePackage, Relation } from './office-package.ts';
import {
  childOf,
  childrenOf,
  descendantsOf,
  elementAt,
  isOn,
  settingOf,
  textIn,
  type XmlElement,
} from './xml-tree.ts';

/** Maximum numbers of points of a series and of series in a chart. */
const maxPoints = 2_000;
const maxSeries = 100;
/** Maximum length in UTF-16 code units of a category, which may stand beside many points. */
const maxCategoryLength = 500;
/** Maximum number of levels of categories. */
const maxLevels = 4;

/** Text that a program wrote for want of another: the name of the image file. */
const fileName = /^[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)$/i;

/** Returns the text that stands for an image (`docPr` or `cNvPr`), as an inline element; empty for decoration. */
export function imageTextHtml(properties: XmlElement | undefined): string {
  const { descr = '', title = '', hidden } = properties?.attributes ?? {};
  const text = (descr.trim() || title.trim()).replaceAll(/\s+/g, ' ');
  const isDecorative = descendantsOf(properties, 'decorative').some(({ attributes }) => isOn(attributes.val));
  return text === '' || fileName.test(text) || isOn(hidden) || isDecorative
    ? ''
    : `<em>${escapeHtml(text)}</em>`;
}

/** Returns the charts and diagrams in an element, as tables and lists. */
export function graphicsHtml(
  element: XmlElement,
  document: OfficePackage,
  relations: ReadonlyMap<string, Relation>,
): string {
  const tree = (id: string | undefined) => document.tree(relations.get(id ?? '')?.target);
  const charts = descendantsOf(element, 'chart').map(({ attributes }) => chartHtml(tree(attributes.id)));
  const diagrams = descendantsOf(element, 'relIds').map(({ attributes }) => diagramHtml(tree(attributes.dm)));
  return [...charts, ...diagrams].join('');
}

/** Values of a series by the index of their point. */
type Points = Map<number, string>;

interface Series {
  name: string;
  categories: Points;
  values: Points;
}

function pointsOf(data: XmlElement | undefined, uses1904: boolean): Points {
  const levels = descendantsOf(data, 'lvl').slice(0, maxLevels);
  const [inner, ...outer] = levels.map((level) => [...pointsIn(level, uses1904)]);
  if (inner === undefined) return pointsIn(data, uses1904);
  // A category of an outer level holds for the points up to the next one.
  const labels = inner.map(([index, text]): [number, string] => {
    const above = outer.map((points) => points.findLast(([start]) => start <= index)?.[1] ?? '');
    const texts = [...above.reverse(), text].filter(Boolean).map((one) => one.slice(0, maxCategoryLength));
    return [index, texts.join(' ')];
  });
  return new Map(labels);
}

function pointsIn(data: XmlElement | undefined, uses1904: boolean): Points {
  const code = descendantsOf(data, 'formatCode')[0]?.text;
  const format = resolveCellFormat(0, code);
  const isNumber = descendantsOf(data, 'numCache').length + descendantsOf(data, 'numLit').length > 0;
  const points = descendantsOf(data, 'pt').slice(0, maxPoints);
  return new Map(
    points.map((point): [number, string] => {
      const text = childOf(point, 'v')?.text ?? '';
      return [Number(point.attributes.idx), isNumber ? formatNumber(text, format, uses1904) : text];
    }),
  );
}

/** Returns the series of a chart as a table: a row per category, a column per series (ECMA-376 part 1, 21.2). */
function chartHtml(root: XmlElement | undefined): string {
  const chart = childOf(root, 'chart');
  if (chart === undefined) return '';
  const uses1904 = isOn(settingOf(root, 'date1904'));
  const series = descendantsOf(childOf(chart, 'plotArea'), 'ser')
    .slice(0, maxSeries)
    .map((one): Series => {
      const name = [...pointsOf(childOf(one, 'tx'), uses1904).values()].join(' ');
      return {
        name: name || elementAt(one, 'tx', 'v')?.text || '',
        categories: pointsOf(childOf(one, 'cat') ?? childOf(one, 'xVal'), uses1904),
        values: pointsOf(childOf(one, 'val') ?? childOf(one, 'yVal'), uses1904),
      };
    });
  const title = textIn(childOf(chart, 'title'), 't');
  const caption = title.trim() === '' ? '' : `<p>${escapeHtml(title)}</p>`;
  const tables = sharedCategories(series).map((group) => seriesTable(group));
  return `${caption}${tables.join('')}`;
}

/** Groups consecutive series of the same categories. */
function sharedCategories(series: readonly Series[]): Series[][] {
  const groups: Series[][] = [];
  const keyOf = ({ categories }: Series) => JSON.stringify([...categories]);
  for (const one of series) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (first !== undefined && (one.categories.size === 0 || keyOf(first) === keyOf(one))) group?.push(one);
    else groups.push([one]);
  }
  return groups;
}

function seriesTable(group: readonly Series[]): string {
  const categories = group[0]?.categories ?? new Map<number, string>();
  const indexes = new Set(
    [categories, ...group.map(({ values }) => values)].flatMap((points) => [...points.keys()]),
  );
  if (indexes.size === 0) return '';
  const rows = [...indexes]
    .sort((one, other) => one - other)
    .map((index) => [categories.get(index) ?? '', ...group.map(({ values }) => values.get(index) ?? '')]);
  return tableHtml([['', ...group.map(({ name }) => name)], ...rows]);
}

/** Returns the texts of a diagram as a list in the order of its data model (ECMA-376 part 1, 21.4). */
function diagramHtml(root: XmlElement | undefined): string {
  const texts = childrenOf(childOf(root, 'ptLst'), 'pt')
    .map((point) => textIn(childOf(point, 't'), 't'))
    .filter((text) => text.trim() !== '');
  return texts.length === 0 ? '' : `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}
