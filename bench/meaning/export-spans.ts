// node bench/meaning/export-spans.ts DATA OUT: writes the training data of train-spans.py. DATA holds the unpacked samples. Each pair of
// a label and a value is a question whose label is hidden: the spans of the page's sentences that have the same value answer it.
// The same questions are asked of pages of other sites, which do not answer them.
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { createPageFacts } from '../../src/extract/facts/create-page-facts.ts';
import type { LabelPair } from '../../src/extract/facts/labels/label-collector.ts';
import type { PageFacts } from '../../src/extract/facts/page-facts.ts';
import { createMapping } from '../../src/extract/page-data/create-mapping.ts';
import { collectMatches, type SpanCandidate } from '../../src/extract/prose/collect-matches.ts';
import { rowWidth } from '../../src/extract/prose/span-features.ts';
import { type Concept, conceptsOf } from '../../src/extract/schema/concepts.ts';
import type { Field } from '../../src/extract/schema/field.ts';
import { fieldsOf } from '../../src/extract/schema/schema-fields.ts';
import { coerce } from '../../src/extract/values/coerce.ts';
import { foldText } from '../../src/extract/words/words.ts';
import { readJsonAsset } from '../../src/page/assets/read-json-asset.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { endOf } from '../../src/page/tree/tree.ts';
import { blinded, mine } from './../extract/mined.ts';
import { recipePages, swdePages } from '../extract/samples.ts';
import { pageJob } from '../quality/page-job.ts';
import { samplePages } from '../quality/sample.ts';

/** A field with its value on a page. */
interface Question {
  name: string;
  schema: JsonSchema;
  truth: string;
  /** Node of the labelled value; -1 if structured data state it. */
  node: number;
}

interface SitedQuestion extends Question {
  site: string;
}

const [data = '', out = ''] = process.argv.slice(2);
const maxQuestions = 14;
const maxForeign = 5;
const maxNegatives = 10;
const maxKept = 4_000;
const maxGenerated = 3_500;
/** Share of generated pages with a sentence about two facts. */
const pairedShare = 0.5;
const minStrength = 0.6;
/** Minimum rough score of a right value: with less, the sentence does not say what the value is. */
const minEvidence = 0.35;
/** Integers up to this one occur by chance. */
const maxTrivial = 20;
const asDate: JsonSchema = { type: 'string', format: 'date' };

let seed = 1;
/** Returns a number from 0 to 1 that is the same in every run. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.imul(seed ^ (seed >>> 15), 2_246_822_519) / 2 ** 32 + 0.5;
}

function choose<Item>(items: readonly Item[], count: number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ item }) => item);
}

function questionOf({ words, value, node }: LabelPair): Question[] {
  const name = words.join('_');
  if (words.length > 4 || /\d/.test(name) || value.length > 60) return [];
  if (/^\d{4}-\d\d|\p{L}{3,}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,} \d{4}/u.test(value))
    return [{ name, schema: asDate, truth: value, node }];
  const numeric: Question = { name, schema: { type: 'number' }, truth: value, node };
  const text: Question = { name, schema: { type: 'string' }, truth: value, node };
  if (/^\D{0,4}\d[\d.,]*(?:\s?\S{1,12}){0,2}$/u.test(value)) return random() < 0.6 ? [numeric] : [text];
  return [];
}

function isRight(field: Field, { value, span }: SpanCandidate, truth: string, page: PageFacts): boolean {
  if (field.types.includes('number')) {
    const wanted = coerce(field, truth, 'person', page.parseContext());
    return typeof wanted === 'number' && typeof value === 'number' && Math.abs(wanted - value) < 1e-9;
  }
  if (field.kind === 'date') return coerce(field, truth, 'person', page.parseContext()) === value;
  return foldText(span.text) === foldText(truth);
}

/** Returns true if a right value can be right by chance. */
function isTrivial({ value }: SpanCandidate): boolean {
  const number = typeof value === 'number' ? value : Number.NaN;
  return Number.isInteger(number) && Math.abs(number) <= maxTrivial;
}

mkdirSync(out, { recursive: true });
const rows = openSync(path.join(out, 'rows.bin'), 'w');
const asked: unknown[] = [];
const pool: SitedQuestion[] = [];
const totals = { pages: 0, questions: 0, right: 0, rows: 0 };

interface Source {
  site: string;
  question: Question;
  /** True if the page does not answer the question. */
  isForeign: boolean;
  isGenerated: boolean;
}

