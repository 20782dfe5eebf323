/** Whether a condition of a style sheet applies: unknown conditions are neither applied nor ruled out. */
export type Applicability = 'yes' | 'no' | 'unknown';

/** Screen for which media queries are evaluated, in CSS pixels. These are the defaults of the browser route. */
const screen = { width: 1280, height: 800 };
/** Size of `em` and `rem` in media queries, in CSS pixels. */
const pixelsPerEm = 16;

const maxQueryLength = 1000;

/** Values of discrete features that a desktop browser without special settings has. */
const screenFeatures: Readonly<Record<string, string>> = {
  orientation: 'landscape',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  scripting: 'enabled',
  'forced-colors': 'none',
};

/** Returns whether a media query list (Media Queries Level 4) applies to a desktop screen. */
export function matchesScreen(list: string): Applicability {
  if (list.length > maxQueryLength) return 'unknown';
  let result: Applicability = 'no';
  for (const query of list.toLowerCase().split(',')) {
    const one = evaluateQuery(query.trim());
    if (one === 'yes') return 'yes';
    if (one === 'unknown') result = 'unknown';
  }
  return result;
}

function evaluateQuery(query: string): Applicability {
  if (query === '') return 'yes';
  const isNegated = /^not\s/.test(query);
  const parts = query.replace(/^(?:not|only)\s+/, '').split(/\sand\s/);
  let result: Applicability = 'yes';
  for (const part of parts) {
    const one = evaluatePart(part.trim());
    if (one === 'no') {
      result = 'no';
      break;
    }
    if (one === 'unknown') result = 'unknown';
  }
  if (!isNegated || result === 'unknown') return result;
  return result === 'yes' ? 'no' : 'yes';
}

function evaluatePart(part: string): Applicability {
  if (!part.startsWith('(')) {
    if (part === 'all' || part === 'screen') return 'yes';
    return /^[a-z]+$/.test(part) ? 'no' : 'unknown';
  }
  const feature = /^\(\s*([a-z-]+)\s*:([^()]+)\)$/.exec(part);
  if (feature === null) return evaluateRange(part);
  const name = feature[1] ?? '';
  const value = (feature[2] ?? '').trim();
  const bounds = /^(min|max)-(width|height)$/.exec(name);
  if (bounds !== null) return compareSize(bounds[2] ?? '', bounds[1] === 'min' ? '>=' : '<=', value);
  const actual = screenFeatures[name];
  if (actual === undefined) return 'unknown';
  return actual === value ? 'yes' : 'no';
}

/** Evaluates a comparison such as `(width >= 600px)`. */
function evaluateRange(part: string): Applicability {
  const range = /^\(\s*(width|height)\s*([<>]=?)\s*([\d.]+[a-z]*)\s*\)$/.exec(part);
  return range === null ? 'unknown' : compareSize(range[1] ?? '', range[2] ?? '', range[3] ?? '');
}

function compareSize(name: string, comparison: string, value: string): Applicability {
  const match = /^([\d.]+)(px|em|rem)?$/.exec(value);
  if (match === null) return 'unknown';
  const limit = Number.parseFloat(match[1] ?? '') * (match[2] === 'px' ? 1 : pixelsPerEm);
  const size = name === 'width' ? screen.width : screen.height;
  if (comparison.startsWith('>')) return size >= limit ? 'yes' : 'no';
  return size <= limit ? 'yes' : 'no';
}
