import type { DocxStyles } from './docx-styles.ts';
import { childOf, childrenOf, settingOf, type XmlElement } from './xml-tree.ts';

/** Number or bullet of a paragraph. */
export interface Numbering {
  /** Identifies the list; lists of one definition count on together. */
  list: string;
  /** Level in the list, from 0. */
  level: number;
  /** Left indent in twentieths of a point. */
  indent: number;
  /** Count at the level; null for a bullet. */
  number: number | null;
  /** Number as shown, such as `2.1`; empty for bullets. */
  label: string;
  /** True for a bullet without a sign. */
  isBlank: boolean;
}

/** Indent of a list level that states none: half an inch. */
const defaultIndent = 720;
const maxLevel = 8;
/** Maximum length of the pattern of a number, in UTF-16 code units; each paragraph of the level repeats it. */
const maxPatternLength = 100;
/** Spaces; U+F020 is that of symbol fonts. */
const blankSign = /^[\s\uf020]*$/;

/** Numbering definitions of a Word document (ECMA-376 part 1, 17.9), and the counts so far. */
export class DocxNumbering {
  readonly #lists = new Map<string, XmlElement>();
  readonly #definitions = new Map<string, XmlElement>();
  readonly #counts = new Map<string, number[]>();
  readonly #started = new Set<string>();
  /** Levels by list and level, and by list and style of a paragraph. */
  readonly #levels = new Map<string, XmlElement | undefined>();
  readonly #styles: DocxStyles;

  constructor(root: XmlElement | undefined, styles: DocxStyles) {
    this.#styles = styles;
    for (const list of childrenOf(root, 'num')) this.#lists.set(list.attributes.numId ?? '', list);
    const definitions = childrenOf(root, 'abstractNum');
    const byLink = new Map(definitions.map((definition) => [settingOf(definition, 'styleLink'), definition]));
    for (const definition of definitions) {
      const link = settingOf(definition, 'numStyleLink');
      const linked = link === undefined ? undefined : byLink.get(link);
      this.#definitions.set(definition.attributes.abstractNumId ?? '', linked ?? definition);
    }
  }

  /** Counts a paragraph, and returns its numbering; null if it has none. */
  next(properties: XmlElement | undefined): Numbering | null {
    const styles = this.#styles.chain(settingOf(properties, 'pStyle'));
    const sources = [properties, ...styles.map((style) => childOf(style, 'pPr'))];
    const at = sources.findIndex((source) => settingOf(childOf(source, 'numPr'), 'numId') !== undefined);
    const own = childOf(sources[at], 'numPr');
    const id = settingOf(own, 'numId') ?? '';
    const list = this.#lists.get(id);
    const definitionId = settingOf(list, 'abstractNumId') ?? '';
    const definition = this.#definitions.get(definitionId);
    if (list === undefined || definition === undefined) return null;
    const styleIds = new Set(styles.map(({ attributes }) => attributes.styleId));
    const levelOfStyle = this.#level(`${id}/${settingOf(properties, 'pStyle') ?? ''}`, () =>
      childrenOf(definition, 'lvl').find((one) => styleIds.has(settingOf(one, 'pStyle') ?? '')),
    );
    const stated = sources.map((source) => settingOf(childOf(source, 'numPr'), 'ilvl'));
    const level = clampLevel(stated.find(Boolean) ?? levelOfStyle?.attributes.ilvl ?? '0');
    const levelAt = (index: number) => this.#level(`${id} ${index}`, () => levelOf(definition, list, index));
    const counts = this.#count({ id, definitionId, list, level, levelAt });
    const format = settingOf(levelAt(level), 'numFmt') ?? 'decimal';
    const isBullet = format === 'bullet' || format === 'none';
    // Properties before the numbering override the indent of its level.
    const indents = [...sources.slice(0, at === 0 ? 1 : at + 1), childOf(levelAt(level), 'pPr')].map(
      indentOf,
    );
    return {
      list: definitionId,
      level,
      indent: indents.find((indent) => indent !== undefined) ?? defaultIndent * (level + 1),
      number: isBullet ? null : (counts[level] ?? 1),
      label: isBullet ? '' : labelOf(level, counts, levelAt),
      isBlank: isBullet && (format === 'none' || blankSign.test(settingOf(levelAt(level), 'lvlText') ?? '')),
    };
  }

  /** Returns the level of a key, which is searched once. */
  #level(key: string, find: () => XmlElement | undefined): XmlElement | undefined {
    if (!this.#levels.has(key)) this.#levels.set(key, find());
    return this.#levels.get(key);
  }

  #count(paragraph: {
    id: string;
    definitionId: string;
    list: XmlElement;
    level: number;
    levelAt: (level: number) => XmlElement | undefined;
  }): number[] {
    const { id, definitionId, list, level, levelAt } = paragraph;
    const counts = this.#counts.get(definitionId) ?? [];
    this.#counts.set(definitionId, counts);
    for (let index = 0; index <= level; index++) {
      const start = Number(settingOf(levelAt(index), 'start') ?? 1);
      if (index < level) counts[index] ??= start;
      else counts[index] = (counts[index] ?? start - 1) + 1;
    }
    const key = `${id} ${level}`;
    if (!this.#started.has(key)) {
      const restart = settingOf(overrideOf(list, level), 'startOverride');
      if (restart !== undefined) counts[level] = Number(restart);
    }
    this.#started.add(key);
    counts.length = level + 1;
    return counts;
  }
}

