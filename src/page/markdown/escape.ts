import { LongText } from '../long-text.ts';

/** ASCII punctuation, which a backslash makes literal (CommonMark 2.4). */
const punctuation = /[!-/:-@[-`{-~]/;

/** UTF-16 units of text that may mean something to a Markdown parser. */
const mayMatter = new Uint8Array(128);
for (const character of '\\`*_[]<&~') mayMatter[character.charCodeAt(0)] = 1;

/** Where a piece of text stands. */
export interface TextPlace {
  /** The last character written before it, or '' at the start of a block. */
  before: string;
  isInLink: boolean;
}

/** Text with a backslash before each character that would be read as markup; line starts are not its matter. */
export function escapeText(text: string, place: TextPlace): string {
  let result: LongText | null = null;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127 || mayMatter[unit] === 0) continue;
    if (!needsEscape(text, i, place)) continue;
    result ??= new LongText();
    result.add(text.slice(from, i));
    result.add('\\');
    from = i;
  }
  if (result === null) return text;
  result.add(text.slice(from));
  return result.toString();
}

function isSpaceOrEdge(character: string): boolean {
  return character === '' || character === ' ' || character === '\n' || character === '\u00a0';
}

function isWordCharacter(character: string): boolean {
  return character !== '' && /[\p{L}\p{N}]/u.test(character);
}

function needsEscape(text: string, index: number, place: TextPlace): boolean {
  const character = text[index] as string;
  const next = text[index + 1] ?? '';
  const before = index > 0 ? (text[index - 1] as string) : place.before;
  switch (character) {
    case '\\':
      return next === '' || punctuation.test(next);
    case '`':
      return true;
    case '*':
      return !(isSpaceOrEdge(before) && isSpaceOrEdge(next) && next !== '');
    case '_':
      return !(isWordCharacter(before) && isWordCharacter(next)) && !(isSpaceOrEdge(before) && next === ' ');
    case '[':
      return place.isInLink || next === '^' || hasLinkTail(text, index);
    case ']':
      return place.isInLink || next === '(' || next === ':' || next === '';
    case '<':
      return next === '' || /[a-z/!?]/i.test(next);
    case '&':
      return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(index, index + 40));
    case '~':
      return next === '~' || before === '~' || (!isSpaceOrEdge(before) && before !== '/');
    default:
      return false;
  }
}

/** Longest label of a reference definition (CommonMark 4.7). */
const maxLabel = 999;

/** Whether the bracket at `index` may start a reference definition. */
function hasLinkTail(text: string, index: number): boolean {
  const near = text.slice(index, index + maxLabel + 3);
  const close = near.indexOf(']');
  return close !== -1 && near[close + 1] === ':';
}

const lineStart =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|={1,}\s*$|(?:-[ \t]*){2,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|~~~|:?-+:?(?:\s*\|.*)?$|\|)/;
const orderedStart = /^(\d{1,9})([.)])(?=\s|$)/;

/** A line of inline Markdown, guarded so that it does not start a block. */
export function escapeLineStart(line: string): string {
  const first = line.charCodeAt(0);
  if (first >= 48 && first <= 57) return line.replace(orderedStart, '$1\\$2');
  // # * + - : = > _ | ~
  if (first > 127 || !'#*+-:=>_|~'.includes(line[0] ?? 'x')) return line;
  return lineStart.test(line) ? `\\${line}` : line;
}

/** The longest run of a character in a text. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at)) {
    const start = at;
    while (text[at] === character) at++;
    longest = Math.max(longest, at - start);
  }
  return longest;
}

/** An address as a link destination (CommonMark 6.3). */
export function destination(url: string): string {
  const clean = url
    .replace(/[\s<>]/g, encodeURIComponent)
    .replaceAll('\\', '%5C')
    .replace(/&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, '\\&');
  return hasBalancedParentheses(clean) ? clean : clean.replaceAll('(', '%28').replaceAll(')', '%29');
}

function hasBalancedParentheses(url: string): boolean {
  let open = 0;
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    if (unit === 40 && ++open > 30) return false;
    if (unit === 41 && --open < 0) return false;
  }
  return open === 0;
}

/** Text as an inline code span, without line breaks. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(spanFence(text));
  const needsPadding =
    text.startsWith('`') || text.endsWith('`') || (/^ .* $/.test(text) && text.trim() !== '');
  return needsPadding ? `${fence} ${text} ${fence}` : fence + text + fence;
}

function spanFence(text: string): number {
  if (!text.includes('`')) return 1;
  const longest = longestRun(text, '`');
  // The shortest run that the text does not hold.
  for (let length = 1; length <= Math.min(longest, 8); length++) {
    if (!new RegExp(`(?<!\`)\`{${length}}(?!\`)`).test(text)) return length;
  }
  return longest + 1;
}
