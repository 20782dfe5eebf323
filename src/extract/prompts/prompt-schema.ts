import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { closeness, meaningOf } from '../../page/words/meaning.ts';
import { type Concept, concepts, conceptsOf } from '../schema/concepts.ts';
import type { FieldKind } from '../schema/field.ts';
import { singular, wordsOf } from '../words/words.ts';
import { type Clause, clausesOf, fillerWords } from './prompt-clauses.ts';
import type { Asked } from './question-words.ts';

const maxFields = 30;
const maxPhraseLength = 4;
/** Maximum number of words of a field that is named by the words of a prompt. */
const maxNameLength = 3;
/** Minimum closeness of the words of a question to a label of a concept of its kind, and by how much the next concept must be less close. */
const minCloseness = 0.6;
const minLead = 0.1;

const typeOfKind: Readonly<Partial<Record<FieldKind, JsonSchema>>> = {
  money: { type: 'number' },
  number: { type: 'number' },
  rating: { type: 'number' },
  url: { type: 'string', format: 'uri' },
  image: { type: 'string', format: 'uri' },
};

/** Kinds of the concepts that answer a question; absent where all do, or {@link answers} names them. */
const kindsOf: Readonly<Partial<Record<Asked, readonly FieldKind[]>>> = {
  date: ['date'],
  time: ['text', 'date'],
  amount: ['money', 'number'],
  count: ['number'],
  duration: ['duration'],
  yes_no: ['choice'],
};

/** Concepts of the kind text whose values are persons or firms, and those that are places. */
const makers: ReadonlySet<string> = new Set(['publisher', 'brand', 'company', 'organizer', 'seller', 'team']);
const places: ReadonlySet<string> = new Set(['location', 'venue', 'address', 'city', 'country']);

/** The field of a question that says nothing else: "how much is it". */
const usualField: Readonly<Partial<Record<Asked, string>>> = {
  person: 'author',
  date: 'date',
  time: 'start_time',
  place: 'location',
  amount: 'price',
  duration: 'duration',
};

const typeOfAsked: Readonly<Partial<Record<Asked, JsonSchema>>> = {
  amount: { type: 'number' },
  count: { type: 'number' },
  yes_no: { type: 'boolean' },
  date: { type: 'string', description: 'date' },
};

/** Articles before the thing that a question is about. */
const articles: ReadonlySet<string> = new Set(
  'the this that these those a an der die das den dem dieser dieses diese ein eine le la les l ce cette un une el los las este esta il lo gli questo questa o os as het de dit deze een den det denna'.split(
    ' ',
  ),
);
/** Auxiliary verbs and pronouns that are no function words of search queries. */
const auxiliaries: ReadonlySet<string> = new Set(
  'be been does did hat haben he she hij zij ze hem ha han hanno jest sa ma maja byl byla jsou ist sind blir finns ett som tem te elle il elles ils lui t s money geld argent dinero denaro dinheiro pengar'.split(
    ' ',
  ),
);
/** Verbs that say nothing but that something is, happens, is found or costs. */
const emptyWords: ReadonlySet<string> = new Set(
  'take takes took place happen happens exist exists find found located get going cost costs much many kostet kosten gekostet kost findet statt liegt befindet gibt cuesta cuestan vale tiene lugar coute coutent lieu trouve existe costa costano kosztuje kostar kostuje stoji dauert dure duurt dura trwa tar varar last lasts gaat ligger ligt'.split(
    ' ',
  ),
);
/** Words for both ends of an amount, and for the ways in which somebody can be reached. */
const rangeWords: ReadonlySet<string> = new Set([
  'range',
  'spanne',
  'fourchette',
  'rango',
  'intervallo',
  'bereik',
]);
const contactWords: ReadonlySet<string> = new Set(
  'contact contacts kontakt contacto contatto contatti contato kontakty контакты контакт'.split(' '),
);
/** Pronouns and question words that are left in a part without a question: "how to contact them". */
const pronouns: ReadonlySet<string> = new Set('how them him her they wie man sie ihn'.split(' '));
/** Words before what a price includes or not. */
const qualifiers: ReadonlySet<string> = new Set(
  'without before after including excluding incl excl ohne sans avec sin con senza sem zonder'.split(' '),
);
/** Words within the name of a rate: "hours per week". */
const rateWords: ReadonlySet<string> = new Set(['per', 'pro', 'par', 'por']);
/** Verbs with which "how long" asks for a time, and without which for a length as well. */
const lastingWords: ReadonlySet<string> = new Set(['take', 'takes', 'last', 'lasts', 'run', 'does', 'will']);
const pluralVerbs: ReadonlySet<string> = new Set([
  'are',
  'were',
  'sind',
  'waren',
  'sont',
  'son',
  'sono',
  'sao',
  'zijn',
]);

