import { parseXml } from '../office/parse-xml.ts';

/** Properties of a style that change what a text means; absent ones are those of its parent. */
export interface TextProperties {
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  /** Element of raised or lowered text. */
  position?: 'sup' | 'sub';
  isHidden?: boolean;
}

/** A style with its properties, its own and those of its ancestors. */
export interface ResolvedStyle extends TextProperties {
  /** Names of the style and of its ancestors as they are shown, nearest first. */
  names: readonly string[];
  /** True if the style is the direct format of one text, not a named style. */
  isAutomatic: boolean;
  /** Properties of the style alone. */
  own: TextProperties;
  listStyle: string | null;
}

/** Level of a list style. */
export interface ListLevel {
  isOrdered: boolean;
  /** False for a level without numbers and bullets. */
  hasMarker: boolean;
  start: number;
}

/** Styles of a document (OpenDocument 1.3 part 3, 16). */
export interface Styles {
  /** Returns a style of a family such as `paragraph` or `text`; one without properties if the name is unknown. */
  resolve(family: string, name: string | undefined): ResolvedStyle;
  /** Returns a level, from 1, of a list style; null if it is unknown. */
  listLevel(name: string | null, level: number): ListLevel | null;
}

interface Style {
  name: string;
  parent: string | null;
  isAutomatic: boolean;
  listStyle: string | null;
  properties: TextProperties;
}

const maxAncestors = 20;
/** Maximum level of a list style that is read. */
const maxListLevel = 10;

/** Returns the properties that a `text-properties` element sets. */
function readTextProperties(attributes: Record<string, string>): TextProperties {
  const weight = attributes['fo:font-weight'];
  const slant = attributes['fo:font-style'];
  const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type'];
  const position = attributes['style:text-position'];
  const display = attributes['text:display'];
  return {
    ...(weight !== undefined && { isBold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { isItalic: slant !== 'normal' }),
    ...(line !== undefined && { isStruck: line !== 'none' }),
    ...(position !== undefined && positionOf(position)),
    ...(display !== undefined && { isHidden: display === 'none' }),
  };
}

/** Returns the element of a text position such as `super 58%` or `-33% 58%`. */
function positionOf(value: string): Pick<TextProperties, 'position'> {
  const [shift = ''] = value.split(' ', 1);
  const percent = shift === 'super' ? 1 : shift === 'sub' ? -1 : Number.parseFloat(shift);
  if (Number.isNaN(percent) || percent === 0) return {};
  return { position: percent > 0 ? 'sup' : 'sub' };
}

function readListLevel(name: string, attributes: Record<string, string>): ListLevel {
  const isOrdered = name === 'list-level-style-number';
  const start = Number(attributes['text:start-value'] ?? 1);
  return {
    isOrdered,
    hasMarker: !isOrdered || (attributes['style:num-format'] ?? '') !== '',
    start: Number.isInteger(start) ? start : 1,
  };
}

/** Collects the styles of one XML file into maps. */
class StyleCollector {
  readonly styles = new Map<string, Style>();
  readonly lists = new Map<string, Map<number, ListLevel>>();
  private isAutomatic = false;
  private style: Style | null = null;
  private list: Map<number, ListLevel> | null = null;

  read(xml: Uint8Array): void {
    parseXml(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: () => {},
    });
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (name === 'automatic-styles') this.isAutomatic = true;
    else if (name === 'style') this.openStyle(attributes);
    else if (name === 'text-properties' && this.style !== null)
      Object.assign(this.style.properties, readTextProperties(attributes));
    else if (/^(?:table|drawing-page)-properties$/.test(name) && this.style !== null) {
      const isHidden =
        attributes['table:display'] === 'false' || attributes['presentation:visibility'] === 'hidden';
      if (isHidden) this.style.properties.isHidden = true;
    } else if (name === 'list-style') {
      this.list = new Map();
      this.lists.set(attributes['style:name'] ?? '', this.list);
    } else if (this.list !== null && name.startsWith('list-level-style-'))
      this.setLevel(Number(attributes['text:level'] ?? 1), readListLevel(name, attributes));
  }

  private setLevel(level: number, format: ListLevel): void {
    if (level >= 1 && level <= maxListLevel) this.list?.set(level, format);
  }

  private openStyle(attributes: Record<string, string>): void {
    const name = attributes['style:name'] ?? '';
    this.style = {
      name,
      parent: attributes['style:parent-style-name'] ?? null,
      isAutomatic: this.isAutomatic,
      listStyle: attributes['style:list-style-name'] ?? null,
      properties: {},
    };
    this.styles.set(`${attributes['style:family'] ?? ''}/${name}`, this.style);
  }

  private close(name: string): void {
    if (name === 'automatic-styles') this.isAutomatic = false;
    else if (name === 'style') this.style = null;
    else if (name === 'list-style') this.list = null;
  }
}

/** Returns the name of a style as it is shown; writers encode its spaces (OpenDocument 1.3 part 3, 19.502). */
function displayName(name: string): string {
  return name.replaceAll('_20_', ' ').replaceAll('_', ' ');
}

/** Reads the styles of these XML files; those of a later file replace those of an earlier one. */
export function readStyles(files: readonly (Uint8Array | null)[]): Styles {
  const collector = new StyleCollector();
  for (const xml of files) if (xml !== null) collector.read(xml);
  const resolved = new Map<string, ResolvedStyle>();

  function resolve(family: string, name: string | undefined): ResolvedStyle {
    const key = `${family}/${name ?? ''}`;
    const known = resolved.get(key);
    if (known !== undefined) return known;
    const chain: Style[] = [];
    let style = collector.styles.get(key);
    while (style !== undefined && chain.length < maxAncestors) {
      chain.push(style);
      style = style.parent === null ? undefined : collector.styles.get(`${family}/${style.parent}`);
    }
    const [own] = chain;
    const last = chain.at(-1);
    // A style that no file defines is still named.
    const names = [...chain.map((each) => each.name), ...(last?.parent == null ? [] : [last.parent])];
    const result: ResolvedStyle = {
      ...Object.assign({}, ...chain.toReversed().map(({ properties }) => properties)),
      names: (names.length === 0 && name !== undefined ? [name] : names).map(displayName),
      isAutomatic: own?.isAutomatic ?? false,
      own: own?.properties ?? {},
      listStyle: chain.find(({ listStyle }) => listStyle !== null)?.listStyle ?? null,
    };
    resolved.set(key, result);
    return result;
  }

  return {
    resolve,
    listLevel(name, level) {
      const levels = name === null ? undefined : collector.lists.get(name);
      // A level that a style does not define has the format of the nearest level above it, as pandoc writes lists.
      const defined = [...(levels?.keys() ?? [])].filter((each) => each <= level);
      return levels?.get(Math.max(...defined)) ?? null;
    },
  };
}
