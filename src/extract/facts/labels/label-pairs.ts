import { itemAt } from '../../../domain/values/elements.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { LabelCollector, type LabelPair, maxPairs } from './label-collector.ts';
import { LineLabels } from './line-labels.ts';
import { NeighbourLabels } from './neighbour-labels.ts';
import { SiblingLabels } from './sibling-labels.ts';

/** Returns the label pairs of a page in document order, at most 4,000. */
export function findLabelPairs(page: PageView): readonly LabelPair[] {
  const collector = new LabelCollector();
  const inLines = new LineLabels(page, collector);
  const acrossLines = new NeighbourLabels(page, collector);
  const lines = page.lines();
  for (let index = 0; index < lines.length && collector.pairs.length < maxPairs; index++) {
    inLines.addFrom(itemAt(lines, index));
    acrossLines.addFrom(lines, index);
  }
  new SiblingLabels(page, collector).add();
  return collector.pairs;
}

/** Maximum length of a value, and minimum strength of a pair, that are looked up by the value. */
const maxKnownValueLength = 120;
const minKnownStrength = 0.7;

/** Returns the labels of short values, by the text of the value. */
export function labelsByValue(pairs: readonly LabelPair[]): ReadonlyMap<string, readonly LabelPair[]> {
  return Map.groupBy(
    pairs.filter(
      ({ value, strength }) => value.length <= maxKnownValueLength && strength >= minKnownStrength,
    ),
    ({ value }) => value,
  );
}
