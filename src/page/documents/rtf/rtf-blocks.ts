import { escapeHtml } from '../../../domain/values/escape-html.ts';

/** Place of a paragraph in a list. */
export interface RtfItem {
  /** Level or indent; greater ones are nested deeper. */
  indent: number;
  isOrdered: boolean;
  /** Number of the item; null if it is not known. */
  number: number | null;
}

/** Element of a paragraph. */
export type ParagraphElement = 'p' | 'pre' | 'blockquote' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

interface OpenList {
  indent: number;
  element: 'ol' | 'ul';
  /** Number of the next item. */
  next: number;
}

/** Collects paragraphs, lists and tables as HTML. */
export class RtfBlocks {
  private readonly html: string[] = [];
  private readonly lists: OpenList[] = [];

  addParagraph(content: string, element: ParagraphElement): void {
    this.endLists();
    this.html.push(
      element === 'blockquote'
        ? `<blockquote><p>${content}</p></blockquote>`
        : `<${element}>${content}</${element}>`,
    );
  }

  addItem(content: string, { indent, isOrdered, number }: RtfItem): void {
    const element = isOrdered ? 'ol' : 'ul';
    while (this.lists.length > 0 && indent < (this.lists.at(-1)?.indent ?? 0)) this.endList();
    if (this.lists.at(-1)?.indent === indent && this.lists.at(-1)?.element !== element) this.endList();
    const list = this.lists.at(-1);
    if (list?.indent === indent) this.html.push('</li>');
    else {
      this.lists.push({ indent, element, next: 1 });
      this.html.push(
        isOrdered && number !== null && number !== 1 ? `<ol start="${number}">` : `<${element}>`,
      );
      const opened = this.lists.at(-1);
      if (opened !== undefined) opened.next = number ?? 1;
    }
    const open = this.lists.at(-1);
    const isOther = isOrdered && number !== null && open !== undefined && number !== open.next;
    if (open !== undefined) open.next = (number ?? open.next) + 1;
    this.html.push(`<li${isOther ? ` value="${number}"` : ''}>${content}`);
  }

  addBlock(html: string): void {
    this.endLists();
    this.html.push(html);
  }

  toHtml(): string {
    this.endLists();
    return this.html.join('\n').replaceAll('</pre>\n<pre>', '\n');
  }

  private endList(): void {
    const list = this.lists.pop();
    if (list !== undefined) this.html.push(`</li></${list.element}>`);
  }

  private endLists(): void {
    while (this.lists.length > 0) this.endList();
  }
}

/** Returns the text as HTML without the marks of code, if more than half of a document has them. */
export function withoutCode(html: string): string {
  return html.replace(/<(\/?)(pre|code)>/g, (_all, slash: string, name: string) =>
    name === 'code' ? '' : `<${slash}p>`,
  );
}

/** Returns the start tag of a link. */
export function linkTag(url: string): string {
  return `<a href="${escapeHtml(url)}">`;
}
