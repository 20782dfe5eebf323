import type { PageBlock } from '../domain/extraction.ts';
import type { Scalar } from './coerce.ts';
import type { Field } from './field.ts';
import { fieldStems, stemsOf } from './field-words.ts';
import { createGrounds } from './ground.ts';
import { hasKindSign } from './kind-signs.ts';
import { createLabelMatch } from './label-match.ts';
import type { ModelClaim } from './model-answer.ts';
import { needsPhrase } from './model-shape.ts';
import { givesOrders } from './orders-to-models.ts';
import { sameMeaning } from './phrases.ts';
import { folded } from './words.ts';

/** Whether the page bears a claim out, and where. */
export interface Grounding {
  /** `contradicted`: what stands there is named as something else. */
  verdict: 'grounded' | 'unverified' | 'contradicted';
  block: PageBlock | null;
  /** The line of the block, or empty. */
  quote: string;
  /** 0 to 1. */
  confidence: number;
}

/** Letters and digits from which presence alone is evidence: 99 % of true values, 1 % of foreign ones. */
const longEnough = 12;
const mostQuote = 300;
/** A label stands this close before its value, or that close behind it. */
const beforeLength = 60;
const behindLength = 24;

/** A place in a block where a value stands. */
interface Occurrence {
  line: string;
  /** The words next to the value on its line, or the short line above. */
  label: string;
  /** Whether the label is one by its form: `Label:`, or the header of a column. */
  isExplicit: boolean;
  /** The heading itself, without its marks. */
  isHeading: boolean;
  isListItem: boolean;
}

/** Checks claims against the blocks that the model was shown. */
export interface Grounder {
  ground(claim: ModelClaim, value: Scalar): Grounding;
}

/** A grounder over the blocks of one page, for claims about these fields. */
export function createGrounder(fields: readonly Field[], blocks: readonly PageBlock[]): Grounder {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const believed = blocks.filter(({ text }) => !givesOrders(text));
  const asked = allFields(fields);
  const match = createLabelMatch();

  /** Whether a label names something else, and not this field. */
  function isOfAnother(field: Field, { label, isExplicit }: Occurrence): boolean {
    if (!isExplicit) return false;
    const { own, isOther } = match(field, label);
    if (isOther) return true;
    return own < 1 && asked.some((other) => other !== field && match(other, label).own === 1);
  }

  function judge(claim: ModelClaim, isLong: boolean, occurrence: Occurrence): number {
    const { field } = claim;
    const { own } = match(field, occurrence.label);
    if (own > 0.4) return own === 1 ? 0.85 : 0.75;
    if (isLong) return 0.9;
    if (occurrence.isHeading && field.kind === 'title') return 0.8;
    if (hasKindSign(field.kind, String(claim.raw)) || hasSignBeside(field, claim.raw, occurrence.line))
      return 0.75;
    if (field.structure === 'list' && occurrence.isListItem) return 0.7;
    if (isAbout(field, occurrence.line)) return 0.65;
    return 0;
  }

  /** The best that a block says for a claim; null when the value does not stand in it. */
  function inBlock(claim: ModelClaim, value: Scalar, block: PageBlock): Grounding | null {
    const isLong = lettersAndDigits(String(claim.raw)) >= longEnough;
    let best: Grounding | null = null;
    for (const occurrence of occurrencesOf(claim, value, block)) {
      const quote = occurrence.line.slice(0, mostQuote);
      const confidence = isOfAnother(claim.field, occurrence) ? -1 : judge(claim, isLong, occurrence);
      if (best === null || confidence > best.confidence) {
        const verdict = confidence > 0 ? 'grounded' : confidence < 0 ? 'contradicted' : 'unverified';
        best = { verdict, block, quote, confidence };
      }
    }
    return best;
  }

  /** A choice is no text of the page: words of the page must say it, and be about it. */
  function byPhrase(claim: ModelClaim): Grounding {
    const chosen = typeof claim.raw === 'string' ? spaced(claim.raw) : '';
    const phrases = (claim.quote === null ? sameMeaning(chosen) : [claim.quote])
      .map(folded)
      .filter((phrase) => phrase !== '');
    const named = claim.block === null ? undefined : byId.get(claim.block);
    for (const block of named === undefined ? believed : [named]) {
      if (!believed.includes(block)) continue;
      const line = block.text
        .split('\n')
        .find((said) => phrases.some((phrase) => isSaid(folded(said), phrase)));
      if (line === undefined) continue;
      const isNamed =
        match(claim.field, line).own > 0.4 ||
        phrases.some((phrase) => !stemsOf(phrase).isDisjointFrom(stemsOf(chosen)));
      if (isNamed) return { verdict: 'grounded', block, quote: line.slice(0, mostQuote), confidence: 0.7 };
    }
    return { ...nowhere, block: named ?? null };
  }

  return {
    ground(claim, value) {
      if (needsPhrase(claim.field)) return byPhrase(claim);
      const named = claim.block === null ? undefined : byId.get(claim.block);
      const there = named !== undefined && believed.includes(named) ? inBlock(claim, value, named) : null;
      if (there?.verdict === 'grounded') return settled(there);
      // A wrong id is the commonest slip; elsewhere a value needs the same evidence.
      for (const block of believed) {
        const elsewhere = block === named ? null : inBlock(claim, value, block);
        if (elsewhere?.verdict === 'grounded')
          return settled({ ...elsewhere, confidence: elsewhere.confidence - 0.1 });
      }
      return settled(there ?? nowhere);
    },
  };
}

