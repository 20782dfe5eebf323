import {
  hasInvisibleColor,
  isCollapsed,
  isTransparent,
  isUnreadableSize,
  parseDeclarations,
  readStyleEffect,
} from '../hiding-styles.ts';

/**
 * Groups of properties that hide text, each with a winner of its own in the cascade. `placement` clips an element or moves
 * it off the screen, `box` gives it no height or width.
 */
export const hidingGroups = [
  'display',
  'visibility',
  'placement',
  'opacity',
  'box',
  'size',
  'color',
] as const;

/** One of {@link hidingGroups}. */
export type HidingGroup = (typeof hidingGroups)[number];

/** Effect of a rule on one group of properties. */
export interface Setting {
  hides: boolean;
  isImportant: boolean;
}

/** Effects of a rule on the groups that it sets. */
export type Settings = Partial<Record<HidingGroup, Setting>>;

const groupOf: Readonly<Record<string, HidingGroup>> = {
  display: 'display',
  visibility: 'visibility',
  position: 'placement',
  clip: 'placement',
  'clip-path': 'placement',
  left: 'placement',
  right: 'placement',
  top: 'placement',
  bottom: 'placement',
  inset: 'placement',
  'text-indent': 'placement',
  'margin-left': 'placement',
  'margin-top': 'placement',
  transform: 'placement',
  scale: 'placement',
  opacity: 'opacity',
  height: 'box',
  'max-height': 'box',
  width: 'box',
  'max-width': 'box',
  overflow: 'box',
  'overflow-y': 'box',
  'font-size': 'size',
  font: 'size',
  color: 'color',
  background: 'color',
  'background-color': 'color',
};

/** Signs of declarations that may hide text. */
const hidingSign = /none|hidden|collapse|clip|-\d{3}|opacity\s*:\s*[0.]|scale|font-size\s*:\s*[01.]/i;
/** A color of letters, with the background or the transparency that can make it invisible. */
const colorSign = /(?:^|[\s;])color\s*:/i;
const invisibleColorSign = /background|transparent|(?:rgb|hsl)a?\(/i;

/** Returns true if declarations may hide text, so that they must be read. */
export function mayHide(declarations: string): boolean {
  if (hidingSign.test(declarations)) return true;
  return colorSign.test(declarations) && invisibleColorSign.test(declarations);
}

const propertyNames: Readonly<Record<HidingGroup, RegExp>> = {
  display: /display/i,
  visibility: /visibility/i,
  placement: /position|clip|left|right|top|bottom|inset|indent|margin|transform|scale/i,
  opacity: /opacity/i,
  box: /height|width|overflow/i,
  size: /font/i,
  color: /color|background/i,
};

/** Returns true if declarations may set properties of one of several groups. */
export function setsAny(declarations: string, groups: ReadonlySet<HidingGroup>): boolean {
  for (const group of groups) if (propertyNames[group].test(declarations)) return true;
  return false;
}

/** Returns a function that reads the declarations of the rules of a page; many rules have the same ones. */
export function createSettingsReader(): (declarations: string) => Settings {
  const known = new Map<string, Settings>();
  return (declarations) => {
    const before = known.get(declarations);
    if (before !== undefined) return before;
    const settings = readSettings(declarations);
    known.set(declarations, settings);
    return settings;
  };
}

function readSettings(declarations: string): Settings {
  const values = parseDeclarations(declarations);
  const settings: Settings = {};
  for (const name of values.keys()) {
    const group = groupOf[name];
    if (group === undefined || settings[group] !== undefined) continue;
    settings[group] = { hides: hides(group, values, declarations), isImportant: false };
  }
  if (declarations.includes('!')) markImportant(declarations, settings);
  return settings;
}

const transition = /transition|animation|will-change/i;

/** Returns whether declarations hide an element by the properties of a group. */
function hides(group: HidingGroup, values: ReadonlyMap<string, string>, declarations: string): boolean {
  // What a rule hides with a transition is the first state of an animation, or a part that opens.
  if (transition.test(declarations)) return false;
  switch (group) {
    case 'display':
      return values.get('display') === 'none';
    case 'visibility':
      return values.get('visibility') === 'hidden' || values.get('visibility') === 'collapse';
    case 'placement':
      return isScaledAway(values) || (readStyleEffect(declarations).isRemoved && !isSlightlyMoved(values));
    case 'opacity':
      return isTransparent(values);
    case 'box':
      return isCollapsed(values);
    case 'size':
      return isUnreadableSize(values.get('font-size') ?? '');
    case 'color':
      return hasInvisibleColor(values);
  }
}

function isScaledAway(values: ReadonlyMap<string, string>): boolean {
  return (values.has('transform') || values.has('scale')) && !values.has('opacity') && isTransparent(values);
}

/** Returns true if an element is moved by less than the width of a screen, as pull quotes and menus are. */
function isSlightlyMoved(values: ReadonlyMap<string, string>): boolean {
  if (values.has('clip') || values.has('clip-path')) return false;
  return !movingProperties.some((name) => longWay.test(values.get(name) ?? ''));
}

const movingProperties = [
  'left',
  'right',
  'top',
  'bottom',
  'margin-left',
  'margin-top',
  'text-indent',
  'transform',
];
/** A way of at least 900 pixels, or 100 of another unit. */
const longWay = /-(?:9\d\d|\d{4,})|-\d{3,}(?:\.\d{1,20})?(?:r?em|v[wh]|%)/;

function markImportant(declarations: string, settings: Settings): void {
  for (const declaration of declarations.split(';')) {
    if (!/!\s*important/i.test(declaration)) continue;
    const group = groupOf[declaration.slice(0, declaration.indexOf(':')).trim().toLowerCase()];
    const setting = group === undefined ? undefined : settings[group];
    if (setting !== undefined) setting.isImportant = true;
  }
}
