import type { Candidate } from '../../facts/candidate.ts';
import { withoutChanges } from '../../facts/dates/change-words.ts';
import { changePenalty, isChange, nearBonus } from '../../facts/dates/marked-dates.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { lineAt, nearness } from '../../facts/title-distance.ts';

/** Removes the date of a change from a candidate, or weakens a candidate that is one. */
function withoutChange(candidate: Candidate, page: PageFacts): Candidate {
  if (candidate.source !== 'visible') return candidate;
  const own = withoutChanges(candidate.text);
  const isOfChange = own === null || isChange(page, candidate.node);
  if (!isOfChange) return { ...candidate, text: own };
  return { ...candidate, reason: `shape, ${candidate.reason}`, strength: candidate.strength - changePenalty };
}

/** Returns the candidates for a date of publication that the description of the page does not state: those of changes weakened. */
export function publicationCandidates(candidates: readonly Candidate[], page: PageFacts): Candidate[] {
  const title = page.titleLine();
  return candidates.map((one) => {
    const date = withoutChange(one, page);
    const close = date.reason === 'shape' ? nearness(title, lineAt(page.lines(), date.node)) : 0;
    return { ...date, strength: date.strength + nearBonus * close };
  });
}
