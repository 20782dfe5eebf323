import { estimateTokens } from '../domain/estimate-tokens.ts';
import type { PageBlock } from '../domain/extraction.ts';
import type { Field, FieldKind } from './field.ts';
import { type FieldStems, fieldStems, stemsOf } from './field-words.ts';
import { hasKindSign } from './kind-signs.ts';
import { type PageUnit, pageUnits } from './model-units.ts';
import { givesOrders } from './orders-to-models.ts';
import type { PageView } from './page-view.ts';

/** Tokens that a block costs beside its text: its id and a line break. */
const idTokens = 4;
/** Units that are looked at. */
const mostUnits = 5_000;
/** Units of each field that come before any unit that speaks for no field. */
const unitsPerField = 6;

/** A unit with what it says for the fields. */
interface Candidate {
  unit: PageUnit;
  at: number;
  tokens: number;
  /** For each field, in their order. */
  scores: number[];
}

/**
 * What a model is shown of a page to find the fields: the whole of a small page, else the units that speak most for each
 * field, with the headings that they stand under, within a number of tokens and in page order. What gives orders to models
 * is left out. Every block has an id that the model names as the place of a value.
 */
export function modelBlocks(page: PageView, fields: readonly Field[], budgetTokens: number): PageBlock[] {
  const units = pageUnits(page)
    .slice(0, mostUnits)
    .filter(({ text }) => !givesOrders(text));
  const wanted = fields.map((field) => ({ field, stems: fieldStems(field) }));
  const candidates = units.map((unit, at) => candidateOf(unit, at, wanted));
  const chosen = choose(candidates, fields.length, budgetTokens);
  return candidates
    .filter(({ at }) => chosen.has(at))
    .map(({ unit: { text, element, from, to } }, index) => {
      return { id: `b${index + 1}`, text, locator: page.locatorOf(element), from, to };
    });
}

function candidateOf(
  unit: PageUnit,
  at: number,
  wanted: Array<{ field: Field; stems: FieldStems }>,
): Candidate {
  const stems = stemsOf(unit.text);
  const scores = wanted.map(({ field, stems: own }) => scoreOf(unit, stems, field, own));
  return { unit, at, tokens: estimateTokens(unit.text) + idTokens, scores };
}

/** How much a unit speaks for a field; 0 when nothing does. */
function scoreOf(unit: PageUnit, stems: ReadonlySet<string>, field: Field, wanted: FieldStems): number {
  let score = 3 * share(wanted.own, stems) + share(wanted.around, stems);
  if (kindsOf(field).some((kind) => hasKindSign(kind, unit.text))) score += 1.5;
  if (unit.kind === 'heading' && field.kind === 'title') score += unit.level === 1 ? 4 : 1;
  if (field.structure !== 'scalar' && (unit.kind === 'list' || unit.kind === 'row')) score += 1;
  if (field.kind === 'long_text' && unit.text.length > 120) score += 1.5;
  // A long text holds many words by chance.
  if (unit.text.length > 400 && field.kind !== 'long_text' && unit.kind === 'text') score *= 0.6;
  return unit.isAside ? score * 0.3 : score;
}

function kindsOf(field: Field): FieldKind[] {
  return [field.kind, ...field.fields.map(({ kind }) => kind)];
}

function share(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let hits = 0;
  for (const stem of wanted) if (found.has(stem)) hits += 1;
  // Any of many names is as good as the only one.
  return Math.min(1, hits / Math.sqrt(Math.min(wanted.size, 4)));
}

/** Indexes of the units that are shown. */
function choose(candidates: readonly Candidate[], fieldCount: number, budgetTokens: number): Set<number> {
  const chosen = new Set<number>();
  let left = budgetTokens;
  const take = (candidate: Candidate | undefined): boolean => {
    if (candidate === undefined || chosen.has(candidate.at) || candidate.tokens > left) return false;
    chosen.add(candidate.at);
    left -= candidate.tokens;
    return true;
  };
  const isMain = ({ unit }: Candidate) => !unit.isAside;
  take(candidates.find(({ unit }) => unit.kind === 'heading' && unit.level === 1));
  const ranked = Array.from({ length: fieldCount }, (_, field) => bestFor(candidates, field));
  // In turns, so that no field leaves nothing to the others.
  for (let rank = 0; rank < unitsPerField; rank++) {
    for (const best of ranked) {
      const candidate = best[rank];
      if (candidate !== undefined && take(candidate)) take(headingOver(candidates, candidate));
    }
  }
  const rest = candidates.filter(isMain).sort((a, b) => sum(b.scores) - sum(a.scores) || a.at - b.at);
  for (const candidate of rest) take(candidate);
  for (const candidate of candidates) take(candidate);
  return chosen;
}

function bestFor(candidates: readonly Candidate[], field: number): Candidate[] {
  const score = (candidate: Candidate) => candidate.scores[field] as number;
  return candidates
    .filter((candidate) => score(candidate) > 0)
    .sort((a, b) => score(b) - score(a) || a.at - b.at)
    .slice(0, unitsPerField);
}

/** The heading that a unit stands under; units under none have none. */
function headingOver(candidates: readonly Candidate[], below: Candidate): Candidate | undefined {
  for (let at = below.at - 1; at >= 0; at--) {
    if (candidates[at]?.unit.kind === 'heading') return candidates[at];
  }
  return undefined;
}

function sum(scores: readonly number[]): number {
  return scores.reduce((total, score) => total + score, 0);
}