function write(
  { site, question, isForeign, isGenerated }: Source,
  candidates: readonly (SpanCandidate & { right: boolean })[],
): void {
  const right = candidates.filter((one) => one.right);
  const wrong = candidates
    .filter((one) => !one.right)
    .sort((one, other) => (other.features[1] ?? 0) - (one.features[1] ?? 0));
  const kept = [...right, ...wrong.slice(0, maxNegatives - 3), ...choose(wrong.slice(maxNegatives - 3), 3)];
  // A generated page states the value in a form that is not found.
  if (kept.length === 0 || (isGenerated && !isForeign && right.length === 0)) return;
  for (const { features } of kept) writeSync(rows, new Uint8Array(features.buffer));
  asked.push({
    site,
    name: question.name,
    truth: question.truth,
    isForeign,
    isGenerated,
    kind: candidates[0]?.field.kind,
    forms: kept.map(({ span }) => span.form),
    right: kept.map((one) => (one.right ? 1 : 0)),
    quotes: kept.slice(0, 3).map(({ sentence, span }) => `${span.text} | ${sentence.quote}`),
    size: candidates.length,
  });
  totals.questions++;
  totals.rows += kept.length;
  if (right.length > 0) totals.right++;
}

function ask(site: string, page: PageFacts, questions: readonly Question[], isForeign: boolean): void {
  const unique = [...new Map(questions.map((one) => [one.name, one])).values()];
  const fields = fieldsOf({
    type: 'object',
    properties: Object.fromEntries(unique.map(({ name, schema }) => [name, schema])),
  });
  const mapping = createMapping(page);
  for (const field of fields) {
    const question = unique.find(({ name }) => name === field.name);
    if (question === undefined) continue;
    const rivals = choose(
      fields.filter((one) => one !== field),
      3,
    );
    const [candidates = []] = collectMatches([field], [field, ...rivals], page, mapping);
    const { node } = question;
    const judged = candidates
      .filter(({ sentence: { element } }) => {
        if (node === -1) return true;
        const isWithin = (outer: number, inner: number) => inner >= outer && inner < endOf(page.tree, outer);
        return !isWithin(element, node) && !isWithin(node, element);
      })
      .map((one) => ({ ...one, right: !isForeign && isRight(field, one, question.truth, page) }))
      .filter((one) => !one.right || (!isTrivial(one) && one.rough >= minEvidence));
    write({ site, question, isForeign, isGenerated: false }, judged);
  }
}

/** Sentences about a label and its value, in several languages. */
const statements = [
  'The {l} is {v}.',
  'It has a {l} of {v}.',
  'With {v} of {l}, it is one of the largest in the region.',
  'There are {v} {l} in all.',
  'You pay {v} for the {l}.',
  'The {l} was put at {v} by the people who run it.',
  'Visitors often ask about the {l}, which is {v} at present.',
  '{v} is what we state as {l}.',
  'It has {v} {l} and a garden.',
  'The house comes with {v} {l}, all of them new.',
  'Its {l} came to about {v} in the last season.',
  'The {l} of the whole thing is {v}, more than before.',
  'Its {l}: {v}.',
  'The {l} takes {v}.',
  'The {l} will take place on {v}.',
  'Send it before {v}, the {l}.',
  'The {l} ends {v}.',
  'Die {l} beträgt {v}.',
  'Es hat {v} {l}.',
  'Il dispose de {v} {l}.',
  'Tiene {v} {l} y un patio.',
  'Het heeft {v} {l}.',
  'Ma {v} {l}.',
  'Mit {v} {l} liegt es im Mittelfeld.',
  'Für die {l} rechnet man mit {v}.',
  'La {l} est de {v}.',
  'On compte {v} {l} au total.',
  'El {l} es de {v}.',
  'Cuenta con {v} {l}.',
  'Il {l} è di {v}.',
  'De {l} bedraagt {v}.',
  '{l} wynosi {v}.',
  '{l} är {v}.',
];
/** Sentences about two facts of which a preposition joins each value to its label. */
const pairStatements = [
  'You pay {v} for {l} and {w} for {m}.',
  'It costs {v} for {l} and {w} for {m}, whatever the season.',
  'We charge {v} per {l}, {w} per {m}.',
  'Man zahlt {v} für {l} und {w} für {m}.',
  'Comptez {v} pour {l} et {w} pour {m}.',
  'Son {v} para {l} y {w} para {m}.',
  'For {l} it is {v}, for {m} {w}.',
];
const joints = [' ', ' ', ' ', ', and ', '; '];
/** Sentences around those of the facts. */
const fillers = [
  'Founded in 1984, it has changed hands twice since.',
  'See the notes of 12 May 2021 for what came before.',
  'Members of the club meet on the second floor.',
  'Seit 1999 arbeiten dort 14 Leute.',
  'Depuis 2003, plus de 300 personnes y travaillent.',
  'It takes 20 minutes to get there, and parking is $4.',
];

