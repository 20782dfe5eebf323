import { graphicsHtml, imageTextHtml } from './graphics.ts';
import type { OfficePackage, Relation } from './office-package.ts';
import { type BulletStyles, linkOf, paragraphsHtml, textBodyHtml } from './pptx-text.ts';
import { type SpanCell, spanTableHtml } from './span-table.ts';
import {
  alternative,
  childOf,
  childrenOf,
  descendantsOf,
  elementAt,
  isOn,
  type XmlElement,
} from './xml-tree.ts';

/** Slide with the parts that state the styles of its placeholders. */
export interface SlideContext {
  document: OfficePackage;
  relations: ReadonlyMap<string, Relation>;
  layout: XmlElement | undefined;
  master: XmlElement | undefined;
}

/** Area of a shape, in English Metric Units. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Shape {
  html: string;
  isTitle: boolean;
  box: Box | null;
}

const shapeNames: ReadonlySet<string> = new Set([
  'sp',
  'pic',
  'graphicFrame',
  'grpSp',
  'AlternateContent',
  'contentPart',
]);
/** Placeholders that repeat on each slide: its number, date, footer and header, and the picture of a slide in notes. */
const repeated = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;
const titleType = /^(?:title|ctrTitle)$/;

/** Maximum number of shapes that are put in order; more stand in the order of the file. */
const maxOrdered = 300;

/** Converts the shapes of a slide or group to HTML: the title first, the others in reading order. */
export function shapesHtml(tree: XmlElement | undefined, context: SlideContext): string {
  const shapes = (tree?.children ?? [])
    .filter(({ name }) => shapeNames.has(name))
    .flatMap((element) => readShape(element, context));
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const others = shapes.filter(({ isTitle, html }) => !isTitle && html !== '');
  return [...titles, ...(others.length > maxOrdered ? others : inReadingOrder(others))]
    .map(({ html }) => html)
    .join('');
}

function readShape(element: XmlElement, context: SlideContext): Shape[] {
  if (element.name === 'AlternateContent')
    return alternative(element).children.flatMap((child) =>
      shapeNames.has(child.name) ? readShape(child, context) : [],
    );
  const own = element.children.find(({ name }) => /^nv\w+Pr$/.test(name));
  const properties = childOf(own, 'cNvPr');
  if (isOn(properties?.attributes.hidden)) return [];
  const placeholder = childOf(childOf(own, 'nvPr'), 'ph');
  const type = placeholder?.attributes.type ?? '';
  if (repeated.test(type)) return [];
  const isTitle = titleType.test(type);
  const href = linkOf(properties, context.relations);
  const html = isTitle
    ? titleHtml(element, context)
    : shapeHtml({ element, properties, placeholder, href }, context);
  return [{ html, isTitle, box: boxOf(element) }];
}

function titleHtml(element: XmlElement, { relations }: SlideContext): string {
  const text = paragraphsHtml(childOf(element, 'txBody'), relations)
    .filter(Boolean)
    .join(' ')
    .replaceAll('<br>', ' ');
  return text === '' ? '' : `<h2>${text}</h2>`;
}

interface ReadShape {
  element: XmlElement;
  properties: XmlElement | undefined;
  placeholder: XmlElement | undefined;
  href: string | undefined;
}

function shapeHtml({ element, properties, placeholder, href }: ReadShape, context: SlideContext): string {
  const { document, relations } = context;
  switch (element.name) {
    case 'grpSp':
      return `${imageBlock(properties)}${shapesHtml(element, context)}`;
    case 'graphicFrame': {
      const tables = descendantsOf(element, 'tbl').map((table) => tableToHtml(table, relations));
      const graphics = tables.join('') + graphicsHtml(element, document, relations);
      return graphics === '' ? imageBlock(properties) : graphics;
    }
    case 'sp': {
      const body = childOf(element, 'txBody');
      const styles = bulletStyles(element, placeholder, context);
      const html = textBodyHtml(body, { styles, relations, href });
      return html === '' ? imageBlock(properties, href) : html;
    }
    default:
      return imageBlock(properties, href);
  }
}

function imageBlock(properties: XmlElement | undefined, href?: string): string {
  const text = imageTextHtml(properties);
  if (text === '') return '';
  return `<p>${href === undefined ? text : `<a href="${href.replaceAll('"', '%22')}">${text}</a>`}</p>`;
}

