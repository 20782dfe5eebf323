import { forEachInTurns } from '../system/turns.ts';
import { cleanJson, cleanText } from './clean-text.ts';

/** Values up to this size, in characters, are written at once, which is faster. */
export const maxAtOnce = 256 * 1024;
/** Approximate size of a piece in characters. */
const pieceLength = 64 * 1024;

/** How the pieces of a value are written. */
export interface PieceStyle {
  /** Returns the JSON of a value of about {@link pieceLength} at most; undefined for what JSON leaves out. */
  stringify(value: unknown): string | undefined;
  /** Returns the names of the members in their order. */
  namesOf(value: object): string[];
  /** Changes a part of a long text. */
  toText(part: string): string;
}

/** Writes JSON as {@link cleanJson} does. */
const cleanStyle: PieceStyle = { stringify: cleanJson, namesOf: Object.keys, toText: cleanText };

/**
 * Returns whether the JSON of a value has more than about `limit` characters. Takes time in proportion to the limit, not
 * to the value.
 */
export function isLongerThan(value: unknown, limit: number): boolean {
  let left = limit;
  const exceeds = (one: unknown): boolean => {
    left -= typeof one === 'string' ? one.length + 2 : 4;
    if (left < 0) return true;
    if (typeof one !== 'object' || one === null) return false;
    if (Array.isArray(one)) return one.some(exceeds);
    for (const name in one) {
      left -= name.length + 4;
      if (exceeds((one as Record<string, unknown>)[name])) return true;
    }
    return left < 0;
  };
  return exceeds(value);
}

/** Yields the parts of a long text. A surrogate pair stays in one part. */
export function* textParts(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isPairCut = /[\ud800-\udbff]/.test(text.charAt(at + pieceLength - 1));
    const end = at + pieceLength + (isPairCut ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

function* longText(text: string, { toText }: PieceStyle): Generator<string> {
  yield '"';
  for (const part of textParts(text)) yield JSON.stringify(toText(part)).slice(1, -1);
  yield '"';
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  );
}

function* tokens(value: unknown, style: PieceStyle): Generator<string> {
  if (hasToJson(value)) return yield* tokens(value.toJSON(), style);
  if (!isLongerThan(value, pieceLength)) return yield style.stringify(value) ?? 'null';
  if (typeof value === 'string') return yield* longText(value, style);
  let separator = '';
  if (Array.isArray(value)) {
    yield '[';
    for (const item of value) {
      yield separator;
      yield* tokens(item, style);
      separator = ',';
    }
    return yield ']';
  }
  yield '{';
  const members = value as Record<string, unknown>;
  for (const name of style.namesOf(members)) {
    const member = members[name];
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
    yield `${separator}${style.stringify(name)}:`;
    yield* tokens(member, style);
    separator = ',';
  }
  yield '}';
}

/** Yields the JSON of a value in pieces, with `cleanText` applied to every string and name as `cleanJson` does. */
export function* jsonPieces(value: unknown, style: PieceStyle = cleanStyle): Generator<string> {
  let piece = '';
  for (const token of tokens(value, style)) {
    piece += token;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Returns the JSON of a value in UTF-8, as {@link jsonPieces} writes it. A large value does not block other work. */
export async function jsonBytes(value: unknown): Promise<Buffer<ArrayBuffer>> {
  if (!isLongerThan(value, maxAtOnce)) return Buffer.from(cleanJson(value), 'utf8');
  const pieces: Buffer[] = [];
  await forEachInTurns(jsonPieces(value), (piece) => pieces.push(Buffer.from(piece, 'utf8')));
  return Buffer.concat(pieces);
}
