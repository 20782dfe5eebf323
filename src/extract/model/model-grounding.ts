import type { PageBlock } from '../../domain/pages/extraction.ts';
import type { Field } from '../schema/field.ts';
import { fieldStems, stemsOf } from '../schema/field-words.ts';
import { hasKindSign } from '../schema/kind-signs.ts';
import { createLabelMatcher } from '../schema/label-match.ts';
import type { Scalar } from '../values/coerce.ts';
import { createGroundingCheck } from '../values/grounding.ts';
import { getSynonyms } from '../words/phrases.ts';
import { foldText } from '../words/words.ts';
import { hasInjection } from './has-injection.ts';
import type { ModelClaim } from './model-claims.ts';
import { needsQuote } from './model-shape.ts';

/** Result of checking a claim against the page. */
export interface Grounding {
  /** `contradicted`: the page gives the value to something else. */
  verdict: 'grounded' | 'unverified' | 'contradicted';
  block: PageBlock | null;
  /** The line of the block, or an empty string. */
  quote: string;
  /** 0 to 1. */
  confidence: number;
}

/**
 * Number of letters and digits from which a match alone grounds a value: 99 % of true values and 1 % of false
 * ones occur.
 */
const minLongLength = 12;
const maxQuote = 300;
/** Maximum distance of a label before its value, and after it, in characters. */
const maxLabelBefore = 60;
const maxLabelAfter = 24;

/** An occurrence of a value in a block. */
interface Occurrence {
  line: string;
  /** Words next to the value on its line, or the short line above. */
  label: string;
  /** True if the form marks a label: `Label:` or a column header. */
  isExplicit: boolean;
  /** True if the line is a heading. */
  isHeading: boolean;
  isListItem: boolean;
}

/** Checks claims against the blocks that the model received. */
export interface Grounder {
  ground(claim: ModelClaim, value: Scalar): Grounding;
}

/** Creates a grounder over the blocks of one page for claims about these fields. */
export function createGrounder(fields: readonly Field[], blocks: readonly PageBlock[]): Grounder {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const trustedBlocks = blocks.filter(({ text }) => !hasInjection(text));
  const requestedFields = allFields(fields);
  const match = createLabelMatcher();

  /** Returns true if a label names another field and not this one. */
  function namesOtherField(field: Field, { label, isExplicit }: Occurrence): boolean {
    if (!isExplicit) return false;
    const { own, isOther } = match(field, label);
    if (isOther) return true;
    return own < 1 && requestedFields.some((other) => other !== field && match(other, label).own === 1);
  }

  function scoreOccurrence(claim: ModelClaim, isLong: boolean, occurrence: Occurrence): number {
    const { field } = claim;
    const { own } = match(field, occurrence.label);
    if (own > 0.4) return own === 1 ? 0.85 : 0.75;
    if (isLong) return 0.9;
    if (occurrence.isHeading && field.kind === 'title') return 0.8;
    if (hasKindSign(field.kind, String(claim.raw)) || hasAdjacentSign(field, claim.raw, occurrence.line))
      return 0.75;
    if (field.structure === 'list' && occurrence.isListItem) return 0.7;
    if (isAbout(field, occurrence.line)) return 0.65;
    return 0;
  }

  /** Returns the best result of a block for a claim; null if the block does not contain the value. */
  function groundInBlock(claim: ModelClaim, value: Scalar, block: PageBlock): Grounding | null {
    const isLong = lettersAndDigits(String(claim.raw)) >= minLongLength;
    let best: Grounding | null = null;
    for (const occurrence of findOccurrences(claim, value, block)) {
      const quote = occurrence.line.slice(0, maxQuote);
      const confidence = namesOtherField(claim.field, occurrence)
        ? -1
        : scoreOccurrence(claim, isLong, occurrence);
      if (best === null || confidence > best.confidence) {
        const verdict = confidence > 0 ? 'grounded' : confidence < 0 ? 'contradicted' : 'unverified';
        best = { verdict, block, quote, confidence };
      }
    }
    return best;
  }

  /**
   * Grounds a choice, which need not occur on the page literally, by a phrase with its meaning about the field.
   */
  function groundChoice(claim: ModelClaim): Grounding {
    const choice = typeof claim.raw === 'string' ? separateWords(claim.raw) : '';
    const phrases = (claim.quote === null ? getSynonyms(choice) : [claim.quote])
      .map(foldText)
      .filter((phrase) => phrase !== '');
    const namedBlock = claim.block === null ? undefined : byId.get(claim.block);
    for (const block of namedBlock === undefined ? trustedBlocks : [namedBlock]) {
      if (!trustedBlocks.includes(block)) continue;
      const line = block.text
        .split('\n')
        .find((blockLine) => phrases.some((phrase) => isAffirmed(foldText(blockLine), phrase)));
      if (line === undefined) continue;
      const isNamed =
        match(claim.field, line).own > 0.4 ||
        phrases.some((phrase) => !stemsOf(phrase).isDisjointFrom(stemsOf(choice)));
      if (isNamed) return { verdict: 'grounded', block, quote: line.slice(0, maxQuote), confidence: 0.7 };
    }
    return { ...notFound, block: namedBlock ?? null };
  }

  return {
    ground(claim, value) {
      if (needsQuote(claim.field)) return groundChoice(claim);
      const namedBlock = claim.block === null ? undefined : byId.get(claim.block);
      const inNamedBlock =
        namedBlock !== undefined && trustedBlocks.includes(namedBlock)
          ? groundInBlock(claim, value, namedBlock)
          : null;
      if (inNamedBlock?.verdict === 'grounded') return withMinConfidence(inNamedBlock);
      // Models often give a wrong block id. In another block, a value needs the same evidence.
      for (const block of trustedBlocks) {
        const inOtherBlock = block === namedBlock ? null : groundInBlock(claim, value, block);
        if (inOtherBlock?.verdict === 'grounded')
          return withMinConfidence({ ...inOtherBlock, confidence: inOtherBlock.confidence - 0.1 });
      }
      return withMinConfidence(inNamedBlock ?? notFound);
    },
  };
}

