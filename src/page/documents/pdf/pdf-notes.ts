import type { Block } from './pdf-blocks.ts';
import { findRaised, markLink, maxUrls, type RaisedText } from './pdf-marks.ts';

/** Text of a document whose notes are linked with their references. */
export interface LinkedNotes {
  /** Blocks without the notes that have a reference. */
  blocks: Block[];
  /** Marked texts of these notes, in the order of their references. */
  notes: string[];
  urls: string[];
}

/** Start of the URL of a note within the document. */
export const noteUrl = '#fn';

/** A raised number or sign in a text, to which a note may belong. */
interface Reference extends RaisedText {
  block: number;
  /** Place of the text within its block. */
  text: number;
}

type Note = Extract<Block, { kind: 'note' }>;

/**
 * Links the raised numbers of texts with the notes at the ends of pages. Notes stand in the order of their references, which
 * begin anew on each page or count on; a note without a reference stays where it is.
 */
export function linkNotes(blocks: readonly Block[], urls: readonly string[]): LinkedNotes {
  const references = blocks.flatMap((block, at) => referencesIn(block, at));
  const matched = new Map<Note, Reference>();
  let next = 0;
  for (const block of blocks) {
    if (block.kind !== 'note' || urls.length + matched.size >= maxUrls) continue;
    const at = references.findIndex(({ label }, index) => index >= next && label === block.label);
    const reference = references[at];
    if (reference === undefined) continue;
    matched.set(block, reference);
    next = at + 1;
  }
  const notes = [...matched.keys()];
  const numbers = new Map([...matched.values()].map((reference, at) => [reference, at]));
  return {
    blocks: blocks.flatMap((block, at) => {
      if (block.kind === 'note' && matched.has(block)) return [];
      const own = [...numbers].filter(([reference]) => reference.block === at);
      return [own.length === 0 ? block : linkReferences(block, own, urls.length)];
    }),
    notes: notes.map(({ text }) => text),
    urls: [...urls, ...notes.map((_, at) => `${noteUrl}${at + 1}`)],
  };
}

/** Returns the texts of a block in which references can stand. */
function textsOf(block: Block): string[] {
  if (block.kind === 'table') return block.rows.flat();
  return block.kind === 'paragraph' || block.kind === 'item' || block.kind === 'heading' ? [block.text] : [];
}

function referencesIn(block: Block, at: number): Reference[] {
  return textsOf(block).flatMap((content, text) =>
    findRaised(content)
      .filter(({ before }) => isBeforeReference(before))
      .map((raised) => ({ ...raised, block: at, text })),
  );
}

/** Returns true for the end of a sentence, a part of it or a word; behind a number or a unit stands an exponent. */
function isBeforeReference(before: string): boolean {
  return /(?:\p{L}{3}|[.,;:!?)\]"'”’»])\s?$/u.test(before);
}

function linkReferences(
  block: Block,
  references: readonly (readonly [Reference, number])[],
  first: number,
): Block {
  const linkAll = (content: string, text: number): string =>
    references
      .filter(([reference]) => reference.text === text)
      .toSorted(([one], [other]) => other.start - one.start)
      .reduce((linked, [{ start, end }, number]) => {
        const link = markLink(linked.slice(start, end), first + number);
        return linked.slice(0, start) + link + linked.slice(end);
      }, content);
  if (block.kind === 'table') {
    let text = -1;
    const rows = block.rows.map((row) =>
      row.map((cell) => {
        text += 1;
        return linkAll(cell, text);
      }),
    );
    return { ...block, rows };
  }
  return 'text' in block ? { ...block, text: linkAll(block.text, 0) } : block;
}