/** Of a value that stands in no block. */
export const nowhere: Grounding = { verdict: 'unverified', block: null, quote: '', confidence: 0.2 };

/** `InStock` and `in_stock` as words. */
function spaced(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
}

const denial = /(?:^|[^\p{L}])(?:not|no|never|nicht|kein\p{L}*|pas|non|sin|niet|geen|ikke|inte)\s*$/u;

/** Whether a line says a phrase, rather than its opposite. */
function isSaid(line: string, phrase: string): boolean {
  const at = indexOfPhrase(line, phrase);
  return at >= 0 && !denial.test(line.slice(0, at));
}

function settled(grounding: Grounding): Grounding {
  return { ...grounding, confidence: Math.max(grounding.confidence, 0.2) };
}

function allFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.fields)]);
}

/** Every place in a block where a claim's value stands, in one of its forms. */
function* occurrencesOf(claim: ModelClaim, value: Scalar, block: PageBlock): Generator<Occurrence> {
  const lines = block.text.split('\n');
  const isRow = lines.length === 1 && block.text.includes(' | ');
  let above = '';
  for (const line of lines) {
    for (const part of isRow ? line.split(' | ') : [line]) {
      const where = standsAt(claim, value, part);
      if (where !== null) yield occurrenceAt(part, where, above, line);
    }
    above = line;
  }
}

interface Span {
  from: number;
  to: number;
}

function occurrenceAt(part: string, { from, to }: Span, above: string, line: string): Occurrence {
  const text = folded(part);
  const isHeading = /^#{1,6} /.test(part);
  const isListItem = /^- /.test(part);
  const before = text.slice(Math.max(0, from - beforeLength), from);
  const nearest = before.split(/[|·•;,()]/).at(-1) ?? '';
  const isColon = /[:=]\s*\S{0,3}\s*$/.test(nearest);
  const behind = text.slice(to, to + behindLength).split(/[|·•;,(:]/)[0] ?? '';
  const ownLine = `${nearest} ${behind}`.replace(/^[#-]+/, '').trim();
  // A short line above names what stands alone on its line, unless it has its own to name.
  const isAlone = !/\p{L}/u.test(ownLine) && to - from <= beforeLength && !/: ./.test(above);
  const label = isAlone && above.length <= beforeLength ? folded(above) : ownLine;
  return { line, label, isExplicit: isColon || (isAlone && above !== ''), isHeading, isListItem };
}

/** Where a value stands in a line: as the model copied it, or in another form that means the same. */
function standsAt({ field, raw }: ModelClaim, value: Scalar, line: string): Span | null {
  const text = folded(line);
  for (const form of new Set([folded(String(raw)), folded(String(value))])) {
    const from = form === '' ? -1 : indexOfPhrase(text, form);
    if (from >= 0) return { from, to: from + form.length };
  }
  if (!createGrounds(line).holds(field, value)) return null;
  const digit = text.search(/\d/);
  return { from: digit >= 0 ? digit : text.lastIndexOf(': ') + 1, to: text.length };
}

const isWordCharacter = /[\p{L}\p{N}]/u;

/** Where a phrase stands whole: 12 is not in 129, nor art in party. */
function indexOfPhrase(text: string, phrase: string): number {
  for (let from = text.indexOf(phrase); from >= 0; from = text.indexOf(phrase, from + 1)) {
    const to = from + phrase.length;
    const isOpen = joins(text[from - 1], text[from]) || joins(text[to - 1], text[to]);
    // A number goes on behind its point: 12 is not in 12.99.
    const isPart = /\d/.test(phrase.at(-1) ?? '') && /^[.,]\d/.test(text.slice(to, to + 2));
    const isTail = /\d/.test(phrase[0] ?? '') && /\d[.,]$/.test(text.slice(Math.max(0, from - 2), from));
    if (!isOpen && !isPart && !isTail) return from;
  }
  return -1;
}

/** Whether two neighbours belong to one word; scripts without spaces have no words to belong to. */
function joins(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (!isWordCharacter.test(left) || !isWordCharacter.test(right)) return false;
  const isSpaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  return !(isSpaceless.test(left) || isSpaceless.test(right));
}

function hasSignBeside(field: Field, raw: string | number | boolean, line: string): boolean {
  const text = folded(line);
  const said = folded(String(raw));
  const from = indexOfPhrase(text, said);
  if (from < 0) return false;
  return hasKindSign(field.kind, text.slice(Math.max(0, from - 4), from + said.length + 8));
}

/** Whether a line speaks of what the field's description does. */
function isAbout(field: Field, line: string): boolean {
  return fieldStems(field).around.intersection(stemsOf(line)).size >= 2;
}

function lettersAndDigits(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
