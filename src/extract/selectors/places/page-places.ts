import { createHash } from 'node:crypto';
import type { FoundValue } from '../../../domain/pages/extraction.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { endOf } from '../../../page/tree/tree.ts';
import type { AgreedAnswer, Agreement, RankedAnswer } from '../../heuristics/agreement.ts';
import type { Field, FieldKind } from '../../schema/field.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import type { Locator, LocatorFamily } from '../locators/locator.ts';
import type { ValuePosition } from '../locators/value-positions.ts';
import { withoutVariableTexts } from '../locators/variable-texts.ts';
import { type ReadText, type ScalarValue, toKnownValue, valueKey } from '../rules/known-values.ts';
import { isSure, observeScalar, type ScalarVote, voteScalar } from '../rules/scalar-rule.ts';
import { getLocatorKey } from '../rules/vote.ts';
import type { FieldPlaces, Place, PlaceObservation, PlacesLesson } from './field-places.ts';

/** Number of pages after which a field's places are no longer observed while they agree with the page. */
const settledPages = 6;
/** Maximum number of candidates of a page that are remembered, and of locators of a family. */
const maxCandidates = 3;
const maxPerFamily = 4;
/** Minimum confidence of a remembered candidate that is not the best one. */
const minRemembered = 0.15;
/** Minimum agreement of the locators of a place that was seen on one page. */
const minFirstAgreement = 0.5;
/** Minimum mean confidence of a place that answers alone, or against a label on the page. */
const minAlone = 0.45;
const minAgainstLabel = 0.5;
/** Minimum mean confidence of a place in relation to the confidence of the answer that it replaces. */
const minRelativeMean = 0.85;
/** Advantage that a place of a single page needs over the heuristics' own choice. */
const firstPageMargin = 0.08;

/**
 * Factors for values that are the same on every page. A title or an identifier that never changes belongs to the
 * site, not to the page's subject; other kinds may be the same on many pages.
 */
const constantFactors: Readonly<Partial<Record<FieldKind, number>>> = {
  title: 0.5,
  identifier: 0.5,
  long_text: 0.6,
  image: 0.7,
  url: 0.7,
  person: 0.75,
  date: 0.8,
  money: 0.8,
  text: 0.85,
};

/** A value at a place, or of a candidate, with its support on all pages. */
interface Option {
  value: ScalarValue;
  /** Mean confidence over the earlier pages and this one. */
  mean: number;
  /** Index of the answer with this value, or -1. */
  at: number;
  place: { place: Place; vote: ScalarVote<ScalarValue> } | null;
}

type ReadPlaceValue = (position: {
  field: Field;
  vote: ScalarVote<ScalarValue>;
  confidence: number;
  isWeak: boolean;
}) => FoundValue;

export interface PagePlacesOptions {
  index: () => PageIndex;
  read: ReadText;
  /** Returns the places that earlier pages of the layout taught. */
  placesOf: (field: Field) => FieldPlaces | null;
  keyOf: (field: Field) => string;
  toFoundValue: ReadPlaceValue;
  /** Returns texts of the page that differ on other pages, such as its title. */
  variableTexts: () => readonly string[];
}

function digestOf(value: ScalarValue): string {
  return createHash('sha1').update(valueKey(value)).digest('base64url').slice(0, 8);
}

/**
 * Compares the candidates of a page with the places where earlier pages of its layout had theirs, and records them
 * for later pages. Pages of one layout teach each other in this way without known values.
 */
export class PagePlaces implements Agreement {
  private readonly options: PagePlacesOptions;
  private readonly observed = new Map<string, PlacesLesson>();

  constructor(options: PagePlacesOptions) {
    this.options = options;
  }

  /** Returns the observations of the fields that were chosen. */
  lessons(): PlacesLesson[] {
    return [...this.observed.values()].filter(({ places }) => places.length > 0);
  }

  choose(field: Field, answers: readonly RankedAnswer[]): AgreedAnswer | null {
    if (field.structure !== 'scalar' || field.kind === 'yes_no') return null;
    const known = this.options.placesOf(field);
    const votes = (known?.places ?? []).flatMap((place) => {
      const vote = this.readPlace(field, place);
      return vote === null ? [] : [{ place, vote }];
    });
    const agreed = known === null ? null : this.decide(field, known, votes, answers);
    const isSettled =
      known !== null &&
      known.pages >= settledPages &&
      (agreed?.from === 'answers' ? agreed.at === 0 : agreed === null);
    if (!isSettled) this.observe(field, votes, answers);
    return agreed;
  }

  private readPlace(field: Field, place: Place): ScalarVote<ScalarValue> | null {
    const vote = voteScalar(place.rule, this.options.index(), (text, isMachine) => {
      const value = this.options.read(field, text, isMachine);
      return value === null ? null : { value, key: valueKey(value) };
    });
    if (vote === null) return null;
    const isEnough = place.found > 1 ? isSure(vote) : vote.agreement >= minFirstAgreement;
    return isEnough ? vote : null;
  }

  private decide(
    field: Field,
    known: FieldPlaces,
    votes: readonly { place: Place; vote: ScalarVote<ScalarValue> }[],
    answers: readonly RankedAnswer[],
  ): AgreedAnswer | null {
    const options = this.listOptions(field, known, votes, answers);
    let best: Option | null = null;
    for (const option of options) if (best === null || option.mean > best.mean) best = option;
    if (best === null) return null;
    const first = options.find(({ at }) => at === 0) ?? null;
    const isChange = first === null || best.at !== 0;
    if (isChange && !mayReplace(best, first, answers[0] ?? null, known.pages)) {
      return first === null ? null : this.toAgreed(field, first, known.pages, answers);
    }
    return this.toAgreed(field, best, known.pages, answers);
  }