/** Returns where the bullets of a shape are stated: the shape, its placeholders in layout and master, and the master. */
function bulletStyles(
  element: XmlElement,
  placeholder: XmlElement | undefined,
  { layout, master }: SlideContext,
): BulletStyles {
  const inLayout = findPlaceholder(layout, placeholder);
  const type = placeholder?.attributes.type ?? inLayout?.type;
  const inMaster =
    placeholder === undefined ? undefined : findPlaceholder(master, { attributes: { type: type ?? 'body' } });
  const textStyle = placeholder === undefined ? 'otherStyle' : type === 'title' ? 'titleStyle' : 'bodyStyle';
  const lists = [element, inLayout?.shape, inMaster?.shape].map((shape) =>
    elementAt(shape, 'txBody', 'lstStyle'),
  );
  const sources = [...lists, elementAt(master, 'txStyles', textStyle)];
  // Without a master, a placeholder for text has the bullets that it has in every standard one.
  const isList = master === undefined && placeholder !== undefined && /^(?:body|obj)?$/.test(type ?? '');
  return (level) => [
    ...sources.map((source) => childOf(source, `lvl${level + 1}pPr`)),
    ...(isList ? [defaultBullet] : []),
  ];
}

const bullet: XmlElement = { name: 'buChar', attributes: {}, children: [], text: '' };
const defaultBullet: XmlElement = { name: 'pPr', attributes: {}, children: [bullet], text: '' };

/** Returns the placeholder of a layout or master that a placeholder inherits from: by index, else by type. */
function findPlaceholder(
  root: XmlElement | undefined,
  wanted: Pick<XmlElement, 'attributes'> | undefined,
): Placeholder | undefined {
  if (wanted === undefined) return undefined;
  const { idx, type } = wanted.attributes;
  const placeholders = root === undefined ? undefined : placeholdersOf(root);
  const byIndex = idx === undefined ? undefined : placeholders?.get(`#${idx}`);
  return byIndex ?? placeholders?.get(type ?? 'body');
}

interface Placeholder {
  shape: XmlElement;
  type: string | undefined;
}

const placeholderMaps = new WeakMap<XmlElement, Map<string, Placeholder>>();

/** Returns the placeholders of a layout or master by type, and by `#` and index; the first of each. */
function placeholdersOf(root: XmlElement): Map<string, Placeholder> {
  const known = placeholderMaps.get(root);
  if (known !== undefined) return known;
  const placeholders = new Map<string, Placeholder>();
  for (const shape of childrenOf(elementAt(root, 'cSld', 'spTree'), 'sp')) {
    const attributes = elementAt(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes;
    if (attributes === undefined) continue;
    const { type, idx } = attributes;
    for (const key of [type ?? 'body', ...(idx === undefined ? [] : [`#${idx}`])])
      if (!placeholders.has(key)) placeholders.set(key, { shape, type });
  }
  placeholderMaps.set(root, placeholders);
  return placeholders;
}

function tableToHtml(table: XmlElement, relations: ReadonlyMap<string, Relation>): string {
  const rows = childrenOf(table, 'tr').map((row, index) => ({
    isHeading: index === 0,
    cells: childrenOf(row, 'tc').flatMap((cell): SpanCell[] => {
      const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes;
      if (isOn(hMerge) || isOn(vMerge)) return [];
      const html = paragraphsHtml(childOf(cell, 'txBody'), relations).filter(Boolean).join('<br>');
      return [{ html, columns: Number(gridSpan ?? 1) || 1, rows: Number(rowSpan ?? 1) || 1 }];
    }),
  }));
  return spanTableHtml(rows);
}

function boxOf(element: XmlElement): Box | null {
  const frame =
    childOf(element, 'xfrm') ?? elementAt(element, 'spPr', 'xfrm') ?? elementAt(element, 'grpSpPr', 'xfrm');
  const [offset, extent] = [childOf(frame, 'off')?.attributes, childOf(frame, 'ext')?.attributes];
  const [left, top] = [Number(offset?.x), Number(offset?.y)];
  const box = { left, top, right: left + Number(extent?.cx), bottom: top + Number(extent?.cy) };
  return Object.values(box).every(Number.isFinite) ? box : null;
}

/** Returns the length that two ranges have in common, as a share of the shorter one. */
function overlap([start, end]: [number, number], [otherStart, otherEnd]: [number, number]): number {
  const shared = Math.min(end, otherEnd) - Math.max(start, otherStart);
  return shared / Math.max(1, Math.min(end - start, otherEnd - otherStart));
}

/** Returns true if one shape is read before another: it is above it in the same column, or left of it in the same row. */
function isBefore(one: Box | null, other: Box | null): boolean {
  if (one === null || other === null) return false;
  const across = overlap([one.left, one.right], [other.left, other.right]);
  const down = overlap([one.top, one.bottom], [other.top, other.bottom]);
  const isAbove = across > 0.3 && down < 0.2 && one.top < other.top;
  const isLeft = down > 0.5 && across < 0.1 && one.left < other.left;
  return isAbove || isLeft;
}

/** Orders shapes so that each stands after those that are read before it, else in the order of the file. */
function inReadingOrder(shapes: readonly Shape[]): Shape[] {
  const waiting = [...shapes];
  const ordered: Shape[] = [];
  while (waiting.length > 0) {
    const first = waiting.findIndex((shape) => !waiting.some((other) => isBefore(other.box, shape.box)));
    ordered.push(...waiting.splice(Math.max(0, first), 1));
  }
  return ordered;
}
