/** Part of a section of a number format. */
export type FormatPart =
  | { type: 'literal'; text: string }
  | { type: 'digit'; isZero: boolean }
  /** Part of a duration; `width` is its minimum number of digits. */
  | { type: 'unit'; unit: 'h' | 'm' | 's'; width: number }
  | { type: 'date'; letter: string }
  /** `scale` is a comma that divides by 1,000. */
  | { type: 'general' | 'point' | 'scale' | 'percent' | 'exponent' | 'slash' | 'text' };

/** Section of a number format, for the values that fulfil its condition, or for those of a sign. */
export interface FormatSection {
  kind: 'number' | 'date' | 'time' | 'dateTime' | 'elapsed' | 'empty';
  parts: readonly FormatPart[];
  condition: ((value: number) => boolean) | null;
}

/** Maximum length of a format code that is read, in UTF-16 code units (the limit of spreadsheets is 255). */
const maxCodeLength = 1_000;

/** Parses a number format code (ECMA-376 part 1, 18.8.31). */
export function parseFormatCode(code: string): FormatSection[] {
  const sections: FormatSection[] = [];
  const text = code.slice(0, maxCodeLength);
  let at = 0;
  while (at <= text.length && sections.length < 4) {
    const { section, end } = parseSection(text, at);
    sections.push(section);
    at = end + 1;
  }
  return sections;
}

function parseSection(code: string, start: number): { section: FormatSection; end: number } {
  const parts: FormatPart[] = [];
  let condition: FormatSection['condition'] = null;
  let at = start;
  while (at < code.length && code[at] !== ';') {
    const one = code.charAt(at);
    if (one === '"' || one === '[') {
      const close = code.indexOf(one === '"' ? '"' : ']', at + 1);
      const end = close === -1 ? code.length : close;
      const inner = code.slice(at + 1, end);
      if (one === '"') parts.push({ type: 'literal', text: inner });
      else condition = readBrackets(inner, parts) ?? condition;
      at = end + 1;
    } else if (one === '\\') {
      parts.push({ type: 'literal', text: code.charAt(at + 1) });
      at += 2;
    } else if (one === '_' || one === '*') at += 2;
    else at += addPlainPart(code, at, parts);
  }
  const isEmpty = at === start && code !== '';
  const isElapsed = parts.some(({ type }) => type === 'unit');
  const kind = isEmpty ? 'empty' : isElapsed ? 'elapsed' : kindOf(parts);
  const kept = isElapsed ? durationParts(parts) : withoutSeparators(parts);
  return { section: { kind, parts: kept, condition }, end: at };
}

/** Adds the unit of a duration or the currency in brackets; returns the condition in them, or null. */
function readBrackets(inner: string, parts: FormatPart[]): FormatSection['condition'] {
  if (/^(?:h+|m+|s+)$/i.test(inner)) parts.push({ type: 'unit', unit: unitOf(inner), width: inner.length });
  else if (inner.startsWith('$'))
    parts.push({ type: 'literal', text: inner.slice(1).split('-', 1)[0] ?? '' });
  else return conditionOf(inner);
  return null;
}

const generalName = 'general';
const halfDay = /^(?:am\/pm|a\/p)/i;

/** Adds the part at an index, and returns its length. */
function addPlainPart(code: string, at: number, parts: FormatPart[]): number {
  const one = code.charAt(at);
  const rest = code.slice(at, at + generalName.length);
  if (rest.toLowerCase() === generalName) return add(parts, { type: 'general' }, generalName.length);
  const half = halfDay.exec(rest)?.[0];
  if (half !== undefined) return add(parts, { type: 'date', letter: 'a' }, half.length);
  if (/[0#?]/.test(one)) return add(parts, { type: 'digit', isZero: one === '0' }, 1);
  if (/^e[+-]/i.test(rest)) return add(parts, { type: 'exponent' }, 2);
  if (/[ymdhs]/i.test(one)) {
    const length = /^(.)\1*/i.exec(code.slice(at, at + 5))?.[0].length ?? 1;
    return add(parts, { type: 'date', letter: one.toLowerCase() }, length);
  }
  const type = ({ '.': 'point', ',': 'scale', '%': 'percent', '/': 'slash', '@': 'text' } as const)[one];
  return add(parts, type === undefined ? { type: 'literal', text: one } : { type }, 1);
}

function add(parts: FormatPart[], part: FormatPart, length: number): number {
  parts.push(part);
  return length;
}

function unitOf(text: string): 'h' | 'm' | 's' {
  const letter = text.charAt(0).toLowerCase();
  return letter === 'h' || letter === 'm' ? letter : 's';
}

function conditionOf(text: string): FormatSection['condition'] {
  const match = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/.exec(text);
  if (match === null) return null;
  const limit = Number(match[2]);
  const comparisons: Readonly<Record<string, (value: number) => boolean>> = {
    '<': (value) => value < limit,
    '<=': (value) => value <= limit,
    '>': (value) => value > limit,
    '>=': (value) => value >= limit,
    '=': (value) => value === limit,
    '<>': (value) => value !== limit,
  };
  return comparisons[match[1] ?? ''] ?? null;
}

/** Returns the parts without the commas that separate thousands, which are those before a digit. */
function withoutSeparators(parts: readonly FormatPart[]): FormatPart[] {
  const lastDigit = parts.findLastIndex(({ type }) => type === 'digit');
  const point = parts.findIndex(({ type }) => type === 'point');
  const lastWhole =
    point === -1 ? lastDigit : parts.slice(0, point).findLastIndex(({ type }) => type === 'digit');
  const isScale = (index: number) =>
    index > lastWhole && (point === -1 || index < point || index > lastDigit);
  return parts.filter((part, index) => part.type !== 'scale' || isScale(index));
}

function kindOf(parts: readonly FormatPart[]): FormatSection['kind'] {
  const letters = parts.map((part) => (part.type === 'date' ? part.letter : '')).join('');
  if (letters === '') return 'number';
  const hasHour = /[hs]/.test(letters);
  const hasDay = /[yd]/.test(letters) || (letters.includes('m') && !hasHour);
  if (hasDay) return hasHour ? 'dateTime' : 'date';
  return hasHour ? 'time' : 'number';
}

/** Returns the units of a duration; further ones have two digits. */
function durationParts(parts: readonly FormatPart[]): FormatPart[] {
  return parts.flatMap((part): FormatPart[] => {
    if (part.type === 'unit') return [part];
    const isUnit = part.type === 'date' && /[hms]/.test(part.letter);
    return isUnit ? [{ type: 'unit', unit: unitOf(part.letter), width: 2 }] : [];
  });
}