  private listOptions(
    field: Field,
    known: FieldPlaces,
    votes: readonly { place: Place; vote: ScalarVote<ScalarValue> }[],
    answers: readonly RankedAnswer[],
  ): Option[] {
    const keys = answers.map(({ value }) => valueKey(value));
    const options = votes.map(({ place, vote }): Option => {
      const at = keys.indexOf(valueKey(vote.value));
      const now = at === -1 ? 0 : itemAt(answers, at).confidence;
      const mean = ((place.support + now) / (known.pages + 1)) * constantFactor(field, place, vote.value);
      return { value: vote.value, mean, at, place: { place, vote } };
    });
    const placed = new Set(options.map(({ at }) => at));
    answers.forEach(({ value, confidence }, at) => {
      if (placed.has(at) || keys.indexOf(keys[at] as string) !== at) return;
      options.push({ value, mean: confidence / (known.pages + 1), at, place: null });
    });
    return options;
  }

  private toAgreed(
    field: Field,
    { at, mean, place }: Option,
    pages: number,
    answers: readonly RankedAnswer[],
  ): AgreedAnswer | null {
    const answer = at === -1 ? null : itemAt(answers, at);
    const isProven = place !== null && pages > 1 && place.place.strong > 1;
    if (answer !== null) {
      // Several unlikely answers at one place are no likely one.
      const isLikely = answer.confidence >= minRemembered || mean >= minAlone;
      const confidence = isLikely ? Math.max(answer.confidence, mean) : answer.confidence;
      return { from: 'answers', at, confidence, isWeak: answer.isWeak && !isProven };
    }
    if (place === null) return null;
    const confidence = (mean * (pages + 1)) / pages;
    const value = this.options.toFoundValue({ field, vote: place.vote, confidence, isWeak: !isProven });
    return { from: 'place', value };
  }

  private observe(
    field: Field,
    votes: readonly { place: Place; vote: ScalarVote<ScalarValue> }[],
    answers: readonly RankedAnswer[],
  ): void {
    const key = this.options.keyOf(field);
    const places: PlaceObservation[] = [];
    const placedKeys = new Set<string>();
    for (const { place, vote } of votes) {
      const voteKey = valueKey(vote.value);
      const answer = answers.find(({ value }) => valueKey(value) === voteKey);
      placedKeys.add(voteKey);
      const observation = answer === undefined ? null : this.observeAt(field, place, vote.value, vote.node);
      places.push({
        id: place.id,
        value: digestOf(vote.value),
        confidence: answer?.confidence ?? 0,
        isStrong: answer !== undefined && !answer.isWeak,
        observation,
      });
    }
    for (const { value, node, confidence, isWeak } of this.newCandidates(answers, placedKeys)) {
      const observation = this.observeAt(field, null, value, node);
      if (observation === null || observation.newLocators.length === 0) continue;
      const id = getLocatorKey(observation.newLocators);
      places.push({ id, value: digestOf(value), confidence, isStrong: !isWeak, observation });
    }
    this.observed.set(key, { key, pointer: field.pointer, places });
  }

  /** Returns the best candidates with different values at no known place. */
  private newCandidates(answers: readonly RankedAnswer[], placedKeys: ReadonlySet<string>): RankedAnswer[] {
    const seen = new Set(placedKeys);
    const candidates: RankedAnswer[] = [];
    answers.forEach((answer, at) => {
      const key = valueKey(answer.value);
      if (seen.has(key) || candidates.length >= maxCandidates) return;
      if (at > 0 && answer.confidence < minRemembered) return;
      seen.add(key);
      candidates.push(answer);
    });
    return candidates;
  }

  /** Describes the position of a value at a node; null if the value has no written form. */
  private observeAt(field: Field, place: Place | null, value: ScalarValue, node: number) {
    const known = toKnownValue(field, value, this.options.read);
    if (known === null || node < 0) return null;
    const index = this.options.index();
    const isNear = (position: ValuePosition) =>
      (position.node >= node && position.node < endOf(index.tree, node)) ||
      (node >= position.node && node < endOf(index.tree, position.node));
    const observation = observeScalar(place?.rule ?? null, index, known, 0, isNear);
    const newLocators = withoutVariableTexts(observation.newLocators, this.options.variableTexts());
    return { ...observation, newLocators: limitPerFamily(newLocators) };
  }
}

function limitPerFamily(locators: readonly Locator[]): Locator[] {
  const counts = new Map<LocatorFamily, number>();
  return locators.filter(({ family }) => {
    const count = counts.get(family) ?? 0;
    counts.set(family, count + 1);
    return count < maxPerFamily;
  });
}

function constantFactor(field: Field, place: Place, value: ScalarValue): number {
  const digests = new Set([...place.values, digestOf(value)]);
  const minPages = field.kind === 'title' ? 1 : 2;
  if (digests.size > 1 || place.values.length < minPages) return 1;
  return constantFactors[field.kind] ?? 1;
}

/** Returns true if earlier pages are strong enough to replace the heuristics' first answer. */
function mayReplace(best: Option, first: Option | null, answer: RankedAnswer | null, pages: number): boolean {
  if (best.place === null) return false;
  if (first === null || answer === null) return (best.mean * (pages + 1)) / pages >= minAlone;
  const isLabelled = answer.isLabelled && !answer.isWeak;
  // A place that a single page taught never overrules a label on the page.
  if (pages === 1) return !isLabelled && best.mean > answer.confidence + firstPageMargin;
  if (best.mean < answer.confidence * minRelativeMean) return false;
  return !isLabelled || (best.mean >= minAgainstLabel && best.place.place.strong * 2 > pages);
}
