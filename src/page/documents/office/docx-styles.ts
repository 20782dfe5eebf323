import { childOf, childrenOf, elementAt, settingOf, switchOf, type XmlElement } from './xml-tree.ts';

/** Maximum length of a chain of styles; one that is based on itself has no end. */
const maxAncestors = 20;

/** Style definitions of a Word document (ECMA-376 part 1, 17.7). */
export class DocxStyles {
  readonly #chains = new Map<string, XmlElement[]>();
  readonly #styles = new Map<string, XmlElement>();
  readonly #defaultParagraph: string;
  /** True if the text of the whole document has one width, so that such text is not code. */
  readonly #isMonospaced: boolean;

  constructor(root: XmlElement | undefined) {
    for (const style of childrenOf(root, 'style')) {
      const id = style.attributes.styleId;
      if (id !== undefined) this.#styles.set(id, style);
    }
    const isDefault = ({ attributes }: XmlElement) =>
      attributes.type === 'paragraph' && attributes.default === '1';
    this.#defaultParagraph = [...this.#styles.values()].find(isDefault)?.attributes.styleId ?? 'Normal';
    const defaults = elementAt(root, 'docDefaults', 'rPrDefault');
    const normal = this.#styles.get(this.#defaultParagraph);
    this.#isMonospaced = [normal, defaults].some((style) => fontWidth(childOf(style, 'rPr')) === 'fixed');
  }

  /** Returns a style and the styles that it is based on, nearest first. */
  chain(id: string | undefined): XmlElement[] {
    const name = id ?? this.#defaultParagraph;
    const known = this.#chains.get(name);
    if (known !== undefined) return known;
    const chain: XmlElement[] = [];
    let style = this.#styles.get(name);
    while (style !== undefined && chain.length < maxAncestors) {
      chain.push(style);
      style = this.#styles.get(settingOf(style, 'basedOn') ?? '');
    }
    this.#chains.set(name, chain);
    return chain;
  }

  /** Returns the level of a heading, from 1 to 6, or null. */
  headingLevel(properties: XmlElement | undefined): number | null {
    const direct = outlineLevel(properties);
    if (direct !== undefined) return direct;
    for (const style of this.chain(settingOf(properties, 'pStyle'))) {
      const outline = outlineLevel(childOf(style, 'pPr'));
      const level = outline === undefined ? levelOfName(settingOf(style, 'name') ?? '') : outline;
      if (level !== undefined) return level;
    }
    return null;
  }

  /** Returns true if the style of a paragraph is one of quotations. */
  isQuote(properties: XmlElement | undefined): boolean {
    return this.chain(settingOf(properties, 'pStyle')).some((style) =>
      quoteName.test(settingOf(style, 'name') ?? ''),
    );
  }

  /** Returns the first value that the properties of a run, its style or the style of its paragraph state. */
  runValue<Value>(
    run: XmlElement | undefined,
    paragraphStyle: readonly XmlElement[],
    read: (properties: XmlElement | undefined) => Value | undefined,
  ): Value | undefined {
    const own = read(run);
    if (own !== undefined) return own;
    const id = settingOf(run, 'rStyle');
    for (const style of [...(id === undefined ? [] : this.chain(id)), ...paragraphStyle]) {
      const value = read(childOf(style, 'rPr'));
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Returns true for text that readers do not see. */
  isHidden(run: XmlElement | undefined, paragraphStyle: readonly XmlElement[]): boolean {
    const isSet = (name: string) =>
      this.runValue(run, paragraphStyle, (properties) => switchOf(properties, name));
    return isSet('vanish') === true || isSet('webHidden') === true;
  }

  /** Returns true for text in a font of one width, in a document of other fonts. */
  isCode(run: XmlElement | undefined, paragraphStyle: readonly XmlElement[]): boolean {
    return !this.#isMonospaced && this.runValue(run, paragraphStyle, fontWidth) === 'fixed';
  }
}

/** Names of built-in styles of Word, LibreOffice and pandoc. */
const quoteName = /^(?:(?:intense )?quote|quotations|block (?:text|quotation))$/i;
const headingName = /^heading (\d)$/i;

/** Returns the level of a built-in style; null for a subtitle, which is based on the title in some templates. */
function levelOfName(name: string): number | null | undefined {
  if (/^title$/i.test(name)) return 1;
  if (/^subtitle$/i.test(name)) return null;
  const level = headingName.exec(name)?.[1];
  return level === undefined ? undefined : clampLevel(Number(level));
}

/** Returns the heading level of an outline level; 9 is body text, and states that a paragraph is no heading. */
function outlineLevel(properties: XmlElement | undefined): number | null | undefined {
  const value = settingOf(properties, 'outlineLvl');
  if (value === undefined) return undefined;
  const level = Number(value);
  return level >= 0 && level < 9 ? clampLevel(level + 1) : null;
}

function clampLevel(level: number): number {
  return Math.min(6, Math.max(1, level));
}

const fixedFont = /\bmono(?:space)?\b|mono$|courier|consol|menlo|monaco|typewriter/i;

function fontWidth(properties: XmlElement | undefined): 'fixed' | 'other' | undefined {
  const { ascii, hAnsi, asciiTheme } = childOf(properties, 'rFonts')?.attributes ?? {};
  const font = ascii ?? hAnsi;
  if (font === undefined) return asciiTheme === undefined ? undefined : 'other';
  return fixedFont.test(font) ? 'fixed' : 'other';
}