/** Questions whose verb says which fact is asked. A noun, as in "how many rooms", is the name of the fact itself. */
const askedByVerb: ReadonlySet<Asked> = new Set(['person', 'date', 'duration']);

/** Schema from the words of a prompt, and the words that named no field. */
export interface SchemaOfPrompt {
  /** Null if the prompt names no field. */
  schema: JsonSchema | null;
  unusedWords: string[];
}

type Named = [name: string, schema: JsonSchema];

function schemaFor(concept: Concept | undefined): JsonSchema {
  if (concept?.isList === true) return { type: 'array', items: { type: 'string' } };
  return typeOfKind[concept?.kind ?? 'text'] ?? { type: 'string' };
}

const isPlural = (word: string) => singular(word) !== word;
const isContent = (word: string) => !isStop(word) && !emptyWords.has(word);
const isStop = (word: string) =>
  functionWords.has(word) || fillerWords.has(word) || articles.has(word) || auxiliaries.has(word);

function answers(asked: Asked, concept: Concept): boolean {
  if (asked === 'person') return concept.kind === 'person' || makers.has(concept.name);
  if (asked === 'place') return places.has(concept.name);
  return kindsOf[asked]?.includes(concept.kind) ?? true;
}

/** Returns the longest phrases of a text that name a concept, in order. */
function findConcepts(words: readonly string[]): [string, Concept][] {
  const matched: [string, Concept][] = [];
  for (let at = 0; at < words.length; ) {
    let matchedLength = 0;
    for (
      let length = Math.min(maxPhraseLength, words.length - at);
      length > 0 && matchedLength === 0;
      length--
    ) {
      const phrase = words.slice(at, at + length);
      if (phrase.every((word) => fillerWords.has(word)) || fillerWords.has(itemAt(phrase, 0))) continue;
      const concept = conceptsOf(phrase)[0];
      if (concept === undefined) continue;
      const last = phrase.findLastIndex((word) => !fillerWords.has(word));
      matched.push([phrase.slice(0, last + 1).join('_'), concept]);
      matchedLength = length;
    }
    at += Math.max(1, matchedLength);
  }
  return matched;
}

/** Share of a word that its stem takes, and minimum length of a stem. */
const stemShare = 0.7;
const minStemLength = 5;

function haveSameStem(one: string, other: string): boolean {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common++;
  return common >= minStemLength && common >= stemShare * Math.max(one.length, other.length);
}

/** Returns the concept of the right kind with a label of one word that has the stem of a question's verb: "organises"; or null. */
function conceptByStem(asked: Asked, [verb, ...others]: readonly string[]): Concept | null {
  if (!askedByVerb.has(asked) || verb === undefined || others.length > 0) return null;
  const found = concepts.filter(
    (concept) => answers(asked, concept) && concept.labels.some((label) => haveSameStem(verb, label)),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Returns the concept of the right kind whose labels mean what the words of a question say: "wrote" for an author; or null. */
function conceptByMeaning(asked: Asked, words: readonly string[]): Concept | null {
  if (!askedByVerb.has(asked)) return null;
  const own = meaningOf(words.slice(0, maxNameLength));
  if (own === null) return null;
  const rated = concepts
    .filter((concept) => answers(asked, concept))
    .map((concept) => {
      const labels = concept.labels.map((label) => meaningOf(wordsOf(label)));
      return {
        concept,
        rated: Math.max(0, ...labels.map((label) => (label === null ? 0 : closeness(own, label)))),
      };
    })
    .sort((one, other) => other.rated - one.rated);
  const [best, second] = rated;
  if (best === undefined || best.rated < minCloseness) return null;
  return best.rated - (second?.rated ?? 0) < minLead ? null : best.concept;
}

/**
 * Returns the words of a question that say what is asked, without the thing that it is about, which has an article: "founded" of
 * "when was the company founded". "Who is the mayor" asks for the thing itself, and "how much does the tile cost" does not.
 */
function predicateOf(words: readonly string[]): string[] {
  const isNamed = (at: number) => articles.has(words[at - 1] ?? '');
  const isLink = (word: string, at: number) =>
    rateWords.has(word) && isContent(words[at - 1] ?? '') && isContent(words[at + 1] ?? '');
  const isPart = (word: string, at: number) => (isContent(word) && !isNamed(at)) || isLink(word, at);
  const rest = words.filter(isPart);
  if (rest.length > 0 || words.some((word) => emptyWords.has(word))) return rest;
  return [...nounsOf(words)];
}

/** Tells whether a word names the subject of the page, which a field need not name. */
export type IsSubject = (word: string) => boolean;

/** Returns the name behind the article in a question: "crossing" of "how long does the crossing take". */
function thingOf(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word, at) => isContent(word) && articles.has(words[at - 1] ?? ''));
  return from === -1 ? [] : nounsOf(words.slice(from));
}

