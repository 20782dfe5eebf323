import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { tableHtml } from '../table-html.ts';

/** Format of a run of text. */
export interface RunFormat {
  isBold: boolean;
  isItalic: boolean;
}

/** Format of a paragraph. */
export interface ParagraphFormat {
  isItem: boolean;
  isInTable: boolean;
  /** 1 to 6 for a heading, otherwise 0. */
  headingLevel: number;
}

/** Collects the text of a document as HTML. */
export interface RtfBody {
  addText(text: string, format: RunFormat): void;
  /** Adds a line break within a paragraph. */
  breakLine(): void;
  openLink(url: string): void;
  closeLink(): void;
  endParagraph(format: ParagraphFormat): void;
  endCell(): void;
  endRow(): void;
  /** Returns the HTML of the whole document. */
  toHtml(format: ParagraphFormat): string;
}

const maxColumns = 100;

/** Creates an empty document. */
export function createRtfBody(): RtfBody {
  const html: string[] = [];
  let items: string[] = [];
  let rows: string[][] = [];
  let cells: string[] = [];
  /** HTML and plain text of the open paragraph. */
  let runs: string[] = [];
  let plain = '';
  let isLinked = false;

  function endList(): void {
    if (items.length > 0) html.push(`<ul>${items.join('')}</ul>`);
    items = [];
  }

  function endTable(): void {
    if (cells.length > 0) endRow();
    if (rows.length > 0) html.push(tableHtml(rows));
    rows = [];
  }

  function closeLink(): void {
    if (isLinked) runs.push('</a>');
    isLinked = false;
  }

  function takeParagraph(): { content: string; text: string } {
    closeLink();
    const taken = { content: runs.join('').trim(), text: plain.trim() };
    runs = [];
    plain = '';
    return taken;
  }

  function endParagraph({ isItem, isInTable, headingLevel }: ParagraphFormat): void {
    if (isInTable) {
      plain += '\n';
      return;
    }
    const { content, text } = takeParagraph();
    if (text === '') return;
    endTable();
    if (isItem) {
      items.push(`<li>${content}</li>`);
      return;
    }
    endList();
    const name = headingLevel > 0 ? `h${headingLevel}` : 'p';
    html.push(`<${name}>${content}</${name}>`);
  }

  function endCell(): void {
    const { text } = takeParagraph();
    if (cells.length < maxColumns) cells.push(text);
  }

  function endRow(): void {
    endList();
    if (cells.length > 0) rows.push(cells);
    cells = [];
  }

  return {
    addText(text, { isBold, isItalic }) {
      plain += text;
      const isMarked = text.trim() !== '';
      const inner = isItalic && isMarked ? `<i>${escapeHtml(text)}</i>` : escapeHtml(text);
      runs.push(isBold && isMarked ? `<b>${inner}</b>` : inner);
    },
    breakLine() {
      plain += '\n';
      runs.push('<br>');
    },
    openLink(url) {
      closeLink();
      runs.push(`<a href="${escapeHtml(url)}">`);
      isLinked = true;
    },
    closeLink,
    endParagraph,
    endCell,
    endRow,
    toHtml(format) {
      endParagraph({ ...format, isInTable: false });
      endTable();
      endList();
      return html.join('\n');
    },
  };
}
