/** A text in the form in which secrets are compared, with the span of the original text behind each unit. */
export interface NormalizedText {
  /** UTF-16 units: lower case, decoded, with single spaces. */
  units: Uint16Array;
  /** Start and end in the original text of each unit. */
  starts: Int32Array;
  ends: Int32Array;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const maxEntityLength = 10;
const space = 32;

function isSpace(unit: number): boolean {
  return (
    unit === space ||
    (unit >= 9 && unit <= 13) ||
    unit === 0xa0 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x202f ||
    unit === 0x3000
  );
}

/** Returns true for characters that are not visible and that pages insert into long words. */
function isInvisible(unit: number): boolean {
  return unit === 0xad || (unit >= 0x200b && unit <= 0x200d) || unit === 0x2060 || unit === 0xfeff;
}

function hexByte(text: string, at: number): number {
  const digits = text.slice(at, at + 2);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

/** A decoded character and the length of its encoded form. */
interface Decoded {
  text: string;
  length: number;
}

/** Decodes one percent-encoded character (RFC 3986 section 2.1) in UTF-8; null if there is none at the position. */
function decodePercent(text: string, at: number): Decoded | null {
  const lead = hexByte(text, at + 1);
  if (lead < 0) return null;
  const count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  const encoded = text.slice(at, at + 3 * count);
  try {
    return { text: decodeURIComponent(encoded), length: encoded.length };
  } catch {
    // Not UTF-8: the byte is a character of Latin-1.
    return { text: String.fromCharCode(lead), length: 3 };
  }
}

/** Decodes one character reference of HTML; null if there is none at the position. */
function decodeEntity(text: string, at: number): Decoded | null {
  const end = text.slice(at, at + maxEntityLength).indexOf(';');
  if (end < 2) return null;
  const name = text.slice(at + 1, at + end);
  const named = namedEntities[name.toLowerCase()];
  if (named !== undefined) return { text: named, length: end + 1 };
  const digits = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (digits === null) return null;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  return code <= 0x10ffff ? { text: String.fromCodePoint(code), length: end + 1 } : null;
}

/** Decodes one escape of a JSON string (RFC 8259 section 7); null if there is none at the position. */
function decodeEscape(text: string, at: number): Decoded | null {
  const next = text[at + 1] ?? '';
  if (next === '"' || next === '\\' || next === '/') return { text: next, length: 2 };
  const digits = text.slice(at + 2, at + 6);
  if (next !== 'u' || !/^[0-9a-f]{4}$/i.test(digits)) return null;
  return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
}

const decoders: ReadonlyMap<number, (text: string, at: number) => Decoded | null> = new Map([
  [0x25, decodePercent],
  [0x26, decodeEntity],
  [0x5c, decodeEscape],
]);

/**
 * Normalizes a text in linear time: letters in lower case, runs of whitespace as one space, invisible characters left
 * out, and percent-encoding, character references of HTML and escapes of JSON decoded.
 */
export function normalizeText(text: string): NormalizedText {
  // The lower case of one unit has at most three.
  let capacity = text.length + 16;
  let units = new Uint16Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let count = 0;
  const grow = () => {
    capacity *= 2;
    const grown = <Typed extends Uint16Array | Int32Array>(to: Typed, from: Typed): Typed => {
      to.set(from);
      return to;
    };
    units = grown(new Uint16Array(capacity), units);
    starts = grown(new Int32Array(capacity), starts);
    ends = grown(new Int32Array(capacity), ends);
  };
  const push = (unit: number, start: number, end: number) => {
    if (isInvisible(unit)) return;
    if (isSpace(unit)) {
      if (count > 0 && units[count - 1] === space) {
        ends[count - 1] = end;
        return;
      }
      unit = space;
    }
    if (count === capacity) grow();
    units[count] = unit;
    starts[count] = start;
    ends[count] = end;
    count += 1;
  };
  const pushAll = (decoded: string, start: number, end: number) => {
    const lower = decoded.toLowerCase();
    for (let at = 0; at < lower.length; at += 1) push(lower.charCodeAt(at), start, end);
  };
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const decoded = decoders.get(unit)?.(text, at) ?? null;
    if (decoded !== null) {
      pushAll(decoded.text, at, at + decoded.length);
      at += decoded.length;
      continue;
    }
    if (unit >= 0x41 && unit <= 0x5a) push(unit + 32, at, at + 1);
    else if (unit < 0x80) push(unit, at, at + 1);
    else pushAll(text.charAt(at), at, at + 1);
    at += 1;
  }
  return {
    units: units.subarray(0, count),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
  };
}

/** Returns the normalized form of a text as a string, without spaces around it. */
export function normalizedString(text: string): string {
  const { units } = normalizeText(text);
  let normalized = '';
  for (let at = 0; at < units.length; at += 8_192) {
    normalized += String.fromCharCode(...units.subarray(at, at + 8_192));
  }
  return normalized.trim();
}
