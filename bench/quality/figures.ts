import type { Figure } from '../report.ts';
import type { Score } from './score-page.ts';

/** Wanted word F1 scores, by kind of page or collection. */
const wantedF1: Record<string, number> = {
  wcxb: 0.925,
  scrapinghub: 0.965,
  article: 0.965,
  listing: 0.84,
  collection: 0.82,
  service: 0.885,
  documentation: 0.94,
  forum: 0.82,
};
/** Wanted F1 of snippets, and wanted share of images. */
const wantedSnippets = 0.93;
const wantedImages = 0.95;

function mean(values: readonly (number | null | undefined)[]): number {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.reduce((one, other) => one + other, 0) / Math.max(1, known.length);
}

/** Returns the F1 score of snippets: those that must be kept against those that must not be. */
export function snippetF1(list: readonly Score[]): number {
  let kept = 0;
  let missed = 0;
  let wrong = 0;
  for (const { page, mustHave, mustNot } of list) {
    kept += (mustHave ?? 0) * page.mustHave.length;
    missed += (1 - (mustHave ?? 1)) * page.mustHave.length;
    wrong += (mustNot ?? 0) * page.mustNot.length;
  }
  return kept === 0 ? 0 : (2 * kept) / (2 * kept + missed + wrong);
}

/** Returns the figures of all systems, each collection apart; targets apply to this project. */
export function figuresOf(scores: ReadonlyMap<string, readonly Score[]>): Figure[] {
  return [...scores].flatMap(([system, list]) => {
    const isOurs = system === 'webdata';
    const collections = [...new Set(list.map((score) => score.page.collection))];
    const figures = collections.flatMap((name) =>
      collectionFigures(
        system,
        name,
        list.filter((score) => score.page.collection === name),
      ),
    );
    const empty = list.filter((score) => score.isEmpty && (!isOurs || score.shownWords > 0)).length;
    figures.push({ name: 'empty on pages with text', value: empty, unit: 'pages' });
    if (isOurs) figures.push(...confidenceFigures(list));
    return figures.map(({ wanted, ...figure }) => ({
      ...figure,
      name: `${system}: ${figure.name}`,
      ...(isOurs && wanted !== undefined ? { wanted } : {}),
    }));
  });
}

function percent(name: string, value: number, atLeast?: number): Figure {
  const figure: Figure = { name, value: value * 100, unit: '%' };
  if (atLeast !== undefined) figure.wanted = { atLeast: atLeast * 100 };
  return figure;
}

function collectionFigures(system: string, name: string, list: readonly Score[]): Figure[] {
  const figures: Figure[] = [];
  const whole = list.filter((score) => score.words !== null);
  if (whole.length > 0) {
    figures.push(
      percent(`${name}: word F1 (${whole.length})`, meanF1(whole), wantedF1[name]),
      percent(
        `${name}: word F1 without the title line`,
        mean(whole.map((score) => score.wordsWithoutTitle?.f1)),
      ),
      percent(`${name}: precision`, mean(whole.map((score) => score.words?.precision))),
      percent(`${name}: recall`, mean(whole.map((score) => score.words?.recall))),
    );
  }
  if (list.some((score) => score.mustHave !== null))
    figures.push(
      percent(
        `${name}: F1 of snippets`,
        snippetF1(list),
        name === 'trafilatura' ? wantedSnippets : undefined,
      ),
      percent(`${name}: must-have snippets kept`, mean(list.map((score) => score.mustHave))),
      percent(`${name}: must-not snippets kept`, mean(list.map((score) => score.mustNot))),
    );
  const pictured = list.filter((score) => score.images !== null);
  if (pictured.length > 0)
    figures.push(
      percent(
        `${name}: images kept (${pictured.length})`,
        mean(pictured.map((score) => score.images)),
        wantedImages,
      ),
    );
  const kinds = [...new Set(whole.map((score) => score.page.kind))].sort();
  if (kinds.length < 2) return figures;
  for (const kind of kinds) {
    const ofKind = whole.filter((score) => score.page.kind === kind);
    figures.push(percent(`${name}: ${kind} (${ofKind.length})`, meanF1(ofKind), wantedF1[kind]));
    const inText = ofKind.filter((score) => !score.isShell);
    if (system === 'webdata' && inText.length < ofKind.length)
      figures.push(percent(`${name}: ${kind} without script shells (${inText.length})`, meanF1(inText)));
  }
  return figures;
}

function meanF1(list: readonly Score[]): number {
  return mean(list.map((score) => score.words?.f1));
}

/** Compares the stated confidence with the actual quality. */
function confidenceFigures(list: readonly Score[]): Figure[] {
  const bounds = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];
  return bounds.slice(1).flatMap((to, index): Figure[] => {
    const from = bounds[index] ?? 0;
    const within = list.filter(
      (score) => score.words !== null && score.confidence >= from && score.confidence < to,
    );
    if (within.length === 0) return [];
    return [
      percent(`word F1 at confidence ${from} to ${Math.min(1, to)} (${within.length})`, meanF1(within)),
    ];
  });
}
