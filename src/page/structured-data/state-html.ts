import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { escapeHtml } from '../../domain/values/escape-html.ts';
import { parseJson } from '../text/json.ts';

/** Maximum numbers of values, nesting levels and UTF-16 code units of text. */
const limits = { values: 200_000, depth: 60, text: 2_000_000 };

/** Names of values that are not content: page furniture, metadata and settings. */
const isIgnoredName =
  /^(?:i18n\w*|intl\w*|translations?|messages|locales?\w*|dictionary|labels|strings|config\w*|env|settings|options|feature_?flags|experiments?|analytics|tracking|css|styles?|class(?:name)?|theme|nav\w*|menus?|header|footer|sidebar|cookies?\w*|consent\w*|privacy\w*|legal\w*|seo\w*|meta\w*|open_?graph|og|twitter\w*|breadcrumbs?|related\w*|recommend\w*|publisher|author|logo|image|alt\w*|error\w*|query|schema|href|src|url)$/i;
const titleName = /^(?:headline|title|name|heading|question|subject)$/i;

const markupPattern =
  /<(?:p|div|h[1-6]|ul|ol|li|br|pre|blockquote|table|strong|em|b|i|a|span)\b[^<>]{0,5000}>/i;
/** Elements that would absorb the following content if left open. */
const absorbingElement =
  /<(?:script|style|textarea|title|plaintext|template|select|svg|math|xmp|iframe|noframes)\b|<!--/i;
const codePattern = /[{}<>]|=>|\w\(\)|;\s*\w+\s*[:=]/;
const unspacedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const sentenceEnd = /[.!?…。！？]/;
const minWords = 8;
const minUnspacedCharacters = 20;
/** Number of characters by which repetitions are detected: lists often contain the start of a full text. */
const keyLength = 50;

interface Block {
  html: string;
  /** Length of the text without markup. */
  length: number;
}

interface TraversalState {
  blocks: Block[];
  seen: Map<string, Block>;
  values: number;
  size: number;
}

/**
 * Converts the prose in page data to HTML in the order of the data: strings that contain sentences or markup, each below its
 * title. URLs, class names, code, translations, settings and repetitions are skipped.
 */
export function stateToHtml(values: readonly unknown[]): string {
  const state: TraversalState = { blocks: [], seen: new Map(), values: 0, size: 0 };
  for (const value of values) visitValue(state, value, '', 0);
  return state.blocks
    .map(({ html }) => html)
    .filter((html) => html !== '')
    .join('\n');
}

function visitValue(state: TraversalState, value: unknown, name: string, depth: number): void {
  if (++state.values > limits.values || depth > limits.depth || state.size > limits.text) return;
  if (typeof value === 'string') visitText(state, value.trim(), depth);
  else if (Array.isArray(value)) for (const item of value) visitValue(state, item, name, depth + 1);
  else if (typeof value === 'object' && value !== null) visitObject(state, value, depth);
}

function visitObject(state: TraversalState, value: object, depth: number): void {
  const start = state.blocks.length;
  let title: string | null = null;
  let hasText = false;
  for (const [name, child] of Object.entries(value)) {
    if (isIgnoredName.test(name)) continue;
    if (typeof child === 'string' && titleName.test(name)) {
      title ??= child.length <= 200 ? child.trim() : null;
      if (child.length <= 200) continue;
    }
    const before = state.blocks.length;
    visitValue(state, child, name, depth + 1);
    if (typeof child === 'string' && state.blocks.length > before) hasText = true;
  }
  if (!hasText || title === null || title === '') return;
  const heading = { html: `<h2>${escapeHtml(title)}</h2>`, length: title.length };
  if (addUnique(state, `title:${title}`, heading)) state.blocks.splice(start, 0, heading);
}

function visitText(state: TraversalState, text: string, depth: number): void {
  if (text.length < minUnspacedCharacters) return;
  if ((text[0] === '{' || text[0] === '[') && /[}\]]$/.test(text)) {
    const child = parseJson(text);
    if (typeof child === 'object') visitValue(state, child, '', depth + 1);
    return;
  }
  const isHtml = markupPattern.test(text) && !absorbingElement.test(text);
  const plain = isHtml ? collapseSpace(text.replace(/<[^<>]{0,5000}>/g, ' ')) : text;
  if (!isProse(plain)) return;
  const block = { html: isHtml ? `<div>${text}</div>` : paragraphs(text), length: plain.length };
  if (!addUnique(state, plain, block)) return;
  state.size += text.length;
  state.blocks.push(block);
}

function isProse(text: string): boolean {
  if ((text.slice(0, 2000).match(unspacedScripts)?.length ?? 0) >= minUnspacedCharacters) return true;
  if (!sentenceEnd.test(text) || codePattern.test(text.slice(0, 500))) return false;
  const words = text.slice(0, 2000).split(/\s+/);
  return (
    words.length >= minWords &&
    words.filter((word) => /^["'(¿¡]?\p{L}/u.test(word)).length * 4 > words.length * 3
  );
}

/** Returns false for a repetition; a full text replaces its shorter start. */
function addUnique(state: TraversalState, text: string, block: Block): boolean {
  const key = text.slice(0, keyLength).toLowerCase();
  const existing = state.seen.get(key);
  if (existing !== undefined && existing.length >= block.length) return false;
  if (existing !== undefined) existing.html = '';
  state.seen.set(key, block);
  return true;
}

function paragraphs(text: string): string {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
}
