import { foldWords } from './separate-words.ts';

/** Words of program texts and addresses: letters, digits and underscores, joined by `.`, `-`, `::` or `->`. */
const candidates = /[\p{L}\p{N}_$]+(?:(?:\.|-|::|->)[\p{L}\p{N}_$]+)*/gu;
const separators = /\.|->|-|::/;
/** A lower-case letter or digit before a capital, or the last of several capitals (`HTTPServer`). */
const caseBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** What every identifier holds: a separator, an underscore, a dollar sign or a case boundary. */
const identifierSign = /[_$.:>-]|[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const maxLength = 80;
const maxSegments = 6;
const minWholeLength = 3;

/** A word that consists of several words: `filter_map`, `HashMap`, `os.path.join`, `Iterator::next`, `full-text`. */
export interface Identifier {
  /** The segments between separators, each joined to one word: `iterator`, `filtermap`. */
  segments: string[];
  /** The words of all segments: `iterator`, `filter`, `map`. */
  parts: string[];
  /** All words joined to one: `iteratorfiltermap`. */
  whole: string;
}

function joinCharacters(text: string): string {
  return foldWords(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function splitSegment(segment: string): string[] {
  return segment
    .split(/[_$]/)
    .flatMap((word) => word.split(caseBoundary))
    .map(joinCharacters)
    .filter(Boolean);
}

/**
 * Parses a word; null if it is an ordinary word or a number, or has other characters, such as those of an e-mail address, a call or a
 * path.
 */
export function parseIdentifier(word: string): Identifier | null {
  if (word.length > maxLength || !identifierSign.test(word)) return null;
  if (word.match(candidates)?.[0] !== word) return null;
  const segments = word.split(separators).map((segment) => ({
    joined: joinCharacters(segment),
    parts: splitSegment(segment),
  }));
  const parts = segments.flatMap((segment) => segment.parts);
  if (parts.length < 2 || segments.length > maxSegments) return null;
  const whole = parts.join('');
  if (whole.length < minWholeLength || /^\p{N}+$/u.test(whole)) return null;
  return { segments: segments.flatMap(({ joined }) => joined || []), parts, whole };
}

/** Returns the words of a text that stand for its identifiers and do not occur in it, at most `maxWords`. */
export function findIdentifierWords(text: string, maxWords: number): string[] {
  const words = new Set<string>();
  for (const candidate of new Set(text.match(candidates))) {
    const identifier = parseIdentifier(candidate);
    if (identifier === null) continue;
    words.add(identifier.whole);
    for (const segment of identifier.segments) words.add(segment);
    for (const part of identifier.parts) words.add(part);
    if (words.size >= maxWords) break;
  }
  return [...words];
}

/**
 * Folds a text to words that PostgreSQL's parser does not combine: it reads `os.path` as a host and `a/b` as a file.
 * A dot between digits remains, as in `3.11`; letters behind such a number are a word of their own, as in `3.5mm`. `C++` and `C#`
 * become words of their own.
 */
function foldToWords(text: string): string {
  return foldWords(text)
    .replace(/(?<=\b[a-z])\+\+/g, 'plusplus')
    .replace(/(?<=\b[a-z])#/g, 'sharp')
    .replace(/[^\p{L}\p{N}\p{M}.\s]|\.(?!\p{N})|(?<!\p{N})\./gu, ' ')
    .replace(/\.\p{N}{1,40}(?=\p{L})/gu, '$& ');
}

/** Returns the words of a text, folded. PostgreSQL's parser reads each as one word. */
export function wordsIn(text: string): string[] {
  return foldToWords(text).split(/\s+/).filter(Boolean);
}
