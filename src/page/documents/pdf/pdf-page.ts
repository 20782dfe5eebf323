import type { getDocumentProxy } from 'unpdf';

import { composeAccents } from './pdf-accents.ts';
import { type AnnotationReader, markLinks } from './pdf-annotations.ts';
import type { TextItem } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;
type Structure = Awaited<ReturnType<Page['getStructTree']>>;

/** Maximum number of text items of a page. */
const maxItemsPerPage = 50_000;

/** Text item, with the id of its marked content (ISO 32000, 14.6) in a tagged document. */
export interface PageItem extends TextItem {
  content?: string;
}

/** What is read of one page. */
export interface PageText {
  number: number;
  /** Height in points. */
  height: number;
  items: PageItem[];
  /** Fonts that the document declares to have characters of one width. */
  codeFonts: string[];
  /** Logical structure (ISO 32000, 14.7) of a tagged document. */
  structure: Structure | null;
}

/** Options of {@link readPage}. */
export interface PageReading {
  isTagged: boolean;
  annotations: readonly Readonly<Record<string, unknown>>[];
  reader: AnnotationReader;
}

/** Reads the text of a page with its links and values; rotated text is used only if there is no other. */
export async function readPage(
  pdf: Pdf,
  number: number,
  { isTagged, annotations, reader }: PageReading,
): Promise<PageText> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items, styles } = await page.getTextContent({ includeMarkedContent: isTagged });
  const structure = isTagged ? await page.getStructTree() : null;
  page.cleanup();
  const upright: PageItem[] = [];
  const rotated: PageItem[] = [];
  const contents: (string | null)[] = [];
  for (const item of items.slice(0, maxItemsPerPage)) {
    if (!('str' in item)) {
      trackContent(contents, item);
      continue;
    }
    const content = contents.findLast((id) => id !== null) ?? undefined;
    if (item.str.trim() === '' || contents.includes(artifact)) continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiplyMatrices(viewport.transform, item.transform);
    const size = Math.hypot(c, d) || item.height;
    const textItem: PageItem = {
      text: removeMarks(item.str),
      left: x,
      right: x + item.width,
      baseline: y,
      size,
      font: item.fontName,
      ...(content !== undefined && { content }),
    };
    (Math.abs(b) > Math.abs(a) * 0.1 ? rotated : upright).push(textItem);
  }
  const { links, values } = reader.readPage(annotations, (left, top) => {
    const [x = 0, y = 0] = viewport.convertToViewportPoint(left, top);
    return [x, y];
  });
  const text = composeAccents(upright.length > 0 ? upright : rotated);
  return {
    number,
    height: viewport.height,
    items: [...markLinks(text, links), ...values],
    codeFonts: Object.entries(styles).flatMap(([name, { fontFamily }]) =>
      fontFamily === 'monospace' ? [name] : [],
    ),
    structure,
  };
}

const artifact = 'Artifact';

/** Keeps the open marked contents: their ids, `Artifact` for text that is no content, such as page numbers, else null. */
function trackContent(contents: (string | null)[], item: { type: string; id?: string; tag?: string }): void {
  if (item.type === 'endMarkedContent') contents.pop();
  else if (item.type === 'beginMarkedContentProps' || item.type === 'beginMarkedContent')
    contents.push(item.tag === artifact ? artifact : (item.id ?? null));
}

/** Multiplies two transformation matrices (ISO 32000, 8.3.3). */
function multiplyMatrices(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
