import { escapeHtml } from '../../../domain/values/escape-html.ts';
import type { HtmlDocument } from '../html-document.ts';
import { tableHtml } from '../table-html.ts';
import { readCoreProperties } from './core-properties.ts';
import { parseXml } from './parse-xml.ts';
import { createEntryReader, toText } from './read-xml-entry.ts';
import type { ZipEntry } from './zip.ts';

const maxSlides = 2_000;
const slideName = /^ppt\/slides\/slide(\d{1,6})\.xml$/;

/** Returns the files of the slides in the order of the presentation (ECMA-376 part 1, 19.2.1.34). */
function orderSlides(entries: readonly ZipEntry[], presentation: string, relations: string): string[] {
  const targets = new Map<string, string>();
  for (const [tag] of relations.matchAll(/<Relationship\s[^<>]*>/g)) {
    const id = /\sId="([^"]*)"/.exec(tag)?.[1];
    const target = /\sTarget="([^"]*)"/.exec(tag)?.[1];
    if (id !== undefined && target !== undefined)
      targets.set(id, `ppt/${target.replace(/^\/?(?:ppt\/)?/, '')}`);
  }
  const listed = [...presentation.matchAll(/<p:sldId\s[^<>]*r:id="([^"]*)"/g)].flatMap(
    ([, id]) => targets.get(id as string) ?? [],
  );
  const existing = entries.flatMap(({ name }) => (slideName.test(name) ? name : []));
  const byNumber = existing.sort(
    (one, other) => Number(slideName.exec(one)?.[1]) - Number(slideName.exec(other)?.[1]),
  );
  return listed.length > 0 ? listed.filter((name) => existing.includes(name)) : byNumber;
}

/** A shape of a slide: its paragraphs, and whether it is the title. */
interface Shape {
  isTitle: boolean;
  paragraphs: string[];
}

function shapeToHtml({ isTitle, paragraphs }: Shape): string {
  const texts = paragraphs.map((text) => text.trim()).filter(Boolean);
  if (texts.length === 0) return '';
  if (isTitle) return `<h2>${escapeHtml(texts.join(' '))}</h2>`;
  if (texts.length === 1) return `<p>${escapeHtml(texts.join(''))}</p>`;
  return `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

/** Converts a slide to HTML: its title, texts and tables in the order of the file. */
function slideToHtml(xml: Uint8Array): string {
  const parts: string[] = [];
  let shape: Shape | null = null;
  let rows: string[][] | null = null;
  let text = '';
  let isText = false;
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'sp') shape = { isTitle: false, paragraphs: [] };
      else if (name === 'ph' && shape !== null)
        shape.isTitle = /^(?:title|ctrTitle)$/.test(attributes.type ?? '');
      else if (name === 'tbl') rows = [];
      else if (name === 'tr') rows?.push([]);
      else if (name === 't') isText = true;
      else if (name === 'br') text += ' ';
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'p' && rows === null) {
        shape?.paragraphs.push(text);
        text = '';
      } else if (name === 'p') text += ' ';
      else if (name === 'tc') {
        rows?.at(-1)?.push(text.trim());
        text = '';
      } else if (name === 'tbl' && rows !== null) {
        parts.push(tableHtml(rows));
        rows = null;
      } else if (name === 'sp' && shape !== null) {
        parts.push(shapeToHtml(shape));
        shape = null;
      }
    },
    text(value) {
      if (isText) text += value;
    },
  });
  return `<section>${parts.join('')}</section>`;
}

/** Converts a presentation (PPTX) to HTML: a section for each slide, in order. */
export async function pptxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const read = createEntryReader(bytes, entries);
  const presentation = toText(read('ppt/presentation.xml'));
  const relations = toText(read('ppt/_rels/presentation.xml.rels'));
  const slides = orderSlides(entries, presentation, relations).slice(0, maxSlides);
  const html = slides.flatMap((name) => {
    const slide = read(name);
    return slide === null ? [] : slideToHtml(slide);
  });
  const metadata = readCoreProperties(toText(read('docProps/core.xml')));
  return { html: html.join('\n'), metadata, warnings: [] };
}
