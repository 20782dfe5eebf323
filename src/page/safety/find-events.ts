import { integerAt, itemAt } from '../../domain/values/elements.ts';
import { type ConceptWords, conceptSet, type PhraseNode } from './concept-words.ts';
import { distanceToNext, type FoundWords, wordDistance } from './scan-words.ts';

/** A word or phrase of a text with its concepts. */
export interface ConceptEvent {
  concepts: number;
  /** Positions of the first and the last word. */
  start: number;
  end: number;
  /** Indexes of the first code unit, and of the one after the end. */
  from: number;
  to: number;
}

const reported = conceptSet('reported');
/** Concepts that count only as an order, not in a report such as "people ignore". */
const orders = conceptSet('override', 'reveal', 'task', 'reply', 'send');

interface Match {
  concepts: number;
  last: number;
}

/** Returns the longest phrase that starts with a found word, and the index of its last word. */
function longestPhrase(words: ConceptWords, found: FoundWords, first: number): Match {
  let node = itemAt(words.phrases, integerAt(found.word, first));
  let match: Match = { concepts: node.concepts, last: first };
  for (let at = first + 1; at < found.count && node.next.size > 0; at++) {
    if (distanceToNext(found, at - 1) !== wordDistance) break;
    const next = nextNode(words, node, integerAt(found.word, at));
    if (next === undefined) break;
    node = next;
    if (node.concepts !== 0) match = { concepts: node.concepts, last: at };
  }
  return match;
}

function nextNode(words: ConceptWords, node: PhraseNode, word: number): PhraseNode | undefined {
  return node.next.get(word) ?? node.next.get(itemAt(words.stemOf, word));
}

/** Combines the found words into phrases, the longest first. Orders that are only reported lose their concept. */
export function findEvents(words: ConceptWords, found: FoundWords): ConceptEvent[] {
  const events: ConceptEvent[] = [];
  for (let first = 0; first < found.count; first++) {
    const { concepts, last } = longestPhrase(words, found, first);
    if (concepts === 0) continue;
    const start = integerAt(found.position, first);
    const previous = events.at(-1);
    const isReported =
      previous !== undefined && (previous.concepts & reported) !== 0 && start - previous.end === wordDistance;
    events.push({
      concepts: isReported ? concepts & ~orders : concepts,
      start,
      end: integerAt(found.position, last),
      from: integerAt(found.from, first),
      to: integerAt(found.to, last),
    });
    first = last;
  }
  return events;
}