function clampLevel(level: string): number {
  return Math.min(maxLevel, Math.max(0, Number(level) || 0));
}

function overrideOf(list: XmlElement, level: number): XmlElement | undefined {
  return childrenOf(list, 'lvlOverride').find(({ attributes }) => Number(attributes.ilvl) === level);
}

function levelOf(definition: XmlElement, list: XmlElement, level: number): XmlElement | undefined {
  const isLevel = ({ attributes }: XmlElement) => Number(attributes.ilvl) === level;
  return childOf(overrideOf(list, level), 'lvl') ?? childrenOf(definition, 'lvl').find(isLevel);
}

/** Returns the left indent that properties of a paragraph state, in twentieths of a point. */
export function indentOf(properties: XmlElement | undefined): number | undefined {
  const { left, start } = childOf(properties, 'ind')?.attributes ?? {};
  const value = Number.parseInt(left ?? start ?? '', 10);
  return Number.isNaN(value) ? undefined : value;
}

/** Returns the number of a paragraph as shown, without a full stop at its end. */
function labelOf(
  level: number,
  counts: readonly number[],
  levelAt: (level: number) => XmlElement | undefined,
): string {
  const pattern = (settingOf(levelAt(level), 'lvlText') ?? '').slice(0, maxPatternLength);
  const label = pattern.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    return formatCount(counts[index] ?? 1, settingOf(levelAt(index), 'numFmt') ?? 'decimal');
  });
  return label.trim();
}

const romanDigits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    m: 1000,
    cm: 900,
    d: 500,
    cd: 400,
    c: 100,
    xc: 90,
    l: 50,
    xl: 40,
    x: 10,
    ix: 9,
    v: 5,
    iv: 4,
    i: 1,
  }),
);

function toRoman(count: number): string {
  let rest = Math.min(count, 4_999);
  let roman = '';
  for (const [digits, value] of romanDigits) {
    roman += digits.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return roman;
}

/** Returns the letter of a count: a to z, then aa, bb (ECMA-376 part 1, 17.18.59). */
function toLetter(count: number): string {
  const letter = String.fromCharCode(97 + ((count - 1) % 26));
  return letter.repeat(Math.min(9, Math.floor((count - 1) / 26) + 1));
}

function formatCount(count: number, format: string): string {
  if (count < 1) return String(count);
  switch (format) {
    case 'upperRoman':
      return toRoman(count).toUpperCase();
    case 'lowerRoman':
      return toRoman(count);
    case 'upperLetter':
      return toLetter(count).toUpperCase();
    case 'lowerLetter':
      return toLetter(count);
    case 'decimalZero':
      return String(count).padStart(2, '0');
    default:
      return String(count);
  }
}
