import type { PageBlock } from '../../domain/pages/extraction.ts';
import { numberAt } from '../../domain/values/elements.ts';
import { estimateTokens } from '../../domain/values/estimate-tokens.ts';
import type { PageView } from '../page-view/page-view.ts';
import type { Field, FieldKind } from '../schema/field.ts';
import { type FieldStems, fieldStems, stemsOf } from '../schema/field-words.ts';
import { hasKindSign } from '../schema/kind-signs.ts';
import { hasInjection } from './has-injection.ts';
import { type PageUnit, pageUnits } from './page-units.ts';

/** Tokens of a block's id and line break, in addition to its text. */
const idTokens = 4;
/** Maximum number of units that are scored. */
const maxUnits = 5_000;
/** Number of units for each field that are taken before units without a match. */
const unitsPerField = 6;
/** Tokens of the title and of the text around the units of the fields. */
const baseTokens = 600;
/** Tokens of page text that a field needs, by its structure. Long texts, lists and records spread over a page. */
const fieldTokens = {
  scalar: 350,
  list: 3_000,
  records: 4_000,
} as const;
const longTextTokens = 1_500;
/** Tokens for a field that no unit matches, because its value may be anywhere. */
const unmatchedTokens = 1_000;
/** Score from which a unit may state a field: a sign of its kind, or one of its words. */
const minMatchScore = 1.5;

/** A unit with its relevance for the fields. */
interface BlockCandidate {
  unit: PageUnit;
  at: number;
  tokens: number;
  /** One score for each field, in the order of the fields. */
  scores: number[];
}

/**
 * Selects the blocks of a page that a model reads: all of a small page, else the most relevant units for each
 * field with their headings, in page order. The fields determine how much of the page is shown, at most
 * `budgetTokens` tokens. Text with instructions to models is left
 * out. The model refers to blocks by their ids.
 */
export function modelBlocks(page: PageView, fields: readonly Field[], budgetTokens: number): PageBlock[] {
  const units = pageUnits(page)
    .slice(0, maxUnits)
    .filter(({ text }) => !hasInjection(text));
  const targets = fields.map((field) => ({ field, stems: fieldStems(field) }));
  const candidates = units.map((unit, at) => candidateOf(unit, at, targets));
  const neededTokens = fields.reduce(
    (total, field, at) => total + tokensFor(field, at, candidates),
    baseTokens,
  );
  const selected = selectUnits(candidates, fields.length, Math.min(budgetTokens, neededTokens));
  return candidates
    .filter(({ at }) => selected.has(at))
    .map(({ unit: { text, element, from, to } }, index) => {
      return { id: `b${index + 1}`, text, locator: page.locatorOf(element), from, to };
    });
}

/** Returns the tokens of page text to show for one of the fields. */
function tokensFor(field: Field, at: number, candidates: readonly BlockCandidate[]): number {
  if (field.structure !== 'scalar') return fieldTokens[field.structure];
  if (field.kind === 'long_text') return longTextTokens;
  const isMatched = candidates.some(({ scores }) => numberAt(scores, at) >= minMatchScore);
  return isMatched ? fieldTokens.scalar : unmatchedTokens;
}

function candidateOf(
  unit: PageUnit,
  at: number,
  targets: Array<{ field: Field; stems: FieldStems }>,
): BlockCandidate {
  const stems = stemsOf(unit.text);
  const scores = targets.map(({ field, stems: own }) => scoreUnit(unit, stems, field, own));
  return { unit, at, tokens: estimateTokens(unit.text) + idTokens, scores };
}

/** Scores the relevance of a unit for a field; 0 if nothing matches. */
function scoreUnit(
  unit: PageUnit,
  stems: ReadonlySet<string>,
  field: Field,
  targetStems: FieldStems,
): number {
  let score = 3 * matchShare(targetStems.own, stems) + matchShare(targetStems.around, stems);
  if (kindsOf(field).some((kind) => hasKindSign(kind, unit.text))) score += 1.5;
  if (unit.kind === 'heading' && field.kind === 'title') score += unit.level === 1 ? 4 : 1;
  if (field.structure !== 'scalar' && (unit.kind === 'list' || unit.kind === 'row')) score += 1;
  if (field.kind === 'long_text' && unit.text.length > 120) score += 1.5;
  // A long text contains many words by chance.
  if (unit.text.length > 400 && field.kind !== 'long_text' && unit.kind === 'text') score *= 0.6;
  return unit.isAside ? score * 0.3 : score;
}

function kindsOf(field: Field): FieldKind[] {
  return [field.kind, ...field.fields.map(({ kind }) => kind)];
}

function matchShare(stems: ReadonlySet<string>, textStems: ReadonlySet<string>): number {
  if (stems.size === 0) return 0;
  let hits = 0;
  for (const stem of stems) if (textStems.has(stem)) hits += 1;
  // One match among many possible names is as good as a match of the only name.
  return Math.min(1, hits / Math.sqrt(Math.min(stems.size, 4)));
}

/** Returns the indexes of the selected units. */
function selectUnits(
  candidates: readonly BlockCandidate[],
  fieldCount: number,
  budgetTokens: number,
): Set<number> {
  const selected = new Set<number>();
  let remainingTokens = budgetTokens;
  const addIfFits = (candidate: BlockCandidate | undefined): boolean => {
    if (candidate === undefined || selected.has(candidate.at) || candidate.tokens > remainingTokens)
      return false;
    selected.add(candidate.at);
    remainingTokens -= candidate.tokens;
    return true;
  };
  const isMain = ({ unit }: BlockCandidate) => !unit.isAside;
  addIfFits(candidates.find(({ unit }) => unit.kind === 'heading' && unit.level === 1));
  const ranked = Array.from({ length: fieldCount }, (_, field) => bestFor(candidates, field));
  // The fields take turns, so that no field uses the whole budget.
  for (let rank = 0; rank < unitsPerField; rank++) {
    for (const best of ranked) {
      const candidate = best[rank];
      if (candidate !== undefined && addIfFits(candidate)) addIfFits(headingOver(candidates, candidate));
    }
  }
  const rest = candidates.filter(isMain).sort((a, b) => sum(b.scores) - sum(a.scores) || a.at - b.at);
  for (const candidate of rest) addIfFits(candidate);
  for (const candidate of candidates) addIfFits(candidate);
  return selected;
}

function bestFor(candidates: readonly BlockCandidate[], field: number): BlockCandidate[] {
  const score = (candidate: BlockCandidate) => numberAt(candidate.scores, field);
  return candidates
    .filter((candidate) => score(candidate) > 0)
    .sort((a, b) => score(b) - score(a) || a.at - b.at)
    .slice(0, unitsPerField);
}

/** Returns the heading above a unit, or undefined. */
function headingOver(
  candidates: readonly BlockCandidate[],
  below: BlockCandidate,
): BlockCandidate | undefined {
  for (let at = below.at - 1; at >= 0; at--) {
    if (candidates[at]?.unit.kind === 'heading') return candidates[at];
  }
  return undefined;
}

function sum(scores: readonly number[]): number {
  return scores.reduce((total, score) => total + score, 0);
}
