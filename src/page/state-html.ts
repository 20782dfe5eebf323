import { escapedHtml } from './documents/html-text.ts';
import { parseJson } from './json.ts';

/** Values that are looked at, their depth, and UTF-16 units of text that are taken. */
const limits = { values: 200_000, depth: 60, text: 2_000_000 };

/** Names of what is said around the content, about it, or to programs. */
const isAside =
  /^(?:i18n\w*|intl\w*|translations?|messages|locales?\w*|dictionary|labels|strings|config\w*|env|settings|options|feature_?flags|experiments?|analytics|tracking|css|styles?|class(?:name)?|theme|nav\w*|menus?|header|footer|sidebar|cookies?\w*|consent\w*|privacy\w*|legal\w*|seo\w*|meta\w*|open_?graph|og|twitter\w*|breadcrumbs?|related\w*|recommend\w*|publisher|author|logo|image|alt\w*|error\w*|query|schema|href|src|url)$/i;
const isTitle = /^(?:headline|title|name|heading|question|subject)$/i;

const isMarkup = /<(?:p|div|h[1-6]|ul|ol|li|br|pre|blockquote|table|strong|em|b|i|a|span)\b[^<>]{0,5000}>/i;
/** Elements that would swallow what comes after them when they are left open. */
const swallows =
  /<(?:script|style|textarea|title|plaintext|template|select|svg|math|xmp|iframe|noframes)\b|<!--/i;
const isCode = /[{}<>]|=>|\w\(\)|;\s*\w+\s*[:=]/;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const endsSentence = /[.!?…。！？]/;
const leastWords = 8;
const leastUnspaced = 20;
/** Text is known by its beginning: lists carry the opening of what stands elsewhere in full. */
const knownBy = 50;

interface Block {
  html: string;
  /** Of its text. */
  length: number;
}

interface Walk {
  blocks: Block[];
  known: Map<string, Block>;
  values: number;
  size: number;
}

/**
 * The prose in page data as HTML, in the order of the data: strings that read like sentences or hold markup, each under the
 * title that stands beside it. Addresses, names of classes, code, translations and settings are left out, repetitions too.
 */
export function stateHtml(values: readonly unknown[]): string {
  const walk: Walk = { blocks: [], known: new Map(), values: 0, size: 0 };
  for (const value of values) visit(walk, value, '', 0);
  return walk.blocks
    .map(({ html }) => html)
    .filter((html) => html !== '')
    .join('\n');
}

function visit(walk: Walk, value: unknown, name: string, depth: number): void {
  if (++walk.values > limits.values || depth > limits.depth || walk.size > limits.text) return;
  if (typeof value === 'string') visitText(walk, value.trim(), depth);
  else if (Array.isArray(value)) for (const item of value) visit(walk, item, name, depth + 1);
  else if (typeof value === 'object' && value !== null) visitObject(walk, value, depth);
}

function visitObject(walk: Walk, value: object, depth: number): void {
  const start = walk.blocks.length;
  let title: string | null = null;
  let hasText = false;
  for (const [name, inner] of Object.entries(value)) {
    if (isAside.test(name)) continue;
    if (typeof inner === 'string' && isTitle.test(name)) {
      title ??= inner.length <= 200 ? inner.trim() : null;
      if (inner.length <= 200) continue;
    }
    const before = walk.blocks.length;
    visit(walk, inner, name, depth + 1);
    if (typeof inner === 'string' && walk.blocks.length > before) hasText = true;
  }
  if (!hasText || title === null || title === '') return;
  const heading = { html: `<h2>${escapedHtml(title)}</h2>`, length: title.length };
  if (remember(walk, `title:${title}`, heading)) walk.blocks.splice(start, 0, heading);
}

function visitText(walk: Walk, text: string, depth: number): void {
  if (text.length < leastUnspaced) return;
  if ((text[0] === '{' || text[0] === '[') && /[}\]]$/.test(text)) {
    const inner = parseJson(text);
    if (typeof inner === 'object') visit(walk, inner, '', depth + 1);
    return;
  }
  const isHtml = isMarkup.test(text) && !swallows.test(text);
  const bare = isHtml
    ? text
        .replace(/<[^<>]{0,5000}>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text;
  if (!isProse(bare)) return;
  const block = { html: isHtml ? `<div>${text}</div>` : paragraphs(text), length: bare.length };
  if (!remember(walk, bare, block)) return;
  walk.size += text.length;
  walk.blocks.push(block);
}

function isProse(text: string): boolean {
  if ((text.slice(0, 2000).match(unspaced)?.length ?? 0) >= leastUnspaced) return true;
  if (!endsSentence.test(text) || isCode.test(text.slice(0, 500))) return false;
  const words = text.slice(0, 2000).split(/\s+/);
  return (
    words.length >= leastWords &&
    words.filter((word) => /^["'(¿¡]?\p{L}/u.test(word)).length * 4 > words.length * 3
  );
}

/** False for what was said before; the opening of a text gives way to the whole of it. */
function remember(walk: Walk, text: string, block: Block): boolean {
  const key = text.slice(0, knownBy).toLowerCase();
  const known = walk.known.get(key);
  if (known !== undefined && known.length >= block.length) return false;
  if (known !== undefined) known.html = '';
  walk.known.set(key, block);
  return true;
}

function paragraphs(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escapedHtml(part.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
