import type { ContentJob } from '../domain/content.ts';
import type { Warning } from '../domain/outcome.ts';
import type {
  CollectedAttribute,
  PageImage,
  PageLink,
  PageMetadata,
  StructuredData,
} from '../domain/page.ts';
import { type Addresses, baseOf, createAddresses } from './addresses.ts';
import { cleanHtml } from './clean-html.ts';
import { imagesOf } from './images.ts';
import { linksOf } from './links.ts';
import type { Weights } from './main/weights.ts';
import { bodyOf, type MainContent, mainContentOf, type PageInput, without } from './main-content.ts';
import { markdownOf } from './markdown.ts';
import { metaTagsOf } from './meta-tags.ts';
import { metadataOf } from './metadata.ts';
import { treeOfPageData } from './page-data.ts';
import { attribute } from './parse/attributes.ts';
import { parseHtml } from './parse/scan.ts';
import { tag } from './parse/tags.ts';
import type { ParsedPage } from './parsed-page.ts';
import { attributesOf, selectNodes } from './select.ts';
import { whatIsShown } from './shown.ts';
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
    attributes?: CollectedAttribute[];
  };
  /** The start of what a person would see. */
  visibleText: string;
  wordCount: number;
  hasPasswordForm: boolean;
  isEmpty: boolean;
  /** Present where the source was HTML. */
  parsed?: ParsedPage;
  warnings: Warning[];
}

interface Scope {
  /** The page, or the document made of its data. */
  tree: Tree;
  roots: readonly number[];
  flow: Flow;
  warnings: Warning[];
  /** What the choice of the main content said of the page; null when none was made. */
  main: MainContent | null;
}

/** One parse of an HTML page, and everything asked for from it; `weights` are those shipped unless others are to be tried. */
export function readHtml(html: string, job: ContentJob, weights?: Weights): DocumentContent {
  const tree = parseHtml(html);
  const addresses = createAddresses(baseOf(tree, job.url), job.url);
  const body = bodyOf(tree);
  const jsonLd = jsonLdOf(tree);
  const { shown, wide, visibleText, wordCount, readWords } = whatIsShown(tree, body);
  const scope =
    scopeInData(tree, readWords, jsonLd, job) ??
    scopeOf({ tree, shown, wide, url: job.url }, body, job, weights);
  const markdown = markdownOf({ ...scope, addresses });
  const tags = metaTagsOf(tree, addresses);
  const metadata = { ...metadataOf(tree, tags, jsonLd, addresses), ...judgement(scope.main) };
  let known: StructuredData | null = null;
  const structured = () => {
    known ??= structuredDataOf(tree, tags, jsonLd, addresses);
    return known;
  };
  return {
    markdown,
    metadata,
    formats: formatsOf(tree, addresses, scope, job, structured),
    parsed: { url: job.url, tree, body, flow: shown, addresses, metadata, structured },
    visibleText,
    wordCount,
    hasPasswordForm: hasPasswordForm(tree),
    isEmpty: markdown.trim() === '' && visibleText.trim() === '',
    warnings: scope.warnings,
  };
}

/** What the choice of the main content says of the page, as metadata. */
function judgement(main: MainContent | null): PageMetadata {
  if (main === null || main.kind === null) return {};
  return { page_kind: main.kind, content_confidence: Math.round(main.confidence * 100) / 100 };
}

function formatsOf(
  tree: Tree,
  addresses: Addresses,
  scope: Scope,
  job: ContentJob,
  structured: () => StructuredData,
): DocumentContent['formats'] {
  const formats: DocumentContent['formats'] = {};
  if (job.formats.includes('html')) formats.html = cleanHtml(scope.tree, scope.flow, addresses, scope.roots);
  if (job.formats.includes('text')) formats.text = plainText(scope.tree, scope.flow, scope.roots);
  if (job.formats.includes('links')) formats.links = linksOf(tree, addresses);
  if (job.formats.includes('images')) formats.images = imagesOf(tree, addresses);
  if (job.formats.includes('structured_data')) formats.structuredData = structured();
  if (job.attributes !== undefined) {
    const collected = attributesOf(tree, job.attributes);
    formats.attributes = collected.attributes;
    scope.warnings.push(...collected.warnings);
  }
  return formats;
}

/** The text that a page keeps for its scripts, when it shows next to nothing; null when it shows enough, or has none. */
function scopeInData(tree: Tree, shownWords: number, jsonLd: unknown[], job: ContentJob): Scope | null {
  if (job.includeSelectors.length > 0 || job.excludeSelectors.length > 0) return null;
  const data = treeOfPageData(tree, shownWords, jsonLd);
  if (data === null) return null;
  const flow = flowOf(data, { readsNoscript: false, skipsHidden: true });
  return { tree: data, roots: [bodyOf(data)], flow, warnings: [fromData], main: null };
}

const fromData: Warning = {
  code: 'read_from_page_data',
  message:
    'The page shows next to nothing before its scripts run; the text is from the data it carries for them.',
};

/** What part of the page is wanted: the selected, else the main content, else all of it. */
function scopeOf(page: PageInput, body: number, job: ContentJob, weights?: Weights): Scope {
  const { tree } = page;
  const excluded = selectNodes(tree, job.excludeSelectors);
  const flow = without(tree, page.shown, excluded.nodes);
  const included = selectNodes(tree, job.includeSelectors);
  const warnings = [...excluded.warnings, ...included.warnings];
  if (included.nodes.length > 0) return { tree, roots: included.nodes, flow, warnings, main: null };
  if (job.includeSelectors.length > included.warnings.length) {
    warnings.push({ code: 'nothing_selected', message: 'No element matches include_selectors.' });
    return { tree, roots: [], flow, warnings, main: null };
  }
  if (!job.onlyMainContent) return { tree, roots: [body], flow, warnings, main: null };
  const wide = without(tree, page.wide, excluded.nodes);
  const main = mainContentOf({ ...page, shown: flow, wide }, weights);
  if (!main.isFound) {
    warnings.push({
      code: 'main_content_not_found',
      message: 'The main content could not be told apart; the whole page is given.',
    });
  }
  return { tree, roots: main.roots, flow: main.flow, warnings, main };
}

function hasPasswordForm(tree: Tree): boolean {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.input) continue;
    if (attributeOf(tree, node, attribute.type)?.trim().toLowerCase() === 'password') return true;
  }
  return false;
}
