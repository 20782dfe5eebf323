/** Place of an item in nested lists. */
export interface ListPosition {
  /** Depth, from 0. */
  level: number;
  /** Number of an item in a numbered list, else null. */
  number: number | null;
}

interface OpenList {
  level: number;
  element: 'ol' | 'ul';
  /** Number of the last item. */
  number: number;
}

/** Maximum length in UTF-16 code units of all blocks: references can repeat parts of a file without bound. */
const maxHtmlLength = 64_000_000;
/** Maximum depth of lists; deeper items stand at this depth. */
const maxLevel = 12;

/** Collects blocks of HTML, and makes nested lists of items that state only their level. */
export class BlockList {
  #html: string[] = [];
  #length = 0;
  #open: OpenList[] = [];
  #wrapper: { element: string; separator: string } | null = null;

  /** Adds a block that ends the lists before it. */
  block(html: string): void {
    if (html === '') return;
    this.#close();
    this.#write(html);
  }

  /** Removes the last block if it is this one. */
  removeLast(html: string): void {
    if (this.#html.at(-1) === html) this.#html.pop();
  }

  /** Adds content to a block that consecutive calls with the same element share, such as the paragraphs of a quotation. */
  wrapped(element: 'blockquote' | 'pre', html: string): void {
    const separator = element === 'pre' ? '\n' : '';
    if (this.#wrapper?.element === element) this.#write(separator);
    else {
      this.#close();
      this.#write(`<${element}>`);
      this.#wrapper = { element, separator };
    }
    this.#write(html);
  }

  /** True if a list is open. */
  get isInList(): boolean {
    return this.#open.length > 0;
  }

  /** Adds a block to the open item of a list. */
  continueItem(html: string): void {
    this.#write(html);
  }

  /** Adds an item; a number that does not continue the list starts another one. */
  item({ level: wantedLevel, number }: ListPosition, html: string): void {
    const level = Math.min(wantedLevel, maxLevel);
    const element = number === null ? 'ul' : 'ol';
    if (this.#wrapper !== null) this.#close();
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#closeList();
    const list = this.#open.at(-1);
    const continues =
      list?.level === level && list.element === element && (number === null || number === list.number + 1);
    if (list?.level === level && !continues) this.#closeList();
    if (continues) {
      this.#write('</li>');
      list.number = number ?? 0;
    } else {
      this.#write(number === null || number === 1 ? `<${element}>` : `<ol start="${number}">`);
      this.#open.push({ level, element, number: number ?? 0 });
    }
    this.#write(`<li>${html}`);
  }

  #write(html: string): void {
    this.#length += html.length;
    if (this.#length > maxHtmlLength) throw new Error('The text of the document exceeds the limit.');
    this.#html.push(html);
  }

  /** Returns the HTML of all blocks. */
  html(): string {
    this.#close();
    return this.#html.join('');
  }

  #closeList(): void {
    this.#write(`</li></${this.#open.pop()?.element}>`);
  }

  #close(): void {
    while (this.#open.length > 0) this.#closeList();
    if (this.#wrapper !== null) this.#write(`</${this.#wrapper.element}>\n`);
    this.#wrapper = null;
  }
}
