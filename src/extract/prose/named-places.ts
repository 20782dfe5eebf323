import { conceptsOf } from '../schema/concepts.ts';
import type { NamedRole } from './named-roles.ts';
import { findNames, type ProseName, textOfName } from './names.ts';
import type { Sentence } from './sentences.ts';
import type { AskedField } from './span-features.ts';

/** How sentences begin to say where an event is, folded. */
const events =
  /\b(?:take[sn]? place|took place|taking place|(?:is|be|was|are|were) held|a lieu|aura lieu|se tient|se tiendra|se deroule|se celebra(?:ra)?|tiene lugar|tendra lugar|se realiza|si svolge(?:ra)?|si tiene|si terra|ha luogo|vindt|realiza-se|ager rum|finder sted|finner sted|odbywa sie)\b/u;
/** The German verb, whose second part stands behind the place. */
const germanEvent = /\b(?:findet|finden|fand|fanden)\b(?=.{3,200}\bstatt\b)/u;
const prepositions: ReadonlySet<string> = new Set(
  'at in im auf a au aux dans en al nel nella presso no na em i pa w we'.split(' '),
);
const articles: ReadonlySet<string> = new Set(
  'the der dem den die das la le les l el los las lo il de het'.split(' '),
);
const placeConcepts: ReadonlySet<string> = new Set(['location', 'venue', 'city']);
/** Maximum number of words between the verb of an event and the preposition of its place. */
const maxDistance = 8;

/** Returns true if a preposition of place, and perhaps an article, stands in front of a name. */
function isAtPlace({ words }: Sentence, { first }: ProseName, from: number): boolean {
  const before = articles.has(words[first - 1]?.word ?? '') ? first - 2 : first - 1;
  return before >= from && prepositions.has(words[before]?.word ?? '') && before - from <= maxDistance;
}

/** Returns true if a quotation follows a name: 'at the Hotel "Ana"'. */
function isCut({ text, words }: Sentence, { end }: ProseName): boolean {
  return /^\s?["“„«‘']\p{L}/u.test(text.slice(words[end - 1]?.to));
}

/** Returns true for one German noun behind an article: "auf der Terrasse", "im Frühjahr" are no names. */
function isNoun({ words }: Sentence, { first, end }: ProseName, language: string | null): boolean {
  return language?.startsWith('de') === true && end - first === 1 && words[first - 1]?.word !== 'in';
}

/** Returns the places that a sentence names, from the nearest to the widest: "at the Assembly Rooms in Barrowby"; null for one that is no name. */
function placesOf(sentence: Sentence, language: string | null): (string | null)[] {
  const folded = sentence.words.map(({ word }) => word).join(' ');
  const match = events.exec(folded) ?? germanEvent.exec(folded);
  if (match === null || sentence.isQuestion) return [];
  const from = folded.slice(0, match.index + match[0].length).split(' ').length;
  return findNames(sentence, language)
    .filter((name) => name.first >= from && isAtPlace(sentence, name, from))
    .map((name) =>
      isNoun(sentence, name, language) || isCut(sentence, name) ? null : textOfName(sentence, name),
    );
}

/** Returns true if a field asks where something is. */
export function asksForPlace({ field }: AskedField): boolean {
  return conceptsOf(field.words).some(({ name }) => placeConcepts.has(name));
}

/**
 * Returns the place of an event that the sentences of a page name: "takes place at the Assembly Rooms in Barrowby". A city is the last
 * of several places. Null if different sentences name different places.
 */
export function findNamedPlace(
  { field }: AskedField,
  sentences: readonly Sentence[],
  language: string | null,
): NamedRole | null {
  const concepts = conceptsOf(field.words).map(({ name }) => name);
  const found = sentences.flatMap((sentence) => {
    const places = placesOf(sentence, language);
    const known = places.filter((place) => place !== null);
    const [nearest] = concepts.includes('venue') ? places : known;
    const value = concepts.includes('city') ? known.at(-1) : nearest;
    return value === undefined || value === null ? [] : [{ value, sentence }];
  });
  const [first, ...others] = found;
  return first === undefined || others.some(({ value }) => value !== first.value) ? null : first;
}