/** Result for a value that no block contains. */
export const notFound: Grounding = { verdict: 'unverified', block: null, quote: '', confidence: 0.2 };

/** Splits `InStock` and `in_stock` into words. */
function separateWords(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
}

const negation = /(?:^|[^\p{L}])(?:not|no|never|nicht|kein\p{L}*|pas|non|sin|niet|geen|ikke|inte)\s*$/u;

/** Returns true if a line contains a phrase without a negation before it. */
function isAffirmed(line: string, phrase: string): boolean {
  const at = indexOfPhrase(line, phrase);
  return at >= 0 && !negation.test(line.slice(0, at));
}

function withMinConfidence(grounding: Grounding): Grounding {
  return { ...grounding, confidence: Math.max(grounding.confidence, 0.2) };
}

function allFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.fields)]);
}

/** Yields every occurrence of a claim's value in a block, in any of its forms. */
function* findOccurrences(claim: ModelClaim, value: Scalar, block: PageBlock): Generator<Occurrence> {
  const lines = block.text.split('\n');
  const isRow = lines.length === 1 && block.text.includes(' | ');
  let above = '';
  for (const line of lines) {
    for (const part of isRow ? line.split(' | ') : [line]) {
      const span = findValue(claim, value, part);
      if (span !== null) yield readOccurrence(part, span, above, line);
    }
    above = line;
  }
}

interface Span {
  from: number;
  to: number;
}

function readOccurrence(part: string, { from, to }: Span, above: string, line: string): Occurrence {
  const text = foldText(part);
  const isHeading = /^#{1,6} /.test(part);
  const isListItem = /^- /.test(part);
  const before = text.slice(Math.max(0, from - maxLabelBefore), from);
  const nearest = before.split(/[|·•;,()]/).at(-1) ?? '';
  // regex: at most 60 characters, the text before the value
  const isColon = /[:=]\s*\S{0,3}\s*$/.test(nearest);
  const after = text.slice(to, to + maxLabelAfter).split(/[|·•;,(:]/)[0] ?? '';
  const ownLine = `${nearest} ${after}`.replace(/^[#-]+/, '').trim();
  // A short line above is the label of a value that is alone on its line, unless it contains a label itself.
  const isAlone = !/\p{L}/u.test(ownLine) && to - from <= maxLabelBefore && !/: ./.test(above);
  const label = isAlone && above.length <= maxLabelBefore ? foldText(above) : ownLine;
  return { line, label, isExplicit: isColon || (isAlone && above !== ''), isHeading, isListItem };
}

/** Finds a value in a line, as the model copied it or in another form with the same meaning. */
function findValue({ field, raw }: ModelClaim, value: Scalar, line: string): Span | null {
  const text = foldText(line);
  for (const form of new Set([foldText(String(raw)), foldText(String(value))])) {
    const from = form === '' ? -1 : indexOfPhrase(text, form);
    if (from >= 0) return { from, to: from + form.length };
  }
  if (!createGroundingCheck(line).containsValue(field, value)) return null;
  const digit = text.search(/\d/);
  return { from: digit >= 0 ? digit : text.lastIndexOf(': ') + 1, to: text.length };
}

const isWordCharacter = /[\p{L}\p{N}]/u;

/** Finds a phrase as whole words: 12 is not in 129, nor art in party. */
function indexOfPhrase(text: string, phrase: string): number {
  for (let from = text.indexOf(phrase); from >= 0; from = text.indexOf(phrase, from + 1)) {
    const to = from + phrase.length;
    const isInsideWord = areInSameWord(text[from - 1], text[from]) || areInSameWord(text[to - 1], text[to]);
    // Digits after a decimal mark continue a number: 12 is not in 12.99.
    const isPart = /\d/.test(phrase.at(-1) ?? '') && /^[.,]\d/.test(text.slice(to, to + 2));
    const isTail = /\d/.test(phrase[0] ?? '') && /\d[.,]$/.test(text.slice(Math.max(0, from - 2), from));
    if (!isInsideWord && !isPart && !isTail) return from;
  }
  return -1;
}

/**
 * Returns true if two adjacent characters belong to one word. Scripts without spaces have no word boundaries.
 */
function areInSameWord(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (!isWordCharacter.test(left) || !isWordCharacter.test(right)) return false;
  const isSpaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  return !(isSpaceless.test(left) || isSpaceless.test(right));
}

function hasAdjacentSign(field: Field, raw: string | number | boolean, line: string): boolean {
  const text = foldText(line);
  const valueText = foldText(String(raw));
  const from = indexOfPhrase(text, valueText);
  if (from < 0) return false;
  return hasKindSign(field.kind, text.slice(Math.max(0, from - 4), from + valueText.length + 8));
}

/** Returns true if a line shares at least two words with the field's description. */
function isAbout(field: Field, line: string): boolean {
  return fieldStems(field).around.intersection(stemsOf(line)).size >= 2;
}

function lettersAndDigits(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
