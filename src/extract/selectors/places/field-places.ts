import type { Locator } from '../locators/locator.ts';
import type { ScalarRule } from '../rules/scalar-rule.ts';
import { applyObservation, getLocatorKey, type Observation } from '../rules/vote.ts';

/** Maximum number of places of a field, and of values that a place remembers. */
const maxPlaces = 4;
const maxValues = 6;
/** Minimum share of equal locators of two descriptions of one place. */
const minSharedLocators = 0.5;

/**
 * A place of a layout where the heuristics found candidates for a field on pages without known values. Plain data;
 * it is stored.
 */
export interface Place {
  id: string;
  rule: ScalarRule;
  /** Sum of the confidence of the candidates at this place, over the pages of the field. */
  support: number;
  /** Number of pages with a candidate at this place that was not weak. */
  strong: number;
  /** Number of pages on which the place contained a value of the field's type. */
  found: number;
  /** Digests of the latest values. */
  values: string[];
}

/** Places of a field on the pages of a layout. Plain data; it is stored. */
export interface FieldPlaces {
  pointer: string;
  /** Number of observed pages. */
  pages: number;
  places: Place[];
}

/** Observation of a place on one page. Plain data. */
export interface PlaceObservation {
  /** Id of a known place, or of a new one. */
  id: string;
  /** Digest of the value. */
  value: string;
  /** Confidence of the candidate with this value; 0 if the value was no candidate. */
  confidence: number;
  isStrong: boolean;
  /** null if the value was no candidate. */
  observation: Observation<Locator> | null;
}

/** Observations of a field on one page. Plain data; it crosses threads. */
export interface PlacesLesson {
  key: string;
  pointer: string;
  places: PlaceObservation[];
}

/** Returns the known place that a new description belongs to: most of its locators are equal. */
function findSamePlace(places: readonly Place[], locators: readonly Locator[]): Place | undefined {
  const keys = new Set(locators.map(getLocatorKey));
  return places.find(({ rule }) => {
    const shared = rule.ways.filter(({ way }) => keys.has(getLocatorKey(way))).length;
    return shared >= minSharedLocators * Math.min(rule.ways.length, keys.size);
  });
}

function observePlace(place: Place | undefined, observed: PlaceObservation): Place | null {
  const { id, value, confidence, isStrong, observation } = observed;
  if (place === undefined && observation === null) return null;
  const rule =
    observation === null ? (place as Place).rule : applyObservation(place?.rule ?? null, observation);
  return {
    id: place?.id ?? id,
    rule,
    support: (place?.support ?? 0) + confidence,
    strong: (place?.strong ?? 0) + (isStrong ? 1 : 0),
    found: (place?.found ?? 0) + 1,
    values: [...(place?.values ?? []), value].slice(-maxValues),
  };
}

/** Applies the observations of one more page; the places with the most support are kept. */
export function applyPlaces(current: FieldPlaces | undefined, lesson: PlacesLesson): FieldPlaces {
  const places = new Map((current?.places ?? []).map((place) => [place.id, place]));
  for (const observed of lesson.places) {
    const known =
      places.get(observed.id) ?? findSamePlace([...places.values()], observed.observation?.newLocators ?? []);
    const next = observePlace(known, observed);
    if (next !== null) places.set(next.id, next);
  }
  const kept = [...places.values()].filter(({ rule }) => rule.ways.length > 0);
  kept.sort((one, other) => other.support - one.support);
  return {
    pointer: lesson.pointer,
    pages: (current?.pages ?? 0) + 1,
    places: kept.slice(0, maxPlaces),
  };
}
