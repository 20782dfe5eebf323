import type { HtmlDocument } from '../html-document.ts';
import { readCoreProperties } from './core-properties.ts';
import { DocxBlocks, type DocxContext } from './docx-blocks.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { DocxStyles } from './docx-styles.ts';
import { type OfficePackage, openOfficePackage, relatedPart } from './office-package.ts';
import { toText } from './read-xml-entry.ts';
import { childOf, childrenOf, type XmlElement } from './xml-tree.ts';
import type { ZipEntry } from './zip.ts';

/** Converts a Word document (ECMA-376 part 1, 17) to HTML, as it reads with all tracked changes accepted. */
export async function docxToHtml(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<HtmlDocument> {
  const document = openOfficePackage(bytes, entries);
  return { html: readBody(document), metadata: readProperties(document), warnings: [] };
}

function readProperties(document: OfficePackage): Record<string, string> {
  return readCoreProperties(toText(document.part('docProps/core.xml')));
}

function readBody(document: OfficePackage): string {
  const main = relatedPart(document.relations(''), 'officeDocument') ?? 'word/document.xml';
  const body = childOf(document.tree(main), 'body');
  if (body === undefined) throw new Error('The file contains no document.');
  const relations = document.relations(main);
  const tree = (type: string) => document.tree(relatedPart(relations, type));
  const styles = new DocxStyles(tree('styles'));
  const notes = new DocxNotes(document, (kind) => relatedPart(relations, `${kind}s`));
  const context: DocxContext = {
    document,
    relations,
    styles,
    numbering: new DocxNumbering(tree('numbering'), styles),
    note: (kind, id) => notes.reference(kind, id),
  };
  return new DocxBlocks(context).read(body) + notes.html(context);
}

interface Note {
  kind: 'footnote' | 'endnote';
  id: string;
}

/** Footnotes and endnotes in the order of their references. */
class DocxNotes {
  readonly #document: OfficePackage;
  readonly #partOf: (kind: Note['kind']) => string | undefined;
  /** Notes by their kind and id, with their numbers. */
  readonly #referenced = new Map<string, Note & { number: number }>();

  constructor(document: OfficePackage, partOf: (kind: Note['kind']) => string | undefined) {
    this.#document = document;
    this.#partOf = partOf;
  }

  /** Returns the HTML of a reference to a note. */
  reference(kind: Note['kind'], id: string): string {
    const key = `${kind} ${id}`;
    const number = this.#referenced.get(key)?.number ?? this.#referenced.size + 1;
    this.#referenced.set(key, { kind, id, number });
    return `<sup><a href="#${kind}-${id.replace(/\D/g, '')}">[${number}]</a></sup>`;
  }

  /** Returns the HTML of the notes to which the text refers. */
  html(context: DocxContext): string {
    const notes = new Map<string, ReadonlyMap<string, XmlElement>>();
    const items: string[] = [];
    // Notes may refer to notes, which are added to the map.
    for (const { kind, id } of this.#referenced.values()) {
      const name = this.#partOf(kind);
      const byId =
        notes.get(kind) ??
        new Map(childrenOf(this.#document.tree(name), kind).map((one) => [one.attributes.id ?? '', one]));
      notes.set(kind, byId);
      const note = byId.get(id);
      const relations = this.#document.relations(name ?? '');
      const html = note === undefined ? '' : new DocxBlocks({ ...context, relations }).read(note);
      items.push(`<li id="${kind}-${id.replace(/\D/g, '')}">${html}</li>`);
    }
    return items.length === 0 ? '' : `<section class="footnotes"><ol>${items.join('')}</ol></section>`;
  }
}
