import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { labelPhrase } from '../../schema/concepts.ts';
import type { Field } from '../../schema/field.ts';
import { type FieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { wordsOf } from '../../words/words.ts';

const maxLines = 4_000;
const maxLineLength = 120;
const maxNameWords = 4;
const maxCandidates = 8;
const maxValueLength = 40;
const minFit = 0.9;
/** Strength of a value behind a name without a mark between them. */
const strength = 0.7;
/** Separators of the parts of a line. */
const partSeparator = /(?:,|;|\s[·•|–—])\s/u;
const figureStart = /^[+#\p{Sc}]?\s?\p{Nd}/u;
/** Kinds whose form tells a value that starts with words: "Updated April 30, 2026". */
const formedKinds: ReadonlySet<Field['kind']> = new Set(['date']);

/** Returns the text behind the first words of a part of a line if they are a name of the field. */
function valueBehindName(part: string, names: FieldNames): { value: string; fit: number } | null {
  const ends = [...part.matchAll(/\s+/gu)].slice(0, maxNameWords).toReversed();
  for (const { index, 0: space } of ends) {
    const words = /[:：]$/u.test(part.slice(0, index)) ? [] : wordsOf(part.slice(0, index));
    const fit = words.length === 0 ? 0 : scoreNameMatch(names, labelPhrase(words), words);
    if (fit >= minFit) return { value: part.slice(index + space.length), fit };
  }
  return null;
}

/**
 * Returns the figures directly behind the name of a field at the start of a line, or of a part of it: "Room 3.101", "Season 4 ·
 * Episode 47", "Last updated 24 March 2026". A remark in brackets behind them is left out.
 */
export function lineStarts(field: Field, names: FieldNames, page: PageFacts): Candidate[] {
  const candidates: Candidate[] = [];
  if (field.kind === 'long_text' || field.kind === 'title' || field.choices !== null) return candidates;
  // Of several prices, all amounts of the page decide; a colon behind a name is read with the labels.
  if (names.concepts[0]?.amount !== undefined) return candidates;
  for (const { text, element } of page.lines().slice(0, maxLines)) {
    if (text.length > maxLineLength || !/\p{Nd}/u.test(text)) continue;
    // The parts of a date are no parts of a line.
    for (const part of [text, ...text.split(partSeparator)]) {
      const found = valueBehindName(part, names);
      const value = found?.value.replace(/\s?[([][^()[\]]*[)\]]$/u, '') ?? '';
      if (found === null || value.length > maxValueLength) continue;
      if (!figureStart.test(value) && !(formedKinds.has(field.kind) && /\p{Nd}/u.test(value))) continue;
      const reason = `label "${part.slice(0, part.length - found.value.length).trim()}"`;
      candidates.push({
        text: value,
        node: element,
        source: 'visible',
        reason,
        strength: strength * found.fit,
        fit: found.fit,
      });
      break;
    }
    if (candidates.length >= maxCandidates) break;
  }
  return candidates;
}