/** Returns the name of a field that the words of a question name. */
function nameOf(asked: Asked, words: readonly string[], predicate: readonly string[]): string {
  const name = predicate.slice(0, maxNameLength).join('_');
  if (asked === 'duration') return `${name}_time`;
  // "When does it reopen" asks for another date than that of the page.
  if (asked === 'date') return `${name}_date`;
  const isQualified =
    asked === 'amount' && qualifiers.has(words.find((word) => isContent(word) || qualifiers.has(word)) ?? '');
  return isQualified ? `price_${name}` : name;
}

/** Returns the field that a question with a question word asks for, or null. */
function fieldOfQuestion(
  asked: Asked,
  { words, measure }: Clause,
  isBorrowed: boolean,
  isSubject: IsSubject,
): Named | null {
  const predicate = predicateOf(words);
  const thing = isBorrowed
    ? []
    : thingOf(words)
        .slice(-1)
        .filter((word) => !isSubject(word));
  const isOneOfMany = asked === 'person' && pluralVerbs.has(words[0] ?? '');
  const type = (concept?: Concept): JsonSchema =>
    isOneOfMany || concept?.isList === true
      ? { type: 'array', items: { type: 'string' } }
      : (typeOfAsked[asked] ?? schemaFor(concept));
  if (asked === 'measure') {
    const isTime = measure === 'length' && words.some((word) => lastingWords.has(word));
    const noun = isTime ? 'duration' : (measure as string);
    const name = isBorrowed ? [...predicate, noun] : [...thing, noun];
    return [name.join('_'), { type: 'string' }];
  }
  const usual = usualField[asked];
  const counted = asked === 'count' ? conceptsOf(['number', 'of', ...predicate])[0] : undefined;
  if (counted?.kind === 'number') return [counted.name, type(counted)];
  const lexical = findConcepts(predicate).find(([, concept]) => answers(asked, concept));
  if (lexical !== undefined) return [lexical[0], type(lexical[1])];
  const isUsual = predicate.length === 0 || emptyWords.has(words[0] ?? '');
  if (!isUsual) {
    const concept = conceptByStem(asked, predicate) ?? conceptByMeaning(asked, predicate);
    if (concept !== null) return [concept.name, type(concept)];
    if (!isBorrowed || usual === undefined)
      return [nameOf(asked, words, predicate), asked === 'date' ? { type: 'string' } : type()];
  }
  if (usual === undefined) return null;
  return [asked === 'duration' ? [...thing, usual].join('_') : usual, type()];
}

/** Returns the first name in the words behind "which" and "all", up to a verb or preposition. */
function nounsOf(words: readonly string[]): readonly string[] {
  const from = words.findIndex(isContent);
  if (from === -1) return [];
  const length = words.slice(from).findIndex((word) => !isContent(word));
  return words.slice(from, length === -1 ? undefined : from + length);
}

/** Returns the last name in the words before those of the values of records. */
function lastNounsOf(words: readonly string[]): readonly string[] {
  const from = words.findLastIndex((word, at) => isContent(word) && !isContent(words[at - 1] ?? 'the'));
  return from === -1 ? [] : nounsOf(words.slice(from));
}

/**
 * Returns the name of a field with the words before its concept, if they are all that a part of a prompt says: the blood type
 * of a person is not the type of anything else.
 */
function qualifiedName(concept: string, contentWords: readonly string[]): string {
  const name = contentWords.join('_');
  return contentWords.length <= maxNameLength && name.endsWith(`_${concept}`) ? name : concept;
}

/** Returns the fields that the nouns of a part name: known concepts, and a short item of an enumeration. */
function fieldsOfNouns(words: readonly string[], isItem: boolean): Named[] {
  const content = words.filter((word) => !fillerWords.has(word) && !pronouns.has(word));
  // Neither end of a range is the range.
  if (content.length > 1 && rangeWords.has(content.at(-1) ?? ''))
    return [[content.slice(-maxNameLength).join('_'), { type: 'string' }]];
  if (content.some((word) => contactWords.has(word)) && content.length <= 2)
    return [
      ['email', { type: 'string' }],
      ['phone', { type: 'string' }],
    ];
  const matched = findConcepts(words.flatMap((word) => word.split('-')));
  if (matched.length > 0)
    return matched.map(([name, concept]) => [
      matched.length === 1 ? qualifiedName(name, content) : name,
      schemaFor(concept),
    ]);
  if (content.length === 0 || content.length > maxNameLength) return [];
  if (isItem) return [[content.join('_'), { type: 'string' }]];
  // A prompt that is only the plural of a thing asks for all of them.
  return content.length === words.length && isPlural(content.at(-1) ?? '')
    ? [[content.join('_'), { type: 'array', items: { type: 'string' } }]]
    : [];
}

