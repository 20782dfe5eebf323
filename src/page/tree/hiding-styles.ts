/** How an inline style hides the text of its element. */
export interface StyleEffect {
  /** The text is hidden until scripts change the style. */
  isHidden: boolean;
  /** The element is transparent, scaled to nothing or collapsed, which is also the state before an animation. */
  isConcealed: boolean;
  /** The text is never visible: off screen, clipped, or too small to read. */
  isRemoved: boolean;
  /** Property by which the text is invisible unless elements inside set their own, or null. */
  inherited: 'font-size' | 'color' | null;
  /** True if the font size is 0, which containers also use to close gaps between elements. */
  isZeroSize: boolean;
}

const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)/i;
/** Styles that hide text permanently; scripts do not reveal it. */
const removingStyle =
  /(?:^|;)\s*(?:(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%)|(?:bottom|margin-top)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*,\s*0(?:px|%)?\s+0)|transform\s*:\s*translate[xy3d]*\(\s*-\d{4,})/i;
/** Styles that may hide text, depending on the values of other properties. */
const conditionalStyle =
  /(?:opacity|font-size|height|width)\s*:\s*(?:\+?0|\.|1px|1%)|scale|background|transparent|(?:rgb|hsl)a\(/i;
/** Signs that scripts show the element with an animation. */
const animation = /transition|animation|will-change|translate|rotate|filter/i;

const none: StyleEffect = {
  isHidden: false,
  isConcealed: false,
  isRemoved: false,
  inherited: null,
  isZeroSize: false,
};

/** Reads an inline style. Comments and `!important` do not change the result. */
export function readStyleEffect(style: string): StyleEffect {
  const plain = withoutStyleComments(style);
  if (removingStyle.test(plain)) return { ...none, isRemoved: true };
  const isHidden = hidingStyle.test(plain);
  if (isHidden || !conditionalStyle.test(plain)) return isHidden ? { ...none, isHidden } : none;
  return effectOf(parseDeclarations(plain), plain);
}

/** Returns CSS text with a space instead of each comment. */
export function withoutStyleComments(css: string): string {
  let at = css.indexOf('/*');
  if (at === -1) return css;
  const parts: string[] = [];
  let from = 0;
  for (; at !== -1; at = css.indexOf('/*', from)) {
    parts.push(css.slice(from, at));
    const end = css.indexOf('*/', at + 2);
    if (end === -1) return parts.join(' ');
    from = end + 2;
  }
  parts.push(css.slice(from));
  return parts.join(' ');
}

/** Returns the last value of each property, in lower case and without `!important`. */
export function parseDeclarations(style: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1);
    const mark = value.indexOf('!');
    values.set(declaration.slice(0, colon).trim(), (mark === -1 ? value : value.slice(0, mark)).trim());
  }
  return values;
}

function effectOf(values: ReadonlyMap<string, string>, style: string): StyleEffect {
  const size = values.get('font-size');
  if (size !== undefined && isUnreadableSize(size)) {
    return { ...none, inherited: 'font-size', isZeroSize: Number.parseFloat(size) === 0 };
  }
  if (hasInvisibleColor(values)) return { ...none, inherited: 'color' };
  return { ...none, isConcealed: (isTransparent(values) || isCollapsed(values)) && !animation.test(style) };
}

/** Maximum font size, for each unit, at which text cannot be read. */
const unreadableSizes: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1,
  em: 0.1,
  rem: 0.1,
  ex: 0.1,
  '%': 5,
  vw: 0.1,
  vh: 0.1,
  mm: 0.2,
};

/** Returns true for a font size at which text cannot be read. */
export function isUnreadableSize(size: string): boolean {
  const match = /^(\+?[\d.]+)\s*([a-z%]*)$/.exec(size);
  if (match === null) return false;
  const number = Number.parseFloat(match[1] ?? '');
  return number === 0 || number <= (unreadableSizes[match[2] ?? ''] ?? -1);
}

/** Returns true if an element is transparent or scaled to nothing. */
export function isTransparent(values: ReadonlyMap<string, string>): boolean {
  const opacity = values.get('opacity');
  if (opacity !== undefined && Number.parseFloat(opacity) <= 0.01) return true;
  return (
    /\bscale[xy3d]*\(\s*0(?:\.0+)?\s*[,)]/.test(values.get('transform') ?? '') || values.get('scale') === '0'
  );
}

/** Returns true for a box whose padding keeps a place of fixed proportions for an image, which is drawn over the padding. */
function hasProportions(values: ReadonlyMap<string, string>): boolean {
  return ['padding-bottom', 'padding-top', 'padding'].some((name) =>
    /(?:^|\s)[1-9]\d{1,2}(?:\.\d{1,20})?%/.test(values.get(name) ?? ''),
  );
}

/** Returns true for a box without height or width that shows nothing of its content. */
export function isCollapsed(values: ReadonlyMap<string, string>): boolean {
  if (hasProportions(values)) return false;
  const overflow = values.get('overflow') ?? values.get('overflow-y') ?? '';
  if (!/hidden|clip/.test(overflow)) return false;
  return ['height', 'max-height', 'width', 'max-width'].some((name) => {
    const value = values.get(name);
    return value !== undefined && /^[01](?:\.\d+)?(?:px)?$/.test(value) && Number.parseFloat(value) <= 1;
  });
}

/** Returns true if letters are transparent, or have the color of the background that the same style sets. */
export function hasInvisibleColor(values: ReadonlyMap<string, string>): boolean {
  const color = values.get('color');
  if (color === undefined) return false;
  // A gradient that is clipped to the letters is visible through transparent ones.
  if (color === 'transparent' || /^(?:rgba|hsla)\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)$/.test(color))
    return !values.has('background-clip') && !values.has('-webkit-background-clip');
  const background = values.get('background-color') ?? values.get('background');
  if (background === undefined) return false;
  const one = hexOf(color);
  return one !== null && one === hexOf(background);
}

const namedColors: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  red: 'ff0000',
  lime: '00ff00',
  blue: '0000ff',
  yellow: 'ffff00',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  whitesmoke: 'f5f5f5',
  snow: 'fffafa',
  ivory: 'fffff0',
};

/** Returns an opaque color as six hexadecimal digits, or null. */
function hexOf(color: string): string | null {
  const named = namedColors[color];
  if (named !== undefined) return named;
  if (/^#[\da-f]{6}$/.test(color)) return color.slice(1);
  if (/^#[\da-f]{3}$/.test(color)) return color.slice(1).replace(/./g, '$&$&');
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(color)?.slice(1);
  return parts?.map((part) => Number(part).toString(16).padStart(2, '0')).join('') ?? null;
}