/** Forms of values, in which each 9 stands for a digit. */
const writtenValues: Readonly<Partial<Record<Concept['kind'], readonly string[]>>> = {
  money: ['$99', '€ 9,999', '99 euros', '99,99 €', '£9.99', '$9.9 million', '9 999 kr'],
  number: ['99', '9', '9,999', '999', '99.9', '9 999', '99 m', '9.9 kg', '99 %'],
  duration: ['99 minutes', '9 hours', '9 Stunden', '9 h 99 min', '99 minuti', '9 jours', '9 dagen', '99 min'],
  date: ['9 May 2019', 'June 9, 2029', '19. Juni 2019', '9 de mayo de 2019', '2019-09-19'],
};
const concepts = (readJsonAsset('extract/schema/concepts.json') as Concept[]).filter(
  ({ kind, fact, labels }) => fact === undefined && labels.length > 3 && kind in writtenValues,
);

/** Returns facts about things that the product's lists name, with values that people may write. */
function inventFacts(count: number): SitedQuestion[] {
  return choose(concepts, count).map(({ name, kind, labels }) => {
    const [label = name] = choose(labels, 1);
    const [form = ''] = choose(writtenValues[kind] ?? [], 1);
    const truth = form.replace(/9/g, () => String(1 + Math.floor(9 * random())));
    const schema: JsonSchema = kind === 'date' ? asDate : { type: kind === 'duration' ? 'string' : 'number' };
    return { name: label.replaceAll(' ', '_'), schema, truth, node: -1, site: name };
  });
}

/** Another name of the same thing, from the product's lists; the name itself if they have none. */
function otherName(name: string): string {
  const words = name.split('_');
  const [other] = choose(conceptsOf(words)[0]?.labels ?? [], 1);
  return other === undefined ? name : other.replaceAll(' ', '_');
}

/** A value with a number or a day, as people write it in a sentence. */
const stateable =
  /^(?:(?:\p{Sc} ?)?\d(?:[\d.,]*\d)?(?: ?[\p{L}%€$£]{1,10})?|\p{L}{3,9} \d{1,2}, \d{4}|\d{1,2}\.? \p{L}{3,9} \d{4})$/u;
const isStateable = ({ truth, name }: Question) => stateable.test(truth) && name.split('_').length <= 3;

