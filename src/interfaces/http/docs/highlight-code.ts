import { escapeHtml } from '../../../domain/values/escape-html.ts';

/** Parts of code that have a colour of their own. */
type Part = 'comment' | 'string' | 'constant' | 'keyword';

/** Words that a language reserves. */
const keywords = {
  script:
    'as async await class const else export extends false for from function if import in let new null of return throw true try type undefined while',
  python:
    'and as async await class def else except False for from if import in is None not or return True try while with',
  shell: 'alias cd do done echo else exit export fi for if in sudo then while',
  sql: 'AND AS BY CREATE DATABASE FROM GRANT GROUP IN INTO NOT NULL ON OR ORDER ROLE SELECT TABLE TO USER WHERE WITH',
  data: 'false no null true yes',
} as const;

interface Language {
  words: ReadonlySet<string>;
  /** Matches one part of the code; its groups are named after the parts. */
  parts: RegExp;
}

/** A string without its end goes on to the end of the line, so that no character is read twice. */
const string = String.raw`"(?:[^"\\\n]|\\.)*"?|(?<!\w)'(?:[^'\\\n]|\\.)*'?`;
const number = String.raw`\b\d[\d._]*\b`;
/** Matches nothing: in commands, numbers are parts of URLs and of names. */
const nothing = '(?!)';

function createLanguage(words: keyof typeof keywords, comment: string, constant = number): Language {
  const pattern = `(?<comment>${comment})|(?<string>${string})|(?<constant>${constant})|(?<word>[A-Za-z_][\\w-]*)`;
  return { words: new Set(keywords[words].split(' ')), parts: new RegExp(pattern, 'g') };
}

/** A comment begins a line or follows a space, so that `#` in a URL or in a word is none. */
const hashComment = String.raw`(?<![^\s])#[^\n]*`;
const script = createLanguage('script', String.raw`//[^\n]*`);
const shell = createLanguage('shell', hashComment, nothing);
const data = createLanguage('data', hashComment);

const languages: Readonly<Record<string, Language>> = {
  ts: script,
  js: script,
  json: createLanguage('data', nothing),
  python: createLanguage('python', hashComment),
  sh: shell,
  yaml: data,
  toml: data,
  ini: data,
  caddyfile: data,
  sql: createLanguage('sql', '--[^\\n]*'),
};

function partOf(
  groups: Readonly<Record<string, string | undefined>>,
  words: ReadonlySet<string>,
): Part | null {
  if (groups.comment !== undefined) return 'comment';
  if (groups.string !== undefined) return 'string';
  if (groups.constant !== undefined) return 'constant';
  return words.has(groups.word ?? '') ? 'keyword' : null;
}

/** Returns code as HTML whose comments, strings, numbers and keywords have the class of their part, `code-string` for example. */
export function highlightCode(code: string, name: string): string {
  const language = languages[name];
  if (language === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(language.parts)) {
    const part = partOf(match.groups ?? {}, language.words);
    if (part === null) continue;
    html += `${escapeHtml(code.slice(end, match.index))}<span class="code-${part}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
