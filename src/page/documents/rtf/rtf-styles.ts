import type { ParagraphElement } from './rtf-blocks.ts';

/** Format of a level of a list. */
export interface RtfListLevel {
  /** Number format (`\levelnfc`): 23 for bullets, 255 for none, others for numbers. */
  format: number;
  start: number;
}

const bulletFormat = 23;
const noFormat = 255;

/** Returns true for a level whose items have numbers, false for bullets, null for neither. */
export function isOrderedLevel(level: RtfListLevel | undefined): boolean | null {
  if (level === undefined || level.format === noFormat) return null;
  return level.format !== bulletFormat;
}

/** Collects the styles of paragraphs by their numbers (`\stylesheet`). */
export class RtfStyles {
  private readonly elements = new Map<number, ParagraphElement>();
  private number = 0;
  private level: number | null = null;
  private name = '';

  control(word: string, param: number | null): void {
    if (word === 's') this.number = param ?? 0;
    else if (word === 'outlinelevel') this.level = param;
  }

  /** Adds text of the names of styles; a semicolon ends a style. */
  text(text: string): void {
    for (const [index, part] of text.split(';').entries()) {
      if (index > 0) this.endStyle();
      this.name = (this.name + part).slice(0, 200);
    }
  }

  elementOf(number: number): ParagraphElement {
    return this.elements.get(number) ?? 'p';
  }

  private endStyle(): void {
    const name = this.name.trim().toLowerCase();
    const element = elementOfLevel(this.level) ?? elementOfName(name);
    if (element !== null) this.elements.set(this.number, element);
    this.name = '';
    this.level = null;
    this.number = 0;
  }
}

/** Returns the heading for a level of the outline from 0; 9 is body text. */
export function elementOfLevel(level: number | null): ParagraphElement | null {
  return level === null || level < 0 || level > 8 ? null : (`h${Math.min(6, level + 1)}` as ParagraphElement);
}

/** Returns the element of a style by its name, which writers do not translate. */
function elementOfName(name: string): ParagraphElement | null {
  const level = /^heading (\d)$/.exec(name)?.[1];
  if (level !== undefined) return elementOfLevel(Number(level) - 1);
  if (name === 'title') return 'h1';
  if (/^(?:quote|quotations|intense quote|block text)$/.test(name)) return 'blockquote';
  return /^(?:html preformatted|preformatted text|source code|plain text)$/.test(name) ? 'pre' : null;
}

/** Collects the formats of lists by their numbers (`\listtable` and `\listoverridetable`). */
export class RtfLists {
  private readonly levelsById = new Map<number, RtfListLevel[]>();
  private readonly idsByNumber = new Map<number, number>();
  private levels: RtfListLevel[] = [];
  private id = 0;

  control(word: string, param: number | null): void {
    const level = this.levels.at(-1);
    if (word === 'list' || word === 'listoverride') this.levels = [];
    else if (word === 'listlevel') this.levels.push({ format: 0, start: 1 });
    else if ((word === 'levelnfc' || word === 'levelnfcn') && level !== undefined) level.format = param ?? 0;
    else if (word === 'levelstartat' && level !== undefined) level.start = param ?? 1;
    else if (word === 'listid') {
      this.id = param ?? 0;
      if (this.levels.length > 0) this.levelsById.set(this.id, this.levels);
    } else if (word === 'ls') this.idsByNumber.set(param ?? 0, this.id);
  }

  level(number: number, index: number): RtfListLevel | undefined {
    return this.levelsById.get(this.idsByNumber.get(number) ?? -1)?.[index];
  }
}
