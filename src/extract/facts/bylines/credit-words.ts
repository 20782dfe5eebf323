import { foldText, splitWords } from '../../words/words.ts';

/** Prepositions before the name of an author, by the languages that use them; those of `en` count on every page. */
const creditWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    by: ['en'],
    von: ['de'],
    par: ['fr'],
    por: ['es', 'pt', 'gl'],
    di: ['it'],
    da: ['it'],
    door: ['nl'],
    przez: ['pl'],
    av: ['sv', 'no', 'nb', 'nn'],
    af: ['da', 'is'],
    od: ['cs', 'sk', 'hr', 'sr', 'bs', 'sl', 'pl'],
    автор: ['ru', 'uk', 'bg'],
    yazan: ['tr'],
  }),
);

/** Finds each of {@link creditWords} in a text, whatever its language is: what does not match introduces no author. */
const anyCredit = new RegExp(`(?<!\\p{L})(?:${[...creditWords.keys()].join('|')})(?!\\p{L})`, 'iu');

/** Words that may stand before the preposition: forms of writing and publishing, texts, and parts of a date. */
const authorVerbs =
  /^(?:written|posted|published|authored|created|submitted|contributed|started|asked|shared|added|uploaded|recipe|story|text|words|article|blog|post|report|review|opinion|column|guest|essay|analysis|commentary|interview|thread|topic|geschrieben|verfasst|veroffentlicht|erstellt|gepostet|rezept|artikel|text|ecrit|redige|publie|poste|recette|escrito|publicado|redactado|creado|receta|postado|publicada|postada|enviado|enviada|criado|criada|elaborado|compartilhado|receita|eingereicht|envoye|propose|partage|inviato|ingezonden|scritto|pubblicato|ricetta|geschreven|geplaatst|gepubliceerd|recept|napisane|napisany|opublikowane|przepis|skriven|skrevet|publicerad|publisert|udgivet|vlozeno|napsal|опубликовано|by)$/u;
const dateWords =
  /^(?:on|at|in|the|of|am|pm|um|uhr|le|la|el|den|op|em|il|min|mins|minute|minutes|read|lesezeit|lectura|lecture|ago|hours?|days?|weeks?|months?|years?|utc|gmt|est|edt|pst|pdt|de|del|\p{Nd}{1,4}(?:st|nd|rd|th)?)$/u;
const weekdayOrMonth =
  /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|mrz|mae|apr|avr|abr|may|mai|mag|maj|jun|jui|giu|jul|lug|aug|aou|ago|sep|set|oct|okt|ott|out|nov|dec|dez|dic|ene|gen|mon|die|mit|don|fre|sam|son|lun|mie|jue|vie|dom|gio|ven)\p{L}{0,8}$/u;

const maxPrefixWords = 12;
/** Maximum length of the words that introduce an author, in UTF-16 code units. */
const maxStart = 120;

/** Returns true if a word introduces an author on a page in `language` (BCP 47, null if unknown). */
function isCreditWord(word: string, language: string | null): boolean {
  const languages = creditWords.get(word);
  if (languages === undefined) return false;
  const base = language?.slice(0, 2).toLowerCase() ?? null;
  return languages.includes('en') || base === null || languages.includes(base);
}

/** Returns true if a text is a word that introduces authors in another language than that of the page: `POR` for a port. */
export function isForeignCredit(text: string, language: string | null): boolean {
  const word = foldText(text);
  return creditWords.has(word) && !isCreditWord(word, language);
}

/** Returns true if a name of an element is a preposition that introduces authors in some language: `di`, `par`. */
export function isCreditName(name: string): boolean {
  const word = foldText(name);
  return word !== 'by' && creditWords.has(word);
}

/**
 * Returns true if a text is only what stands before the name of an author: "By", "Written by", "Posted on May 3 by", "Por".
 * Other credits are none, such as "Powered by" and "Photo by", and so is the middle of a sentence.
 */
export function isCredit(text: string, language: string | null): boolean {
  if (!anyCredit.test(text.slice(-20))) return false;
  const words = splitWords(foldText(text.slice(-160)));
  const last = words.pop();
  if (last === undefined || words.length > maxPrefixWords || !isCreditWord(last, language)) return false;
  return words.every((word) => authorVerbs.test(word) || dateWords.test(word) || weekdayOrMonth.test(word));
}

/** Words at the end of a label by which pages credit others than the author: editors, reviewers, photographers. */
const otherCredit =
  /\b(?:edited|reviewed|checked|verified|approved|updated|translated|photo(?:s|graph|graphs|graphy)?|images?|illustrat(?:ed|ion|ions)|video|design(?:ed)?|powered|hosted|sponsored|presented|medically)(?: \p{L}+){0,3} by\s*:?$|(?:editors?|reviewers?|fact[ -]checkers?|photographers?|reviewed|verified by|expert review(?:er)?)\s*:?$/iu;

/** Returns true if a text ends with the words that introduce an editor, a reviewer or another person who is not the author. */
export function isOtherCredit(text: string): boolean {
  return otherCredit.test(text.slice(-60).trimEnd());
}

/**
 * Returns the text behind the words that introduce an author at the start of a line: `By Ada Crane | May 3` yields
 * `Ada Crane | May 3`. Null if the line starts in another way.
 */
export function afterCredit(line: string, language: string | null): string | null {
  const opening = line.slice(0, maxStart);
  if (!anyCredit.test(opening)) return null;
  const words = opening.split(/\s+/, 4);
  for (let count = 1; count <= words.length; count++) {
    const start = words.slice(0, count).join(' ');
    const isLabel = isCredit(start.replace(/[:：]$/u, ''), language);
    if (!isLabel) continue;
    const rest = line.slice(start.length).replace(/^[\s:：]+/u, '');
    if (rest !== '') return rest;
  }
  return null;
}
