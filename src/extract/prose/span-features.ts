import { functionWords } from '../../page/text/function-words.ts';
import { closeness, type Meaning, meaningOf } from '../../page/words/meaning.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { labelPhrase } from '../schema/concepts.ts';
import type { Field, FieldKind } from '../schema/field.ts';
import { type FieldNames, scoreNameMatch } from '../schema/name-match.ts';
import { namesKind } from '../schema/related-name.ts';
import { unitOf } from '../typed/quantity.ts';
import { singular } from '../words/words.ts';
import type { Sentence, SentenceWord } from './sentences.ts';
import type { Span, SpanForm } from './spans.ts';

/** Weight of a word of a field's name that says only of which kind the value is. */
const genericWeight = 0.3;
const kinds: readonly FieldKind[] = ['text', 'money', 'number', 'rating', 'date', 'duration'];
const forms: readonly SpanForm[] = ['money', 'duration', 'date', 'quantity', 'number'];
/** Words by which a sentence of one of {@link languagesOfNegations} says that something is not so. */
export const negations =
  /^(?:not?|nor|never|cannot|\p{L}{1,10}n't|nicht|kein\p{L}*|nie|ohne|pas|sans|sin|jamas|sem|nao|non|senza|mai|niet|geen|zonder|bez|brak|inte|ej|utan|ikke|ingen|intet|uden|uten|не|нет|без)$/u;
/** Languages whose negations are all words of their own, so that their absence says that something is so. */
export const languagesOfNegations: ReadonlySet<string> = new Set(
  'en de fr es pt it nl pl sv da nb no ru'.split(' '),
);

/** Number of words on each side of a span that are compared with a field, and how fast their weight falls. */
const windowWords = 14;
const decayWords = 4;
const clauseDistance = 2;
const maxPhraseWords = 3;
const minStemLength = 5;
/** Prepositions that say for whom or what an amount is, and how far behind them the name may stand. */
const joiningWords: ReadonlySet<string> = new Set(
  'for per fur pro je pour par para por voor dla na for till til для за'.split(' '),
);
const maxJoined = 4;

/** A field as its words are compared with those of sentences. */
export interface AskedField {
  field: Field;
  names: FieldNames;
  words: readonly { word: string; weight: number; meaning: Meaning | null }[];
  /** Match of phrases with the names of the field, by the phrase. */
  phraseScores: Map<string, number>;
  /** True if the words of the field say no more than the kind of its value. */
  isVague: boolean;
  unit: ReturnType<typeof unitOf>;
}

/** Prepares a field for comparisons. */
export function createAskedField(field: Field, names: FieldNames): AskedField {
  const content = names.words.filter((word) => !functionWords.has(word) && /\p{L}/u.test(word));
  const words = content.map((word) => ({
    word,
    weight: word === 'year' || namesKind(word, field.kind) ? genericWeight : 1,
    meaning: meaningOf([word]),
  }));
  const isVague = words.every(({ weight }) => weight < 1);
  return {
    field,
    names,
    words,
    phraseScores: new Map(),
    isVague,
    unit: unitOf(field.words, field.description),
  };
}

/** Returns true if two words begin alike, so that they are probably forms of one word. */
export function haveSameStem(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let common = 0;
  while (common < shorter && one[common] === other[common]) common++;
  return common >= minStemLength && common >= 0.7 * Math.max(one.length, other.length);
}

/** Returns how similar a word is to one of a field: 1 for the same, .9 for another form of it, else by meaning. */
export function similarity(asked: AskedField['words'][number], word: string): number {
  if (asked.word === word || asked.word === singular(word)) return 1;
  if (haveSameStem(asked.word, word)) return 0.9;
  const meaning =
    asked.meaning === null || functionWords.has(word) || /\d/.test(word) ? null : meaningOf([word]);
  return meaning === null || asked.meaning === null ? 0 : Math.max(0, closeness(asked.meaning, meaning));
}

/** A word beside a span, with its distance in words; negative in front of the span. */
interface NearWord extends SentenceWord {
  distance: number;
  isSameClause: boolean;
  decay: number;
}

/** Returns the words around a span, without its own. */
function nearWords({ words }: Sentence, span: Span): NearWord[] {
  const first = words.findIndex(({ to }) => to > span.from);
  const start = first === -1 ? words.length : first;
  let end = start;
  while (end < words.length && (words[end]?.from ?? 0) < span.to) end++;
  const own = words[Math.min(start, words.length - 1)]?.clause ?? 0;
  const near: NearWord[] = [];
  words.forEach((word, at) => {
    if (at >= start && at < end) return;
    const distance = at < start ? at - start : at - end + 1;
    if (Math.abs(distance) > windowWords) return;
    const apart = Math.abs(distance) - 1 + clauseDistance * Math.abs(word.clause - own);
    near.push({
      ...word,
      distance,
      isSameClause: word.clause === own,
      decay: Math.exp(-apart / decayWords),
    });
  });
  return near;
}

/** How well the words around a span cover the words of a field. */
interface Coverage {
  all: number;
  near: number;
  least: number;
  before: number;
  behind: number;
  literal: number;
  /** The word that is most similar and nearest to the span. */
  word: NearWord | null;
}

function coverageOf(asked: AskedField, near: readonly NearWord[]): Coverage {
  const coverage: Coverage = { all: 0, near: 0, least: 1, before: 0, behind: 0, literal: 0, word: null };
  let weights = 0;
  let most = 0;
  const { isVague } = asked;
  for (const word of asked.words) {
    let [best, decayed] = [0, 0];
    for (const one of near) {
      const { word: other, distance, decay } = one;
      const similar = similarity(word, other);
      if (similar * decay * word.weight > most) {
        most = similar * decay * word.weight;
        coverage.word = one;
      }
      best = Math.max(best, similar);
      decayed = Math.max(decayed, similar * decay);
      if (distance === 1 || distance === 2)
        coverage.behind = Math.max(coverage.behind, similar * (isVague ? 1 : word.weight));
      if (distance < 0 && distance >= -3)
        coverage.before = Math.max(coverage.before, similar * (isVague ? 1 : word.weight));
    }
    weights += word.weight;
    coverage.all += best * word.weight;
    coverage.near += decayed * word.weight;
    if (word.weight === 1 || isVague) coverage.least = Math.min(coverage.least, best);
    if (best >= 0.9) coverage.literal += word.weight;
  }
  if (weights === 0) return { ...coverage, least: 0 };
  coverage.all /= weights;
  coverage.near /= weights;
  coverage.literal /= weights;
  return coverage;
}

/** Returns the best match of a phrase near a span with the names of the field, in front of it and behind it. */
function phraseMatch({ names, phraseScores }: AskedField, near: readonly NearWord[]): [number, number] {
  const best: [number, number] = [0, 0];
  for (let from = 0; from < near.length; from++) {
    for (let length = 1; length <= maxPhraseWords && from + length <= near.length; length++) {
      const run = near.slice(from, from + length);
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined || first.distance < 0 !== last.distance < 0) break;
      const words = run.map(({ word }) => word);
      const key = words.join(' ');
      let score = phraseScores.get(key);
      if (score === undefined) {
        score = scoreNameMatch(names, labelPhrase(words), words);
        phraseScores.set(key, score);
      }
      const side = first.distance < 0 ? 0 : 1;
      best[side] = Math.max(best[side], score * Math.max(first.decay, last.decay));
    }
  }
  return best;
}

