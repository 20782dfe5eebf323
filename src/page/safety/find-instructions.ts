import { itemAt } from '../../domain/values/elements.ts';
import { markAddressedModels } from './addressed-models.ts';
import { findChatTokens } from './chat-tokens.ts';
import { type ConceptWords, readConceptWords } from './concept-words.ts';
import { type ConceptEvent, findEvents } from './find-events.ts';
import { type InstructionRule, instructionRules } from './instruction-rules.ts';
import { scanWords } from './scan-words.ts';

/** Maximum length of a quoted passage in UTF-16 code units. */
const maxQuoteLength = 160;
/** Length of the text before the first sign of an instruction that is quoted, in UTF-16 code units. */
const quotedBefore = 20;

/** High surrogate of the mathematical letters, which look like Latin ones. */
const mathematicalLetters = '\ud835';

let conceptWords: ConceptWords | null = null;

/**
 * Returns a quote of the first passage that gives instructions to a language model which reads the text, as one line; null if
 * there is none. Takes linear time.
 */
export function findInstructions(source: string): string | null {
  conceptWords ??= readConceptWords();
  const text = source.includes(mathematicalLetters) ? source.normalize('NFKC') : source;
  const found = scanWords(conceptWords, text);
  const words = findEvents(conceptWords, found);
  const events = mergeEvents(words, findChatTokens(text, found.marks, words));
  markAddressedModels(text, events);
  const rules = possibleRules(events);
  const triggers = rules.reduce((set, { trigger }) => set | trigger, 0);
  for (let at = 0; at < events.length && triggers !== 0; at++) {
    if ((itemAt(events, at).concepts & triggers) === 0) continue;
    const passage = passageAround(rules, events, at);
    if (passage !== null) return quoteOf(text, passage);
  }
  return null;
}

/** Returns the rules whose concepts the text contains, wherever they are. */
function possibleRules(events: readonly ConceptEvent[]): InstructionRule[] {
  let present = 0;
  for (const { concepts } of events) present |= concepts;
  return instructionRules.filter(
    ({ trigger, requirements }) =>
      (trigger & present) !== 0 && requirements.every(({ concepts }) => (concepts & present) !== 0),
  );
}

/** Start and end of a passage in UTF-16 code units. */
interface Passage {
  from: number;
  to: number;
}

/** Returns the passage around an event if a rule applies to it, else null. */
function passageAround(
  rules: readonly InstructionRule[],
  events: readonly ConceptEvent[],
  at: number,
): Passage | null {
  const { concepts } = itemAt(events, at);
  for (const rule of rules) {
    if ((concepts & rule.trigger) === 0) continue;
    const passage = matchRule(rule, events, at);
    if (passage !== null) return passage;
  }
  return null;
}

function matchRule(rule: InstructionRule, events: readonly ConceptEvent[], at: number): Passage | null {
  const trigger = itemAt(events, at);
  const passage = { from: trigger.from, to: trigger.to };
  for (const { concepts, distance } of rule.requirements) {
    const event = nearestEvent(events, at, concepts, distance);
    if (event === null) return null;
    passage.from = Math.min(passage.from, event.from);
    passage.to = Math.max(passage.to, event.to);
  }
  return passage;
}

/** Returns the nearest other event with one of the concepts within a distance, or null. */
function nearestEvent(
  events: readonly ConceptEvent[],
  at: number,
  concepts: number,
  distance: number,
): ConceptEvent | null {
  const { start, end } = itemAt(events, at);
  let nearest: ConceptEvent | null = null;
  let left = distance;
  for (let after = at + 1; after < events.length; after++) {
    const event = itemAt(events, after);
    if (event.start - end > left) break;
    if ((event.concepts & concepts) === 0) continue;
    nearest = event;
    left = event.start - end;
    break;
  }
  for (let before = at - 1; before >= 0; before--) {
    const event = itemAt(events, before);
    if (start - event.end > left) break;
    if ((event.concepts & concepts) !== 0) return event;
  }
  return nearest;
}

/** Merges two lists that are in the order of the text. */
function mergeEvents(words: readonly ConceptEvent[], tokens: readonly ConceptEvent[]): ConceptEvent[] {
  if (tokens.length === 0) return [...words];
  return [...words, ...tokens].toSorted((one, other) => one.from - other.from);
}

/** Quotes a passage on one line, without characters that end a quote or a line. */
function quoteOf(text: string, { from, to }: Passage): string {
  const start = lineStart(text, from);
  const cut = text.slice(start, Math.min(Math.max(to, start + maxQuoteLength), start + maxQuoteLength * 2));
  const line = cut.replace(/[\s\p{C}]+/gu, ' ').trim();
  const points = [...line];
  return points.length <= maxQuoteLength ? line : `${points.slice(0, maxQuoteLength - 1).join('')}…`;
}

/** Returns the start of the line or sentence in which a passage starts, if it is near. */
function lineStart(text: string, from: number): number {
  for (let at = from; at > Math.max(0, from - quotedBefore); at--)
    if (/[\n.!?。!?]/.test(text.charAt(at - 1))) return at;
  return from;
}
