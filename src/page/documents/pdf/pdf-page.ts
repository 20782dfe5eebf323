import type { getDocumentProxy } from 'unpdf';

import { composeAccents } from './pdf-accents.ts';
import { type AnnotationReader, markLinks } from './pdf-annotations.ts';
import type { Block } from './pdf-blocks.ts';
import type { FontWidths } from './pdf-fonts.ts';
import { joinItems, type Segment, type TextItem } from './pdf-lines.ts';
import { removeMarks } from './pdf-marks.ts';
import { multiplyMatrices, toMatrix } from './pdf-matrix.ts';
import { structureBlocks } from './pdf-structure.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Maximum number of text items of a page. */
const maxItemsPerPage = 50_000;

/** What is read of one page. */
export interface PageText {
  number: number;
  /** Height in points. */
  height: number;
  segments: Segment[];
  /** Text by the structure of a tagged document; null if it has none, or this does not cover the text. */
  structured: Block[] | null;
}

/** Options of {@link readPage}. */
export interface PageReading {
  isTagged: boolean;
  annotations: readonly Readonly<Record<string, unknown>>[];
  reader: AnnotationReader;
  widths: FontWidths;
}

/** Reads the text of a page with its links and values; rotated text is used only if there is no other. */
export async function readPage(
  pdf: Pdf,
  number: number,
  { isTagged, annotations, reader, widths }: PageReading,
): Promise<PageText> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items, styles } = await page.getTextContent({ includeMarkedContent: isTagged });
  const structure = isTagged ? await page.getStructTree() : null;
  page.cleanup();
  const upright: TextItem[] = [];
  const rotated: TextItem[] = [];
  const contents: (string | null)[] = [];
  for (const item of items.slice(0, maxItemsPerPage)) {
    if (!('str' in item)) {
      trackContent(contents, item);
      continue;
    }
    const content = contents.findLast((id) => id !== null) ?? undefined;
    if (item.str.trim() === '' || contents.includes(artifact)) continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = multiplyMatrices(
      toMatrix(viewport.transform),
      toMatrix(item.transform),
    );
    const size = Math.hypot(c, d) || item.height;
    const textItem: TextItem = {
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
  const declared = Object.entries(styles).filter(([, { fontFamily }]) => fontFamily === 'monospace');
  widths.add(
    text,
    declared.map(([name]) => name),
  );
  const linked = [...(links.length === 0 ? text : markLinks(text, links)), ...values];
  return {
    number,
    height: viewport.height,
    segments: joinItems(linked),
    structured: structure === null ? null : structureBlocks(structure, linked),
  };
}

const artifact = 'Artifact';

/** Keeps the open marked contents: their ids, `Artifact` for text that is no content, such as page numbers, else null. */
function trackContent(contents: (string | null)[], item: { type: string; id?: string; tag?: string }): void {
  if (item.type === 'endMarkedContent') contents.pop();
  else if (item.type === 'beginMarkedContentProps' || item.type === 'beginMarkedContent')
    contents.push(item.tag === artifact ? artifact : (item.id ?? null));
}
