import { functionWords } from '../../page/text/function-words.ts';
import { closeness, isCommonWord, type Meaning, meaningOf } from '../../page/words/meaning.ts';
import { singular } from '../words/words.ts';
import { findNames, hasCapital, type ProseName, textOfName } from './names.ts';
import type { Sentence } from './sentences.ts';
import { type AskedField, haveSameStem, negations } from './span-features.ts';

/** A name with the sentence that says what it is. */
export interface NamedRole {
  value: string;
  sentence: Sentence;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Forms of "to be" and "to become". */
const copulas = wordSet(
  'is was are were remains became ist war wird sind bleibt wurde est etait sera fut devient es era sera fue son e foi wordt werd jest byl byla bedzie ar var blir blev er bliver',
);
/** Words between a verb and who does it: "founded by". */
const agents = wordSet('by von vom durch par por pelo pela da dal dalla door przez av af');
const articles = wordSet(
  'the a an der die das den dem ein eine einer einem le la les l un une el los las una il lo gli i o os as um uma de het een en ett',
);
/** Words that make what follows a part of something else: the `club` of "founder of the club, Ana Roth". */
const genitives = wordSet('of de du des del della dello do dos das von vom van af av');
/** Words of another role or of another time in front of a role. */
const limits = wordSet(
  'deputy vice former ex assistant associate acting interim late past previous co junior honorary stellvertretender stellvertretende ehemaliger ehemalige ehemaligen fruherer fruhere fruheren ancien ancienne adjoint adjointe antiguo antigua voormalig voormalige tidigare tidligere byly byla',
);
const determiners: ReadonlySet<string> = new Set([
  ...articles,
  ...wordSet(
    'my our your his her its their this mein unser unsere unserer ihr ihre ihrer sein seine seiner mon ma notre votre son sa leur mi su nuestro nuestra suo sua nostro onze mijn zijn haar vart var',
  ),
]);
const conjunctions = wordSet('and but while und aber et mais y pero e ma en maar och men og');
/** Languages that write every noun with a capital, so that one such word alone is no name. */
const languagesOfCapitals = wordSet('de lb');
/** Maximum number of words between a role and its name, and between a name and the role that describes it. */
const maxComplement = 6;
const maxIntroduction = 2;
const minFullName = 2;
const maxSubjectWords = 4;

/** Words of roles of persons, and of things in whose names the same words stand: "City Hall", "Bridge Street". */
const roles =
  'director manager president teacher engineer doctor author coach secretary minister artist officer';
const things =
  'city building company bridge street area number product material color school team club museum station';
const givenNames = 'john peter maria karl luis jan thomas hugo david michael paul james';
const closestWords = 3;
const minNameCloseness = 0.3;

function closenessTo(meaning: Meaning, words: string): number {
  const all = words
    .split(' ')
    .map((word) => meaningOf([word]))
    .map((other) => (other === null ? 0 : closeness(meaning, other)))
    .sort((one, other) => other - one);
  return all.slice(0, closestWords).reduce((sum, one) => sum + one, 0) / closestWords;
}

/** Returns true if the last word of a field's name is closer to roles of persons than to things, or is not known. */
function isRoleOfPersons({ field, words }: AskedField): boolean {
  const meaning = words.at(-1)?.meaning ?? null;
  return (
    field.kind === 'person' || meaning === null || closenessTo(meaning, roles) > closenessTo(meaning, things)
  );
}

/** Returns true if a name has a word that is no word of a language, or is close to given names. */
function isNameOfPerson({ words }: Sentence, { first, end }: ProseName): boolean {
  return words.slice(first, end).some(({ word }) => {
    const meaning = meaningOf([word]);
    return meaning === null || !isCommonWord(word) || closenessTo(meaning, givenNames) > minNameCloseness;
  });
}

/** A range of words of a sentence that names what a field asks for. */
interface Role {
  first: number;
  end: number;
  /** True if the words are another form of those of the field: "founded" of `founder`. */
  isVerb: boolean;
}

/** What the words of a field are compared with in a page. */
interface Search {
  asked: AskedField;
  sentence: Sentence;
  /** True for a language that writes every noun with a capital. */
  isCapitalized: boolean;
}

const wordAt = ({ words }: Sentence, at: number) => words[at]?.word ?? '';

/** Returns true if a name has two words with capitals. */
function isFullName(sentence: Sentence, { first, end }: ProseName): boolean {
  let capitals = 0;
  for (let at = first; at < end; at++) if (hasCapital(sentence, at)) capitals++;
  return capitals >= minFullName;
}

/** Returns the marks between a word and the next one, without space. */
function markBehind({ text, words }: Sentence, at: number): string {
  return text.slice(words[at]?.to ?? 0, words[at + 1]?.from ?? text.length).trim();
}

/** Returns where the words of a field stand together in a sentence. */
function findRoles({ words: own, field }: AskedField, sentence: Sentence): Role[] {
  const found: Role[] = [];
  const { text, words } = sentence;
  for (let first = 0; first + own.length <= words.length; first++) {
    const end = first + own.length;
    const isForm = own.map(({ word }, at) => {
      const other = wordAt(sentence, first + at);
      if (word === other) return 'same';
      // Of several, none is the one.
      if (word === singular(other)) return null;
      return haveSameStem(word, other) ? 'other' : null;
    });
    if (isForm.includes(null)) continue;
    if (limits.has(wordAt(sentence, first - 1)) || limits.has(wordAt(sentence, first - 2))) continue;
    // "the city's", "City-Bike": the word belongs to something else.
    if (/['’]s$/u.test(text.slice(0, words[end - 1]?.to)) || markBehind(sentence, end - 1) === '-') continue;
    // "first-team" is another word; "FINA-Präsident" has a capital.
    if (markBehind(sentence, first - 1) === '-' && !hasCapital(sentence, first)) continue;
    const isVerb = isForm.includes('other') || field.words.some((word) => agents.has(word));
    found.push({ first, end, isVerb });
  }
  return found;
}

/** Returns true if the words of a range are small and no mark stands behind any of them. */
function isPlain(sentence: Sentence, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (markBehind(sentence, at) !== '' || hasCapital(sentence, at) || negations.test(wordAt(sentence, at)))
      return false;
  return true;
}

function areAll(words: ReadonlySet<string>, sentence: Sentence, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!words.has(wordAt(sentence, at))) return false;
  return true;
}

/** Returns true if the words in front of a role say of whom it is: "the", "its", "Ana's first". */
function isDetermined(sentence: Sentence, { first }: Role): boolean {
  const { text, words } = sentence;
  const textAt = (at: number) => text.slice(words[at]?.from, words[at]?.to);
  if (/^\p{L}{1,2}['’]/u.test(textAt(first))) return true;
  for (let at = first - 1; at >= Math.max(0, first - 1 - maxIntroduction); at--) {
    if (markBehind(sentence, at) !== '' || genitives.has(wordAt(sentence, at))) return false;
    const isDeterminer = determiners.has(wordAt(sentence, at)) || /['’]s$/u.test(textAt(at));
    if (isDeterminer) return !genitives.has(wordAt(sentence, at - 1));
  }
  return false;
}

/** Returns true if a role stands near the start of its clause, so that it is the subject of what follows. */
function isSubject(sentence: Sentence, { first }: Role): boolean {
  for (let at = first; at >= Math.max(0, first - maxSubjectWords); at--)
    if (at === 0 || markBehind(sentence, at - 1) !== '' || conjunctions.has(wordAt(sentence, at - 1)))
      return true;
  return false;
}

/** Returns true if a mark, a small word or the end of the sentence stands behind a name. */
function isWhole(sentence: Sentence, { end }: ProseName): boolean {
  const isLast = end === sentence.words.length || markBehind(sentence, end - 1) !== '';
  return isLast || functionWords.has(wordAt(sentence, end));
}

/** Returns true if what stands between a role and a name says of what the role is: "of the club". A role with a capital is a name itself. */
function isComplement(sentence: Sentence, role: Role, name: ProseName): boolean {
  for (let at = role.end; at < name.first - 1; at++) if (markBehind(sentence, at) !== '') return false;
  const isName = role.first > 0 && hasCapital(sentence, role.first);
  return !isName && functionWords.has(wordAt(sentence, role.end));
}

/** Returns true if a comma, a form of "to be" or a complement such as "of the club" leads from a role to a name behind it. */
function leadsTo({ asked, sentence }: Search, role: Role, name: ProseName): boolean {
  const distance = name.first - role.end;
  if (distance > maxComplement) return false;
  const isFull = isFullName(sentence, name);
  const mark = markBehind(sentence, role.end - 1);
  if (role.isVerb) {
    // "built by Ana Roth's team": she is not who did it.
    const isOwner = /['’]s$/u.test(sentence.text.slice(0, sentence.words[name.end - 1]?.to));
    const isBy = mark === '' && distance > 0 && !isOwner && agents.has(wordAt(sentence, role.end));
    return (
      isBy && areAll(articles, sentence, role.end + 1, name.first) && (isFull || isWhole(sentence, name))
    );
  }
  if (distance === 0 && mark === '') return isFull || isKnownWord(asked, sentence, name);
  const isClosed = name.end === sentence.words.length || markBehind(sentence, name.end - 1) !== '';
  if (!isFull) return false;
  if (distance === 0) return mark === ',' && isClosed && isDetermined(sentence, role);
  if (mark !== '') return false;
  if (markBehind(sentence, name.first - 1) === ',')
    return isClosed && isDetermined(sentence, role) && isComplement(sentence, role, name);
  const verb = sentence.words.findIndex(
    ({ word }, at) => at >= role.end && at < name.first && copulas.has(word),
  );
  const isStated = verb !== -1 && isPlain(sentence, role.end, name.first);
  return isStated && areAll(articles, sentence, verb + 1, name.first) && isSubject(sentence, role);
}

/** Returns true if one word behind a role is its name: the product knows what is asked for, and the word is no short form. */
function isKnownWord({ names }: AskedField, sentence: Sentence, name: ProseName): boolean {
  return names.concepts.length > 0 && /\p{Ll}/u.test(textOfName(sentence, name)) && isWhole(sentence, name);
}

/** Returns true if a role behind a name describes it: "Ana Roth, the treasurer", "Ana Roth is treasurer". */
function describes({ asked, sentence, isCapitalized }: Search, role: Role, name: ProseName): boolean {
  if (role.isVerb || role.first < name.end || !isFullName(sentence, name)) return false;
  const isBe = copulas.has(wordAt(sentence, name.end));
  if (markBehind(sentence, name.end - 1) !== (isBe ? '' : ',')) return false;
  const start = name.end + (isBe ? 1 : 0);
  const [last, count] = [wordAt(sentence, role.first - 1), role.first - start];
  if (count < 0 || count > maxIntroduction || !isPlain(sentence, start, role.first)) return false;
  const isIntroduced =
    count === 0 || articles.has(last) || (!functionWords.has(last) && !determiners.has(last));
  if (!isIntroduced || (count === maxIntroduction && !areAll(articles, sentence, start, start + 1)))
    return false;
  // "a city councilman" is no city, and "a University of Graz botanist" is no university.
  const { end } = role;
  const isLast = end === sentence.words.length || markBehind(sentence, end - 1) !== '';
  return (
    (isLast || functionWords.has(wordAt(sentence, end))) &&
    (isCapitalized || !hasCapital(sentence, role.first) || isRoleOfPersons(asked))
  );
}

/** Returns a name without the role at its start: "Mayor Ana Roth". Null if the role is a part of the name: "City Hall". */
function withoutRole(
  { asked, sentence, isCapitalized }: Search,
  name: ProseName,
  found: readonly Role[],
): ProseName | null {
  const role = found.find(({ first, end }) => first >= name.first && end < name.end);
  if (role === undefined || role.isVerb || name.end - role.end < minFullName) return null;
  if (
    markBehind(sentence, role.end - 1) !== '' ||
    wordAt(sentence, role.end - 1) !== asked.words.at(-1)?.word
  )
    return null;
  const isPart =
    role.first === name.first && !isCapitalized && determiners.has(wordAt(sentence, role.first - 1));
  const rest = { first: role.end, end: name.end };
  return !isPart && isRoleOfPersons(asked) && isNameOfPerson(sentence, rest) ? rest : null;
}

/** Returns the names that a sentence gives to what a field asks for. */
function namesOf(search: Search, language: string | null): string[] {
  const { asked, sentence, isCapitalized } = search;
  const found = findRoles(asked, sentence);
  if (found.length === 0 || sentence.isQuestion) return [];
  const names = findNames(sentence, language);
  const full = names.filter(({ first, end }) => !isCapitalized || end - first >= minFullName);
  const apart = full.filter(({ first, end }) => !found.some((role) => role.first < end && role.end > first));
  const described = apart.filter((name) => found.some((role) => describes(search, role, name)));
  if (described.length > 0) return described.map((name) => textOfName(sentence, name));
  return [
    ...names.flatMap((name) => withoutRole(search, name, found) ?? []),
    ...apart.filter((name) => found.some((role) => role.end <= name.first && leadsTo(search, role, name))),
  ].map((name) => textOfName(sentence, name));
}

/**
 * Returns the person, organization or place that the sentences of a page name as what a field asks for: "board chair Ana Roth",
 * "Ana Roth, the treasurer", "the architect is Ana Roth", "founded by Ana Roth". Null if they name several.
 */
export function findNamedRole(
  asked: AskedField,
  sentences: readonly Sentence[],
  language: string | null,
): NamedRole | null {
  if (asked.isVague || asked.words.length === 0) return null;
  const isCapitalized = languagesOfCapitals.has(language?.split('-', 1)[0] ?? '');
  const found = sentences.flatMap((sentence) =>
    namesOf({ asked, sentence, isCapitalized }, language).map((value) => ({ value, sentence })),
  );
  // Later sentences have parts of a name that an earlier one has in full.
  const [first, ...others] = found.filter(
    ({ value }) => !found.some((other) => other.value !== value && other.value.includes(value)),
  );
  return first === undefined || others.some(({ value }) => value !== first.value) ? null : first;
}
