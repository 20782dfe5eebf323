import type { ContentJob } from '../domain/content.ts';
import type { Warning } from '../domain/outcome.ts';
import type { PageImage, PageLink, PageMetadata, StructuredData } from '../domain/page.ts';
import { type Addresses, baseOf, createAddresses } from './addresses.ts';
import { cleanHtml } from './clean-html.ts';
import { imagesOf } from './images.ts';
import { linksOf } from './links.ts';
import { bodyOf, mainContentOf, without } from './main-content.ts';
import { markdownOf } from './markdown.ts';
import { metaTagsOf } from './meta-tags.ts';
import { metadataOf } from './metadata.ts';
import { attribute } from './parse/attributes.ts';
import { parseHtml } from './parse/scan.ts';
import { tag } from './parse/tags.ts';
import { selectNodes } from './select.ts';
import { jsonLdOf, structuredDataOf } from './structured-data.ts';
import { plainText } from './text.ts';
import { attributeOf, type Tree } from './tree.ts';
import { type Flow, flowOf } from './visible.ts';

/** What a text response holds, whatever kind it is of. */
export interface DocumentContent {
  /** The whole Markdown. */
  markdown: string;
  metadata: PageMetadata;
  formats: {
    html?: string;
    text?: string;
    links?: PageLink[];
    images?: PageImage[];
    structuredData?: StructuredData;
  };
  /** The start of what a person would see. */
  visibleText: string;
  wordCount: number;
  hasPasswordForm: boolean;
  isEmpty: boolean;
  warnings: Warning[];
}

/** Visible text that is laid out for the judgement of a page; more is only counted. */
const visibleLimit = 40_000;
/** A body with fewer words than this may have put its content into `noscript`. */
const fewWords = 25;

interface Scope {
  roots: readonly number[];
  flow: Flow;
  warnings: Warning[];
}

/** One parse of an HTML page, and everything asked for from it. */
export function readHtml(html: string, job: ContentJob): DocumentContent {
  const tree = parseHtml(html);
  const addresses = createAddresses(baseOf(tree, job.url), job.url);
  const body = bodyOf(tree);
  const { shown, visibleText, wordCount } = whatIsShown(tree, body);
  const scope = scopeOf(tree, shown, body, job);
  const markdown = markdownOf({ tree, flow: scope.flow, addresses, roots: scope.roots });
  const tags = metaTagsOf(tree, addresses);
  const jsonLd = jsonLdOf(tree);
  return {
    markdown,
    metadata: metadataOf(tree, tags, jsonLd, addresses),
    formats: formatsOf(tree, addresses, scope, job, () => structuredDataOf(tree, tags, jsonLd, addresses)),
    visibleText,
    wordCount,
    hasPasswordForm: hasPasswordForm(tree),
    isEmpty: markdown.trim() === '' && visibleText.trim() === '',
    warnings: scope.warnings,
  };
}

interface Shown {
  shown: Flow;
  /** What a person with scripts off sees, whatever is read in its place. */
  visibleText: string;
  wordCount: number;
}

/**
 * What of the page counts as shown. When next to nothing is, because scripts were to put it there or to unhide it, `noscript`
 * is read, and what is hidden, if that brings text to light.
 */
function whatIsShown(tree: Tree, body: number): Shown {
  let shown = flowOf(tree, { readsNoscript: false, skipsHidden: true });
  const visibleText = plainText(tree, shown, [body], visibleLimit);
  const wordCount = countWords(visibleText);
  if (wordCount >= fewWords) return { shown, visibleText, wordCount };
  for (const options of [
    { readsNoscript: true, skipsHidden: true },
    { readsNoscript: true, skipsHidden: false },
  ]) {
    const other = flowOf(tree, options);
    if (countWords(plainText(tree, other, [body], visibleLimit)) < Math.max(fewWords, wordCount * 3))
      continue;
    shown = other;
    break;
  }
  return { shown, visibleText, wordCount };
}

function formatsOf(
  tree: Tree,
  addresses: Addresses,
  scope: Scope,
  job: ContentJob,
  structured: () => StructuredData,
): DocumentContent['formats'] {
  const formats: DocumentContent['formats'] = {};
  if (job.formats.includes('html')) formats.html = cleanHtml(tree, scope.flow, addresses, scope.roots);
  if (job.formats.includes('text')) formats.text = plainText(tree, scope.flow, scope.roots);
  if (job.formats.includes('links')) formats.links = linksOf(tree, addresses);
  if (job.formats.includes('images')) formats.images = imagesOf(tree, addresses);
  if (job.formats.includes('structured_data')) formats.structuredData = structured();
  return formats;
}

/** What part of the page is wanted: the selected, else the main content, else all of it. */
function scopeOf(tree: Tree, shown: Flow, body: number, job: ContentJob): Scope {
  const excluded = selectNodes(tree, job.excludeSelectors);
  const flow = without(tree, shown, excluded.nodes);
  const included = selectNodes(tree, job.includeSelectors);
  const warnings = [...excluded.warnings, ...included.warnings];
  if (included.nodes.length > 0) return { roots: included.nodes, flow, warnings };
  if (job.includeSelectors.length > included.warnings.length) {
    warnings.push({ code: 'nothing_selected', message: 'No element matches include_selectors.' });
    return { roots: [], flow, warnings };
  }
  if (!job.onlyMainContent) return { roots: [body], flow, warnings };
  const main = mainContentOf(tree, flow);
  if (!main.isFound) {
    warnings.push({
      code: 'main_content_not_found',
      message: 'The main content could not be told apart; the whole page is given.',
    });
  }
  return { roots: main.roots, flow: main.flow, warnings };
}

function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const isSolid = text.charCodeAt(i) > 32;
    if (isSolid && !isInWord) count++;
    isInWord = isSolid;
  }
  return count;
}

function hasPasswordForm(tree: Tree): boolean {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.input) continue;
    if (attributeOf(tree, node, attribute.type)?.trim().toLowerCase() === 'password') return true;
  }
  return false;
}
