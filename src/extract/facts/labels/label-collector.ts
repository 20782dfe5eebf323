import { replaceSpans } from '../../../domain/values/replace-spans.ts';
import { labelPhrase } from '../../schema/concepts.ts';
import { hasKindSign } from '../../schema/kind-signs.ts';
import { wordsOf } from '../../words/words.ts';

/** A label on the page and the value beside it. */
export interface LabelPair {
  /** Label in the form used for comparison. */
  phrase: string;
  words: readonly string[];
  /** Label as the page shows it. */
  label: string;
  value: string;
  /** The whole block that the label governs, if the value is only its first line. */
  block?: string;
  node: number;
  /** Certainty that the label belongs to the value, from 0 to 1, judged by the markup. */
  strength: number;
}

/** Maximum length of a label. */
export const maxLabelLength = 45;
const maxValueLength = 1_500;
/** Maximum number of pairs of a page. */
export const maxPairs = 4_000;

/** Returns true if a text may be a label: short, with letters, and no sentence. */
export function isLabelText(text: string): boolean {
  return text.length <= maxLabelLength && /\p{L}/u.test(text) && !/[.!?]\s/.test(text);
}

/** Texts such as "see all" that lead to more and are no value. */
const moreLinkPattern =
  /^[([]?(?:more|see (?:all|more)|view (?:all|more)|show (?:all|more)|read more|details|learn more|edit|help|what's this\??|mehr|plus|más|ver más|altro|meer|więcej)[)\]]?[\s»›>.…]*$/iu;

/** Returns a label without the marks around it. */
export const trimmed = (text: string) =>
  text.replace(/^(?:[\s:：–|•·*]|-(?![\p{L}-]))+|(?<![\s:：\-–|•·*])[\s:：\-–|•·*]+$/gu, '').trim();

/** A text that is only a time of day: `08:04`, `3 PM`, `17.30 Uhr`. */
const clockForm =
  /^(?:(?:at|um|à|a las|alle|om|kl\.?) )?(?:\d{1,2}[:.h]\d{2}(?::\d{2})?|\d{1,2}(?= ?[ap]\.?m))(?: ?(?:[ap]\.?m\.?|uhr|h))?(?: [A-Z]{2,5})?$/iu;
const maxDateLength = 30;
/** Share of its strength that a pair has under the name that its value completes. */
const completedShare = 0.9;
/** Share of its strength that each part of a label and a value has. */
const partShare = 0.95;

/** Returns the word that a value adds to its label: "Arrival" with a time of day is an arrival time. */
function kindWordOf(value: string): string | null {
  if (value.length > maxDateLength || !/\d/.test(value)) return null;
  return clockForm.test(value) ? 'time' : hasKindSign('date', value) ? 'date' : null;
}

/** Marks and words between two things that one label names. */
const compound = /\S(?: ?[/&+] ?| (?:and|und|et|y|og|och|oraz|ve) |[・、])\S/u;
const partSeparator = / ?[/・] ?/u;

/** Returns true if a label names two things: "Sunrise/sunset", "Creators and guests". */
export function isCompoundLabel(text: string): boolean {
  return compound.test(text);
}

/** Collects the label pairs of a page. */
export class LabelCollector {
  readonly pairs: LabelPair[] = [];

  /** Adds the parts of a label and a value that are separated alike: "Doors / seats" and "5 / 4". */
  #addParts(label: string, value: string, node: number, strength: number): void {
    const labels = label.split(partSeparator);
    const values = value.split(partSeparator);
    if (labels.length < 2 || labels.length !== values.length || values.includes('')) return;
    labels.forEach((one, at) => {
      this.add(one, values[at] ?? '', node, strength * partShare);
    });
  }

  /** Adds a label and its value, unless one of them cannot be one. */
  add(label: string, value: string, node: number, strength: number, block?: string): void {
    const labelText = trimmed(label);
    // A dash directly before a digit is a minus sign.
    const valueText = value.replace(/^(?:[\s:：]|[-–](?![\d\p{Sc}]))+/u, '').trim();
    if (
      !isLabelText(labelText) ||
      valueText === '' ||
      valueText.length > maxValueLength ||
      moreLinkPattern.test(valueText)
    )
      return;
    this.#addParts(labelText, valueText, node, strength);
    const kindWord = kindWordOf(valueText);
    const isCompound = isCompoundLabel(labelText);
    // Text in brackets is a unit, or part of the label as in "City (mpg)": both forms are added.
    const withoutShare = labelText.replace(/ \d{1,3}(?:[.,]\d{1,2})? ?%$/, '');
    for (const variant of new Set([replaceSpans(withoutShare, '(', ')', ' '), withoutShare, labelText])) {
      const ownWords = wordsOf(variant);
      if (ownWords.length === 0 || ownWords.length > 6) continue;
      // A label of two things counts only as a whole: "Creators and guests" names no guests.
      const words = isCompound ? [labelPhrase(ownWords)] : ownWords;
      const pair = {
        label: labelText,
        value: valueText,
        ...(block !== undefined && { block }),
        node,
        strength,
      };
      this.pairs.push({ ...pair, phrase: labelPhrase(ownWords), words });
      if (kindWord === null || ownWords.includes(kindWord)) continue;
      // The completed name counts only as a whole: a field "time" asks for none of several times.
      const phrase = `${labelPhrase(ownWords)} ${kindWord}`;
      this.pairs.push({ ...pair, phrase, words: [phrase], strength: strength * completedShare });
    }
  }
}