/** A span that may answer a field, with what its sentence says of it. */
export interface SpanMatch {
  sentence: Sentence;
  span: Span;
  coverage: Coverage;
  phrase: [number, number];
  /** Number of words of the sentence, and whether a word before the span negates it. */
  words: number;
  isNegated: boolean;
  /** True if a word of the same clause directly behind the span says what it counts. */
  isCounted: boolean;
  /** True if a preposition directly behind the span joins it to the word that matches best: "£6 for adults". */
  isAttached: boolean;
  /** True if a preposition joins the word that matches best to something in front of it. */
  isAttachedToOther: boolean;
  /** True if another span of the sentence is nearer to the word that matches best. */
  isOfNearer: boolean;
}

/** Returns the number of words and clauses between a word and a span. */
function distanceOf({ from, to, clause }: SentenceWord, span: Span, { words }: Sentence): number {
  const [start, end] = from < span.from ? [to, span.from] : [span.to, from];
  const between = words.filter((word) => word.from >= start && word.to <= end);
  const own = words.find((word) => word.to > span.from)?.clause ?? clause;
  return between.length + clauseDistance * Math.abs(own - clause);
}

/** Compares a field with a span. `siblings` are all spans of the sentence. */
export function matchSpan(
  asked: AskedField,
  sentence: Sentence,
  span: Span,
  siblings: readonly Span[],
): SpanMatch {
  const near = nearWords(sentence, span);
  const coverage = coverageOf(asked, near);
  const { word } = coverage;
  const isNearer = (other: Span) =>
    word !== null && other !== span && distanceOf(word, other, sentence) < distanceOf(word, span, sentence);
  const [behind] = near.filter(({ distance }) => distance === 1);
  const isJoined = behind !== undefined && joiningWords.has(behind.word);
  const beforeWord =
    word === null
      ? undefined
      : sentence.words[sentence.words.findIndex(({ from }) => from === word.from) - 1];
  return {
    sentence,
    span,
    coverage,
    isAttached: isJoined && word !== null && word.distance > 1 && word.distance <= maxJoined,
    isAttachedToOther: word !== null && word.distance < 0 && joiningWords.has(beforeWord?.word ?? ''),
    isOfNearer: siblings.some(isNearer),
    phrase: phraseMatch(asked, near),
    words: sentence.words.length,
    isCounted: near.some(
      ({ word, distance, decay }) =>
        distance === 1 && decay === 1 && !functionWords.has(word) && /\p{L}/u.test(word),
    ),
    isNegated: near.some(({ word, distance }) => distance < 0 && distance >= -4 && negations.test(word)),
  };
}