/** Returns the fields that the first name behind "which" names, or a concept of several words: "the number of pages". */
function fieldsOfName(words: readonly string[]): Named[] {
  const from = words.findIndex(isContent);
  const behind = from === -1 ? [] : words.slice(from);
  const [phrase] = findConcepts(behind)[0] ?? [''];
  const isLonger = phrase.includes('_') && phrase.startsWith(`${behind[0]}_`);
  return fieldsOfNouns(isLonger ? phrase.split('_') : nounsOf(words), true);
}

/** Returns the field of records with the fields of each of them. */
function recordsOf({ words, columns }: Clause): Named[] {
  const name = lastNounsOf(words).slice(-maxNameLength).join('_');
  if (name === '') return [];
  const fields = columns.flatMap((column) => fieldsOfNouns(column, true));
  return [[name, { type: 'array', items: { type: 'object', properties: Object.fromEntries(fields) } }]];
}

function asList([name, schema]: Named): Named {
  return [name, schema.type === 'array' ? schema : { type: 'array', items: schema }];
}

/** Returns the question that a part without question word continues: "how many replies, views and likes". */
function inherited(clause: Clause, before: Clause | undefined): Asked | null {
  const continues = before?.asked === 'count' || before?.asked === 'amount';
  return (
    clause.asked ?? (continues && clause.words.filter(isContent).length <= 2 ? (before?.asked ?? null) : null)
  );
}

function fieldsOf(clause: Clause, isItem: boolean, isBorrowed: boolean, isSubject: IsSubject): Named[] {
  const { words } = clause;
  // "What does it cost" asks for an amount.
  const asked = clause.asked === 'name' && emptyWords.has(words[0] ?? '') ? 'amount' : clause.asked;
  if (clause.columns.length > 0) return recordsOf(clause);
  if (asked === null) return fieldsOfNouns(words, isItem);
  if (asked === 'name' || asked === 'all') {
    const begins = isContent(words[0] ?? '') || pluralVerbs.has(words[0] ?? '');
    const named = fieldsOfName(words);
    const [first] = named;
    if (first === undefined) return [];
    const isList = asked === 'all' || (begins && isPlural(first[0].split('_').at(-1) ?? ''));
    return isList ? named.map(asList) : [first];
  }
  const field = fieldOfQuestion(asked, { ...clause, asked }, isBorrowed, isSubject);
  return field === null ? [] : [field];
}

/**
 * Derives a schema from a prompt, without a model: questions in the languages of the question words (who, when, where, how
 * much, how many, how long, which, is it), lists of records with their values, and enumerations of names. `isSubject` tells the words
 * for what the page is about.
 */
export function promptSchema(prompt: string, isSubject: IsSubject = () => true): SchemaOfPrompt {
  const clauses = clausesOf(prompt);
  const properties: Record<string, JsonSchema> = {};
  const unusedWords = new Set<string>();
  clauses.forEach((clause, at) => {
    const before = clauses[at - 1];
    const asked = inherited(clause, before);
    // A question word alone asks the same of what the next or the last question is about: "when and where was it made".
    const isBare = asked !== null && !clause.words.some(isContent);
    const other = clause.isJoined ? clauses[at + 1] : before;
    const isBorrowed = isBare && clause.words.length === 0 && other !== undefined;
    const words = isBorrowed ? other.words : clause.words;
    const full: Clause = { ...clause, asked, words };
    clauses[at] = full;
    const isFull = Object.keys(properties).length >= maxFields;
    const fields = isFull ? [] : fieldsOf(full, clauses.length > 1, isBorrowed, isSubject);
    for (const [name, schema] of fields) properties[name.replaceAll('-', '_')] ??= schema;
    if (fields.length > 0 && asked !== null) return;
    const used = new Set(fields.flatMap(([name]) => name.split('_')));
    for (const word of clause.words.filter(isContent)) if (!used.has(word)) unusedWords.add(word);
  });
  const hasFields = Object.keys(properties).length > 0;
  return { schema: hasFields ? { type: 'object', properties } : null, unusedWords: [...unusedWords] };
}
