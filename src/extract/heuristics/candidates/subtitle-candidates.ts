import { endOf, parentOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';

const maxSubtitleLength = 70;
const subtitleStrength = 0.8;

/** Returns the short line behind a person's name, which is what the person does. */
export function subtitleCandidates(page: PageFacts): Candidate[] {
  const { tree } = page;
  const title = page.titleNode();
  if (title === -1) return [];
  const lines = page.lines();
  const at = lines.findIndex(({ from }) => from >= title);
  const next = lines[at + 1];
  if (at === -1 || next === undefined) return [];
  const outer = parentOf(tree, parentOf(tree, title));
  const isBeside = next.from < endOf(tree, Math.max(outer, 0));
  const isName = next.text.length <= maxSubtitleLength && !/[\d@:]|[.!?]$/.test(next.text);
  if (!isBeside || !isName) return [];
  const { text, element } = next;
  const reason = 'subtitle of the name';
  return [{ text, node: element, source: 'visible', reason, strength: subtitleStrength, fit: 1 }];
}
