import { readFileSync } from 'node:fs';
import { functionWords } from '../../page/function-words.ts';
import { type Concept, conceptsOf, labelPhrase } from '../concepts.ts';
import { folded, singular, wordsOf } from '../words.ts';

/** How words of a field compare with words of a key. */
export interface NameMatcher {
  /** The field's own words, without what says nothing. */
  words: readonly string[];
  concepts: readonly Concept[];
  /** 0 to 1 for one name of a key; `path` is the whole pointer's words. */
  score(name: readonly string[]): number;
}

/** Words that are used for one another, a group a line, in the main languages of the web. */
const groups = (
  JSON.parse(readFileSync(new URL('./word-groups.json', import.meta.url), 'utf8')) as string[][]
).map((group) => group.map((word) => folded(word)));

const groupsOf = new Map<string, Set<number>>();
groups.forEach((group, index) => {
  for (const word of group) {
    for (const form of [word, singular(word)]) {
      const known = groupsOf.get(form) ?? new Set<number>();
      known.add(index);
      groupsOf.set(form, known);
    }
  }
});

/** Kinds of things that listings are about: they name the record rather than one of its values. */
const things = new Set(
  'product item job article post listing record entry book event movie film hotel property house home car vehicle recipe course flight article story thread offer result node ad package repository repo game song video photo question event person profile app entity object'.split(
    ' ',
  ),
);
/** Words that tell little of which value is meant. */
const vague = new Set(
  'name value text number type data info date time id count total amount full main raw display formatted string field attribute current'.split(
    ' ',
  ),
);
const units = new Set('in usd eur gbp dollars euros iso'.split(' '));

function weightOf(word: string): number {
  if (things.has(word)) return 0.25;
  return vague.has(word) ? 0.6 : 1;
}

/** A run of letters in which known words stand without a gap: `listprice`, `createdat`. */
function apart(word: string): string[] {
  if (word.length < 6 || groupsOf.has(word) || groupsOf.has(singular(word))) return [word];
  for (let at = word.length - 2; at >= 3; at--) {
    const first = word.slice(0, at);
    const rest = word.slice(at);
    const isKnown = (part: string) =>
      groupsOf.has(part) || things.has(part) || /^(?:at|on|by|id|url)$/.test(part);
    if (isKnown(first) && isKnown(rest)) return [first, rest];
  }
  return [word];
}

function cleaned(words: readonly string[]): string[] {
  const all = words.flatMap(apart).filter((word) => !/^\d+$/.test(word));
  const telling = all.filter((word) => !functionWords.has(word) || groupsOf.has(word));
  const plain = (telling.length > 0 ? telling : all).filter((word) => !units.has(word));
  return (plain.length > 0 ? plain : all).map((word) => singular(word));
}

/** How much two words mean the same: 1 for one word, less for one of its group. */
function alike(one: string, other: string): number {
  if (one === other) return 1;
  if (one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one))) return 0.85;
  const first = groupsOf.get(one);
  const second = groupsOf.get(other);
  if (first === undefined || second === undefined) return 0;
  for (const group of first) if (second.has(group)) return 0.8;
  return 0;
}

/** The part of the weight of both names that stands for the same. */
function overlap(field: readonly string[], key: readonly string[]): number {
  let matched = 0;
  let weight = 0;
  const used = new Set<string>();
  for (const word of field) {
    const own = weightOf(word);
    weight += own;
    let best = 0;
    let by = '';
    for (const other of key) {
      const likeness = alike(word, other);
      if (likeness > best) {
        best = likeness;
        by = other;
      }
    }
    if (best > 0) used.add(by);
    matched += own * best;
  }
  const extra = key.filter((word) => !used.has(word)).reduce((sum, word) => sum + weightOf(word), 0);
  return weight === 0 ? 0 : matched / (weight + 0.35 * extra);
}

/** "name of the company" as "company name". */
function turned(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word === 'of' || word === 'for' || word === 'to');
  if (at <= 0 || at === words.length - 1) return [...words];
  return [...words.slice(at + 1), ...words.slice(0, at)];
}

/** Makes the comparison for one field as it was asked for, in words. */
export function createNameMatcher(field: string): NameMatcher {
  const bare = field.replace(/\([^)]*\)/g, ' ');
  const said = turned(wordsOf(bare === '' ? field : bare));
  const words = cleaned(said);
  const withoutThings = words.filter((word) => !things.has(word));
  const core = withoutThings.length > 0 ? withoutThings : words;
  const concepts = conceptsOf(said).length > 0 ? conceptsOf(said) : conceptsOf(core);
  const phrase = labelPhrase(said);
  const known = new Map<string, number>();
  function judge(name: readonly string[]): number {
    const key = cleaned(name);
    if (key.length === 0) return 0;
    if (labelPhrase(name) === phrase || key.join(' ') === words.join(' ')) return 1;
    const called = conceptsOf(name);
    const first = concepts[0];
    const isSame = first !== undefined && called[0] === first;
    const isAlso = called.some((concept) => concepts.includes(concept));
    const shared = Math.max(overlap(words, key), core.join(' ') === key.join(' ') ? 0.95 : 0);
    // What is by its whole name another thing of the table is likelier that other thing.
    const isOther =
      called.length > 0 && concepts.length > 0 && !isAlso && called[0]?.kind !== concepts[0]?.kind;
    return Math.max(isSame ? 0.92 : isAlso ? 0.7 : 0, isOther ? shared * 0.6 : shared);
  }
  return {
    words,
    concepts,
    score(name) {
      const key = name.join(' ');
      let score = known.get(key);
      if (score === undefined) {
        score = judge(name);
        known.set(key, score);
      }
      return score;
    },
  };
}