/** Strength of a match without training, by which matches are compared. */
export function roughScore({ coverage, phrase }: SpanMatch): number {
  return Math.max(coverage.near, ...phrase);
}

const featureCount = 26;
/** Number of columns of a row. Trained weights depend on the order of the columns: train again after a change. */
export const rowWidth = featureCount + kinds.length + forms.length;

/** Returns a row of {@link rowWidth} numbers. `all` are the matches of the field, `others` the best scores of other fields for the span. */
export function spanFeatures(
  asked: AskedField,
  match: SpanMatch,
  all: readonly SpanMatch[],
  ofOthers: number,
  page: PageFacts,
): Float32Array {
  const { coverage, phrase, sentence, span } = match;
  const score = roughScore(match);
  let rival = 0;
  let rivals = 0;
  let same = 0;
  for (const other of all) {
    if (other === match) continue;
    if (other.span.text === span.text) same++;
    else {
      rival = Math.max(rival, roughScore(other));
      if (other.span.form === span.form) rivals++;
    }
  }
  const title = page.titleLine();
  return Float32Array.from([
    coverage.all,
    coverage.near,
    coverage.least,
    coverage.before,
    coverage.behind,
    coverage.literal,
    phrase[0],
    phrase[1],
    score - rival,
    score - ofOthers,
    Math.log1p(rivals) / 4,
    Math.min(1, same / 2),
    Math.log1p(match.words) / 4,
    title === -1 ? 0 : Math.log1p(Math.abs(sentence.line - title)) / 6,
    title !== -1 && sentence.line < title ? 1 : 0,
    sentence.isQuestion ? 1 : 0,
    match.isNegated ? 1 : 0,
    asked.words.length / 4,
    asked.names.concepts.length > 0 ? 1 : 0,
    asked.unit === null ? 0 : 1,
    asked.isVague ? 1 : 0,
    match.isCounted ? 1 : 0,
    match.isOfNearer ? 1 : 0,
    match.isAttached ? 1 : 0,
    match.isAttachedToOther ? 1 : 0,
    coverage.word?.isSameClause === true ? 1 : 0,
    ...kinds.map((kind) => (kind === asked.field.kind ? 1 : 0)),
    ...forms.map((form) => (form === span.form ? 1 : 0)),
  ]);
}
