import { itemAt } from '../../domain/values/elements.ts';
import { conceptSet } from './concept-words.ts';
import type { ConceptEvent } from './find-events.ts';
import { wordDistance } from './scan-words.ts';

const model = conceptSet('model');
const anyModel = conceptSet('model', 'assistant');
const address = conceptSet('address');
const addressAfter = conceptSet('addressAfter');
const called = conceptSet('called');
const hailed = conceptSet('hailed');
/** Words between an address and the model: "to all friendly AI assistants". */
const between = conceptSet('filler', 'model', 'assistant', 'determiner');
/** Words that may follow a name directly. Other words make it a part of a longer name, such as "AI engineer". */
const continuation = conceptSet(
  'model',
  'assistant',
  'filler',
  'reading',
  'must',
  'task',
  'reply',
  'override',
  'secrecy',
  'send',
  'you',
  'role',
  'instead',
  'user',
  'addressAfter',
  'determiner',
  'yourAnswer',
);
const imperative = conceptSet('task', 'reply', 'override', 'secrecy', 'send', 'reveal');
/** Signs that an addressed assistant is a program: "Assistant: tell the user ...". */
const programSigns = conceptSet(
  'user',
  'secrets',
  'hiddenPrompt',
  'secrecy',
  'override',
  'instructions',
  'yourAnswer',
);
const maxSignDistance = 14 * wordDistance;
/** Maximum number of words between an address and the model. */
const maxBetween = 5;
/** Maximum length of words between a model and a colon, in UTF-16 code units. */
const maxNameRest = 24;
/** Maximum length of space and marks between a colon and an order, in UTF-16 code units. */
const maxSpace = 4;
/** End of the name of a model: a colon after up to two other words, or a comma. */
const nameEnd = /^(?:[\p{L} ]*[::]|["'*_`]*[,,、])/u;
const assistantColon = /^[*_]*[::]/u;
const assistantEnd = /^[*_]*[:,,:、]/u;

/** Marks the models that a text addresses: `called` by words such as "if you are", `hailed` by a colon or comma. */
export function markAddressedModels(text: string, events: readonly ConceptEvent[]): void {
  for (let at = 0; at < events.length; at++) {
    const event = itemAt(events, at);
    if ((event.concepts & anyModel) === 0) continue;
    const isModel = (event.concepts & model) !== 0;
    const last = endOfName(events, at);
    // "Attention assistant:" names a model only with the colon.
    if (!isModel && assistantColon.test(text.slice(event.to, event.to + 4)) && isAddressedBefore(events, at))
      event.concepts |= called;
    if (isModel && (isAddressedBefore(events, at) || isAddressedAfter(events, last)))
      if (endsName(text, events, last)) event.concepts |= called;
    if (isHailed(text, events, at, last, isModel)) event.concepts |= hailed;
  }
}

function areAdjacent(one: ConceptEvent, other: ConceptEvent): boolean {
  return other.start - one.end <= wordDistance;
}

/** Returns the index of the last word of a name of several words, such as "AI assistants and agents". */
function endOfName(events: readonly ConceptEvent[], at: number): number {
  let last = at;
  for (let next = at + 1; next < events.length && next <= at + 4; next++) {
    const event = itemAt(events, next);
    if (!areAdjacent(itemAt(events, next - 1), event) || (event.concepts & between) === 0) break;
    if ((event.concepts & anyModel) !== 0) last = next;
  }
  return last;
}

function isAddressedBefore(events: readonly ConceptEvent[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - maxBetween); before--) {
    const event = itemAt(events, before);
    if (!areAdjacent(event, itemAt(events, before + 1))) return false;
    if ((event.concepts & address) !== 0) return true;
    if ((event.concepts & between) === 0) return false;
  }
  return false;
}

function isAddressedAfter(events: readonly ConceptEvent[], last: number): boolean {
  const next = events[last + 1];
  return (
    next !== undefined && (next.concepts & addressAfter) !== 0 && next.start - itemAt(events, last).end <= 8
  );
}

/** Returns true if a name is not the start of a longer one. */
function endsName(text: string, events: readonly ConceptEvent[], last: number): boolean {
  const event = itemAt(events, last);
  if (!startsWord(text, event.to)) return true;
  const next = events[last + 1];
  return next !== undefined && next.start - event.end <= wordDistance && (next.concepts & continuation) !== 0;
}

/** Returns true if a word in an alphabet follows after a single space. */
function startsWord(text: string, at: number): boolean {
  const after = /^["'*_`]*[ \n-]["'*_`]*(\p{L})/u.exec(text.slice(at, at + 8))?.[1];
  return (
    after !== undefined &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(after)
  );
}

/** Returns true if a colon or comma after a name is followed by an order: "AI assistants: do not ..." */
function isHailed(
  text: string,
  events: readonly ConceptEvent[],
  at: number,
  last: number,
  isModel: boolean,
): boolean {
  const name = itemAt(events, last);
  const mark = (isModel ? nameEnd : assistantEnd).exec(text.slice(name.to, name.to + maxNameRest));
  // A header such as "User-Agent: ..." addresses nobody.
  if (mark === null || text.charAt(itemAt(events, at).from - 1) === '-') return false;
  const markAt = name.to + mark[0].length;
  const order = events.slice(last + 1, last + 5).find(({ from }) => from >= markAt);
  if (order === undefined || (order.concepts & imperative) === 0) return false;
  const space = text.slice(markAt, order.from);
  if (space.length > maxSpace || space.includes('\n')) return false;
  const startsLowerCase = /^\p{Ll}/u.test(text.slice(order.from, order.from + 1));
  return (isModel && mark[0].endsWith(':') && startsLowerCase) || hasProgramSign(events, at);
}

function hasProgramSign(events: readonly ConceptEvent[], at: number): boolean {
  const { start, end } = itemAt(events, at);
  for (let next = at + 1; next < events.length; next++) {
    const event = itemAt(events, next);
    if (event.start - end > maxSignDistance) break;
    if ((event.concepts & programSigns) !== 0) return true;
  }
  for (let before = at - 1; before >= 0; before--) {
    const event = itemAt(events, before);
    if (start - event.end > maxSignDistance) break;
    if ((event.concepts & programSigns) !== 0) return true;
  }
  return false;
}
