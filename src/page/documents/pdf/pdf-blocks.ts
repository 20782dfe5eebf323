/** Part of the text of a PDF. Texts may have marks (`pdf-marks.ts`); lines that the layout keeps apart are separated by line feeds. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | Paragraph
  | { kind: 'item'; text: string; number: number | null; left: number }
  | { kind: 'table'; rows: string[][]; hasHeading: boolean }
  | { kind: 'code'; lines: string[] }
  | { kind: 'note'; label: string; text: string }
  | { kind: 'page'; number: number };

/** Paragraph of running text. */
export interface Paragraph {
  kind: 'paragraph';
  text: string;
  size: number;
  /** True if its last line fills the column, so that it may go on in the next column or page. */
  isOpen: boolean;
}

/** Returns a paragraph. */
export function paragraph(text: string, size: number, isOpen = false): Paragraph {
  return { kind: 'paragraph', text, size, isOpen };
}