/** Returns questions of different names, with other digits than their pages have. */
function chooseFacts(count: number): SitedQuestion[] {
  const names = new Map(
    choose(pool.filter(isStateable), pool.length).map((question) => [question.name, question]),
  );
  return choose([...names.values()], count).map((question) => ({
    ...question,
    truth: /\p{L}{3}/u.test(question.truth)
      ? question.truth
      : question.truth.replace(/[1-9]/g, () => String(1 + Math.floor(9 * random()))),
  }));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a number of items in another order, and the others. */
function split<Item>(items: readonly Item[], count: number): [Item[], Item[]] {
  const mixed = choose(items, items.length);
  return [mixed.slice(0, count), mixed.slice(count)];
}

const shown = (name: string) => name.replaceAll('_', ' ');

/** Writes a sentence about each fact, or one about the first two. */
function writeSentences(stated: readonly Question[]): string[] {
  const [first, second] = stated;
  const isPaired = first !== undefined && second !== undefined && random() < pairedShare;
  const single = (isPaired ? stated.slice(2) : stated).map(({ name, truth }) =>
    choose(statements, 1).join('').replace('{l}', shown(name)).replace('{v}', truth),
  );
  if (!isPaired) return single;
  const pair = choose(pairStatements, 1).join('');
  const filled = pair.replace('{l}', shown(first.name)).replace('{v}', first.truth);
  return [filled.replace('{m}', shown(second.name)).replace('{w}', second.truth), ...single];
}

/** Writes sentences about facts of several pages, and asks for some of them and for others that they do not state. */
function generate(turn: number): void {
  const [stated, absent] =
    turn % 3 === 0 ? [chooseFacts(6), chooseFacts(3)] : split([...inventFacts(6), ...chooseFacts(3)], 6);
  const known = new Set(stated.flatMap(({ name }) => name.split('_')));
  const sentences = writeSentences(stated);
  const text = choose([...sentences, ...choose(fillers, 2)], 8).reduce((before, sentence) => {
    const [joint = ' '] = before === '' ? [''] : choose(joints, 1);
    return joint.length > 1
      ? `${before.replace(/\.$/, '')}${joint}${sentence}`
      : `${before}${joint}${capitalized(sentence)}`;
  }, '');
  const html = `<html lang="en"><title>Page ${turn}</title><h1>Page of the day</h1><p>${text}</p>`;
  const { parsed } = readHtml(html, pageJob('https://page.example/'));
  if (parsed === undefined) return;
  const page = createPageFacts(parsed);
  const mapping = createMapping(page);
  const isMasked = turn % 2 === 0;
  const questions = [
    ...choose(stated, 4).map((question) => ({ question, isForeign: false })),
    ...absent
      .filter(({ name }) => !name.split('_').some((word) => known.has(word)))
      .map((question) => ({ question, isForeign: true })),
  ];
  for (const { question, isForeign } of questions) {
    const name = random() < 0.6 ? otherName(question.name) : question.name;
    const fields = fieldsOf({
      type: 'object',
      properties: Object.fromEntries([
        [name, question.schema],
        ...choose(stated, 2).map((one) => [one.name, one.schema]),
      ]),
    });
    const field = fields[0];
    if (field === undefined) continue;
    const names = isMasked ? { ...mapping, concepts: () => [] } : mapping;
    const [candidates = []] = collectMatches([field], fields, page, names);
    const judged = candidates.map((one) => ({
      ...one,
      right: !isForeign && isRight(field, one, question.truth, page),
    }));
    write({ site: question.site, question: { ...question, name }, isForeign, isGenerated: true }, judged);
  }
}

function read(id: string, site: string, html: string, url: string): void {
  const { parsed } = readHtml(html, pageJob(url));
  if (parsed === undefined) return;
  totals.pages++;
  const mined = mine(id, site, parsed);
  const page = createPageFacts(blinded(parsed as ParsedPage));
  const labelled = page
    .labels()
    .filter(({ strength, node }) => strength >= minStrength && !page.isInFrame(node));
  const own = choose(labelled.flatMap(questionOf), maxQuestions);
  for (const [name, schema] of Object.entries(
    (mined?.schema.properties ?? {}) as Record<string, JsonSchema>,
  )) {
    const value = mined?.values.get(name);
    if (value !== undefined && !/^(?:name|title|headline|description|image)/.test(name))
      own.push({ name, schema, truth: String(value), node: -1 });
  }
  ask(site, page, own, false);
  const known = new Set(labelled.flatMap(({ words }) => words));
  const foreign = choose(
    pool.filter((one) => one.site !== site && !one.name.split('_').some((word) => known.has(word))),
    maxForeign,
  );
  ask(site, page, foreign, true);
  for (const question of own) {
    if (pool.length < maxKept) pool.push({ ...question, site });
    else pool[Math.floor(random() * maxKept)] = { ...question, site };
  }
}

const limit = Number(process.argv[4] ?? Number.POSITIVE_INFINITY);
const pages = [
  ...(['pages', 'articles'] as const).flatMap((folder) =>
    (samplePages(path.join(data, folder)) ?? []).map(({ id, site, file, url }) => ({
      id,
      site,
      url,
      html: () => readFileSync(file, 'utf8'),
    })),
  ),
  ...[...recipePages(path.join(data, 'recipes')), ...swdePages(path.join(data, 'swde'))].map(
    ({ id, site, html, url }) => ({
      id,
      site,
      url,
      html: () => html,
    }),
  ),
  ...readdirSync(path.join(data, 'records', 'html')).map((file) => ({
    id: file,
    site: file,
    url: 'https://records.example/',
    html: () => readFileSync(path.join(data, 'records', 'html', file), 'utf8'),
  })),
];
for (const { id, site, html, url } of choose(pages, limit)) {
  try {
    read(id, site, html(), URL.canParse(url) ? url : 'https://page.example/');
  } catch (error) {
    console.error(id, error);
  }
}
for (let turn = 0; turn < maxGenerated; turn++) generate(turn);
closeSync(rows);
writeFileSync(path.join(out, 'asked.json'), JSON.stringify({ rowWidth, asked }));
console.log(JSON.stringify(totals));
