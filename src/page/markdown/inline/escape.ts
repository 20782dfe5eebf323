import { TextBuilder } from '../../text/text-builder.ts';

/** ASCII punctuation, which can be escaped with a backslash (CommonMark 2.4). */
const punctuation = /[!-/:-@[-`{-~]/;

/** Characters that may be Markdown syntax. */
const mayBeSyntax = new Uint8Array(128);
for (const character of '\\`*_[]<&~') mayBeSyntax[character.charCodeAt(0)] = 1;

const syntaxCharacter = /[\\`*_[\]<&~]/;

/** Returns true if a text contains a character that may be Markdown syntax; faster than {@link escapeText}. */
export function mayNeedEscape(text: string): boolean {
  return syntaxCharacter.test(text);
}

/** Context of a piece of text. */
export interface TextContext {
  /** Character before the text, or '' at the start of a block. */
  before: string;
  isInLink: boolean;
}

/** Escapes characters that would be read as Markdown, except at line starts. */
export function escapeText(text: string, context: TextContext): string {
  let result: TextBuilder | null = null;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127 || mayBeSyntax[unit] === 0) continue;
    if (!needsEscape(text, i, context)) continue;
    result ??= new TextBuilder();
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

function needsEscape(text: string, index: number, context: TextContext): boolean {
  const character = text[index] as string;
  const next = text[index + 1] ?? '';
  const before = index > 0 ? (text[index - 1] as string) : context.before;
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
      return context.isInLink || next === '^' || mayStartDefinition(text, index);
    case ']':
      return context.isInLink || next === '(' || next === ':' || next === '';
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

/** Maximum length of the label of a reference definition (CommonMark 4.7). */
const maxLabelLength = 999;

/** Returns true if the bracket at `index` may start a reference definition. */
function mayStartDefinition(text: string, index: number): boolean {
  const lookahead = text.slice(index, index + maxLabelLength + 3);
  const close = lookahead.indexOf(']');
  return close !== -1 && lookahead[close + 1] === ':';
}

const lineStart =
  /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|={1,}\s*$|(?:-[ \t]*){2,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|~~~|:?-+:?(?:\s*\|.*)?$|\|)/;
const orderedStart = /^(\d{1,9})([.)])(?=\s|$)/;

/** Escapes the start of a line of inline Markdown that would start a block. */
export function escapeLineStart(line: string): string {
  const first = line.charCodeAt(0);
  if (first >= 48 && first <= 57) return line.replace(orderedStart, '$1\\$2');
  // # * + - : = > _ | ~
  if (first > 127 || !'#*+-:=>_|~'.includes(line[0] ?? 'x')) return line;
  return lineStart.test(line) ? `\\${line}` : line;
}

/** Returns the length of the longest run of a character. */
export function longestRun(text: string, character: string): number {
  let longest = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at)) {
    const start = at;
    while (text[at] === character) at++;
    longest = Math.max(longest, at - start);
  }
  return longest;
}

/** Formats a URL as a link destination (CommonMark 6.3). */
export function linkDestination(url: string): string {
  const encoded = url
    .replace(/[\s<>]/g, encodeURIComponent)
    .replaceAll('\\', '%5C')
    .replace(/&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, '\\&');
  return hasBalancedParentheses(encoded) ? encoded : encoded.replaceAll('(', '%28').replaceAll(')', '%29');
}

function hasBalancedParentheses(url: string): boolean {
  let depth = 0;
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    if (unit === 40 && ++depth > 30) return false;
    if (unit === 41 && --depth < 0) return false;
  }
  return depth === 0;
}

/** Formats text without line breaks as a code span. */
export function codeSpan(text: string): string {
  const fence = '`'.repeat(fenceLength(text));
  const needsPadding =
    text.startsWith('`') || text.endsWith('`') || (/^ .* $/.test(text) && text.trim() !== '');
  return needsPadding ? `${fence} ${text} ${fence}` : fence + text + fence;
}

function fenceLength(text: string): number {
  if (!text.includes('`')) return 1;
  const usedLengths = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  // The shortest fence that the text does not contain.
  for (let length = 1; length <= 8; length++) {
    if (!usedLengths.has(length)) return length;
  }
  return longestRun(text, '`') + 1;
}
