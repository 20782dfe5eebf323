import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties } from './core-properties.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from './office-package.ts';
import { toText } from './read-xml-entry.ts';
import { type SlideContext, shapesHtml } from './shapes-html.ts';
import { childOf, childrenOf, elementAt, type XmlElement } from './xml-tree.ts';
import type { ZipEntry } from './zip.ts';

const maxSlides = 2_000;
const slideName = /^ppt\/slides\/slide(\d{1,6})\.xml$/;

/** Returns the parts of the slides in the order of the presentation (ECMA-376 part 1, 19.2.1.34). */
function orderSlides(document: OfficePackage, entries: readonly ZipEntry[]): string[] {
  const main = relatedPart(document.relations(''), 'officeDocument') ?? 'ppt/presentation.xml';
  const relations = document.relations(main);
  const listed = childrenOf(childOf(document.tree(main), 'sldIdLst'), 'sldId');
  const parts = listed.flatMap(({ attributes }) => relations.get(attributes.id ?? '')?.target ?? []);
  if (parts.length > 0) return parts;
  const existing = entries.flatMap(({ name }) => (slideName.test(name) ? name : []));
  return existing.sort((one, other) => Number(slideName.exec(one)?.[1]) - Number(slideName.exec(other)?.[1]));
}

/** Reads the parts of slides; layouts and masters are shared by many. */
class SlideReader {
  readonly #document: OfficePackage;
  readonly #shared = new Map<string, XmlElement | undefined>();

  constructor(document: OfficePackage) {
    this.#document = document;
  }

  /** Returns the section of a slide; null if the slide is hidden, undefined if there is no such part. */
  read(name: string): string | null | undefined {
    const slide = this.#document.tree(name);
    if (slide === undefined) return undefined;
    if (/^(?:0|false)$/.test(slide.attributes.show ?? '')) return null;
    const relations = this.#document.relations(name);
    const layoutName = relatedPart(relations, 'slideLayout') ?? '';
    const masterName = relatedPart(this.#document.relations(layoutName), 'slideMaster');
    const context = {
      document: this.#document,
      relations,
      layout: this.#sharedTree(layoutName),
      master: this.#sharedTree(masterName),
    };
    const html = shapesHtml(elementAt(slide, 'cSld', 'spTree'), context);
    return `<section>${html}${this.#notes(context)}</section>`;
  }

  #sharedTree(name: string | undefined): XmlElement | undefined {
    if (name === undefined || name === '') return undefined;
    if (!this.#shared.has(name)) this.#shared.set(name, this.#document.tree(name));
    return this.#shared.get(name);
  }

  /** Returns the notes of the speaker as a quotation. */
  #notes({ document, relations }: SlideContext): string {
    const name = relatedPart(relations, 'notesSlide') ?? '';
    const shapes = childrenOf(elementAt(document.tree(name), 'cSld', 'spTree'), 'sp');
    const isBody = (shape: XmlElement) =>
      elementAt(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes.type === 'body';
    const own = { document, relations: document.relations(name), layout: undefined, master: noStyles };
    const html = shapesHtml(
      { name: 'spTree', attributes: {}, children: shapes.filter(isBody), text: '' },
      own,
    );
    return html === '' ? '' : `<blockquote>${html}</blockquote>`;
  }
}

/** Master that states nothing: paragraphs of notes have no bullets unless they state some. */
const noStyles: XmlElement = { name: 'notesMaster', attributes: {}, children: [], text: '' };

/** Converts a presentation (PPTX) to HTML: a section for each slide that is shown, in order. */
export async function pptxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const document = openOfficePackage(bytes, entries);
  const slides = orderSlides(document, entries);
  const reader = new SlideReader(document);
  const sections = slides.slice(0, maxSlides).map((name) => reader.read(name));
  const hidden = sections.flatMap((section, index) => (section === null ? [index + 1] : []));
  const metadata = readCoreProperties(toText(document.part('docProps/core.xml')));
  const warnings = [
    ...(hidden.length === 0
      ? []
      : [{ code: 'hidden_content', message: `Hidden slides are left out: ${hidden.join(', ')}.` }]),
    ...(slides.length > maxSlides
      ? [{ code: 'slides_left_out', message: `Only the first ${maxSlides} slides are returned.` }]
      : []),
  ];
  return { html: sections.filter((section) => section != null).join('\n'), metadata, warnings };
}
