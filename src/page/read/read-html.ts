import { type ContentJob, readsContent, readsTextFacts } from '../../domain/pages/content.ts';
import { framesNotReadWarnings } from '../../domain/pages/frames.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type {
  CollectedAttribute,
  PageImage,
  PageLink,
  PageMetadata,
  StructuredData,
} from '../../domain/pages/page.ts';
import { once } from '../../domain/values/once.ts';
import { maxTextLength } from '../language/detect-language.ts';
import { findPageLanguage } from '../language/page-language.ts';
import type { PageKind } from '../main/forest/candidates.ts';
import type { Weights } from '../main/forest/weights.ts';
import {
  findBody,
  type MainContent,
  mainContentOf,
  omitSubtrees,
  type PageInput,
  pageKindOf,
} from '../main-content.ts';
import { toMarkdown } from '../markdown.ts';
import { readHeadMetadata } from '../metadata/head-metadata.ts';
import { listImages, maxImages } from '../metadata/images.ts';
import { listLinks, maxLinks } from '../metadata/links.ts';
import { readMetaTags } from '../metadata/meta-tags.ts';
import { findScriptDependence, type ScriptDependence } from '../outcome/script-dependence.ts';
import { findUnreadFrames } from '../outcome/unread-frames.ts';
import { findVisibleContent } from '../outcome/visible-content.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { parseHtml } from '../parse/parse-html.ts';
import type { DescribePage, ParsedPage } from '../parsed-page.ts';
import { removeInvisibleCharacters } from '../safety/invisible-characters.ts';
import { parsePageData } from '../structured-data/page-data.ts';
import { collectItems, collectStructuredData, readJsonLd } from '../structured-data/structured-data.ts';
import { plainText } from '../text/plain-text.ts';
import { toCleanHtml } from '../tree/clean-html.ts';
import { computeFlow, type Flow } from '../tree/flow.ts';
import { collectAttributes, selectNodes } from '../tree/select.ts';
import { attributeOf, type Tree } from '../tree/tree.ts';
import { createUrlResolver, findBaseUrl, type UrlResolver } from '../tree/url-resolver.ts';

/** Content of a text response of any kind. */
export interface DocumentContent {
  /** Complete Markdown, not truncated; empty if the job requests nothing that is made of it. */
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
  /** Text in which instructions for language models are searched; absent for the Markdown. */
  searchedText?: string;
  /** Start of the visible text. */
  visibleText: string;
  wordCount: number;
  hasPasswordForm: boolean;
  /** How far the main content depends on scripts; absent if the source was not HTML. */
  dependence?: ScriptDependence;
  isEmpty: boolean;
  /** Present if the source was HTML. */
  parsed?: ParsedPage;
  /** Numbers of the pages of a document that OCR may read. */
  scannedPages?: number[];
  warnings: Warning[];
}

interface ContentScope {
  /** Tree of the page, or of the document made from its data. */
  tree: Tree;
  roots: readonly number[];
  flow: Flow;
  warnings: Warning[];
  /** Result of the main content selection; null if not performed. */
  main: MainContent | null;
  /** True for the text in the data of a page that shows almost none. */
  isFromData?: true;
}

/** What {@link readHtml} can be given besides the page. */
export interface ReadOptions {
  /** Returns the metadata; without it, they are what the head declares. */
  describe?: DescribePage | undefined;
  /** Replaces the shipped weights of the selection of main content. */
  weights?: Weights | undefined;
}

/** Parses an HTML page once and creates all requested formats. */
export function readHtml(
  html: string,
  job: ContentJob,
  { describe, weights }: ReadOptions = {},
): DocumentContent {
  const tree = parseHtml(html);
  const urls = createUrlResolver(findBaseUrl(tree, job.url), job.url);
  const body = findBody(tree);
  const jsonLd = readJsonLd(tree);
  const shown = findVisibleContent(tree, body);
  const { visible, visibleText, wordCount, readWords } = shown;
  const scope =
    scopeFromPageData(tree, readWords, jsonLd, job) ??
    createScope({ ...shown, tree, url: job.url }, body, job, weights);
  const frames = findUnreadFrames(tree, visible, urls, wordCount);
  scope.warnings.push(...framesNotReadWarnings(frames, readFramesAdvice));
  const markdown = once(() => toMarkdown({ ...scope, urls, links: job.links }));
  const tags = readMetaTags(tree, urls);
  const head = readHeadMetadata(tags, urls);
  // The facts of a page are the same whatever part of it is requested.
  const main = once(() =>
    scope.isFromData === true
      ? null
      : (scope.main ?? mainContentOf({ ...shown, tree, url: job.url }, weights)),
  );
  const language = findPageLanguage({
    ...{ tags, jsonLd, headers: job.headers },
    *texts() {
      const { roots, flow } = main() ?? scope;
      yield plainText(scope.tree, flow, roots, maxTextLength);
      yield visibleText;
      yield `${head.title ?? ''}\n${head.description ?? ''}`;
    },
  });
  const items = once(() => collectItems(tree, jsonLd, urls));
  const structuredData = once(() => collectStructuredData(tree, tags, items()));
  const parsed: ParsedPage = {
    url: job.url,
    tree,
    body,
    flow: visible,
    urls,
    metadata: { ...head, ...language },
    kind: once(() =>
      scope.isFromData === true
        ? null
        : scope.main === null
          ? pageKindOf({ ...shown, tree, url: job.url }, weights)
          : scope.main.kind,
    ),
    content: () => main() ?? { roots: [body], flow: visible },
    items,
    structuredData,
  };
  const isText = readsTextFacts(job);
  // Values and the source contain what the Markdown would show.
  const isShownOtherwise = job.extract !== undefined || job.formats.includes('raw_html');
  return {
    markdown: readsContent(job) ? markdown() : '',
    ...(!readsContent(job) &&
      isShownOtherwise && { searchedText: plainText(scope.tree, scope.flow, scope.roots) }),
    metadata: {
      ...(describe?.(parsed, isText) ?? parsed.metadata),
      ...(isText && selectionMetadata(parsed.kind(), scope.main)),
    },
    formats: createFormats(tree, urls, scope, job, structuredData),
    parsed,
    visibleText,
    wordCount,
    hasPasswordForm: hasPasswordForm(tree),
    dependence: findScriptDependence(tree, visible, body),
    isEmpty: visibleText.trim() === '' && markdown().trim() === '',
    warnings: scope.warnings,
  };
}

/** Returns the kind of the page, and the confidence of the selection of its main content if there was one, as metadata. */
function selectionMetadata(kind: PageKind | null, main: MainContent | null): PageMetadata {
  if (kind === null) return {};
  if (main === null) return { page_kind: kind };
  return { page_kind: kind, content_confidence: Math.round(main.confidence * 100) / 100 };
}

/** Returns the first `max` entries, with a warning if the page has more. */
function bounded<Entry>(entries: Entry[], max: number, name: string, { warnings }: ContentScope): Entry[] {
  if (entries.length <= max) return entries;
  const message = `The page has more than ${max} ${name}. The result has the first ${max}.`;
  warnings.push({ code: 'limit_reached', message });
  return entries.slice(0, max);
}

function createFormats(
  tree: Tree,
  urls: UrlResolver,
  scope: ContentScope,
  job: ContentJob,
  structuredData: () => StructuredData,
): DocumentContent['formats'] {
  const formats: DocumentContent['formats'] = {};
  if (job.formats.includes('html')) {
    formats.html = removeInvisibleCharacters(toCleanHtml(scope.tree, scope.flow, urls, scope.roots));
  }
  if (job.formats.includes('text')) formats.text = plainText(scope.tree, scope.flow, scope.roots);
  if (job.formats.includes('links')) formats.links = bounded(listLinks(tree, urls), maxLinks, 'links', scope);
  if (job.formats.includes('images'))
    formats.images = bounded(listImages(tree, urls), maxImages, 'images', scope);
  if (job.formats.includes('structured_data')) formats.structuredData = structuredData();
  if (job.attributes !== undefined) {
    const collected = collectAttributes(tree, job.attributes);
    formats.attributes = collected.attributes;
    scope.warnings.push(...collected.warnings);
  }
  return formats;
}

/** Returns the text in the page's data if the page shows almost none itself, else null. */
function scopeFromPageData(
  tree: Tree,
  visibleWords: number,
  jsonLd: unknown[],
  job: ContentJob,
): ContentScope | null {
  if (job.includeSelectors.length > 0 || job.excludeSelectors.length > 0) return null;
  const data = parsePageData(tree, visibleWords, jsonLd);
  if (data === null) return null;
  const flow = computeFlow(data, { readsNoscript: false, skipsHidden: true });
  return {
    tree: data,
    roots: [findBody(data)],
    flow,
    warnings: [pageDataWarning],
    main: null,
    isFromData: true,
  };
}

const readFramesAdvice = 'Read the page with `render: "always"` to include them, or read their URLs.';

const pageDataWarning: Warning = {
  code: 'read_from_page_data',
  message:
    'The page shows almost no text before its scripts run. The text was read from data that the page embeds for its scripts.',
};

/**
 * Returns the requested part of the page: the selected elements, else the main content, else the whole page. The main content is
 * selected only for formats that show it.
 */
function createScope(page: PageInput, body: number, job: ContentJob, weights?: Weights): ContentScope {
  const { tree } = page;
  const excluded = selectNodes(tree, job.excludeSelectors);
  const flow = omitSubtrees(tree, page.visible, excluded.nodes);
  const included = selectNodes(tree, job.includeSelectors);
  const warnings = [...excluded.warnings, ...included.warnings];
  if (included.nodes.length > 0) return { tree, roots: included.nodes, flow, warnings, main: null };
  if (job.includeSelectors.length > included.warnings.length) {
    warnings.push({
      code: 'nothing_selected',
      message: 'No element matches include_selectors. Check the selectors against the page.',
    });
    return { tree, roots: [], flow, warnings, main: null };
  }
  if (!readsContent(job)) return { tree, roots: [body], flow, warnings, main: null };
  const withHidden = omitSubtrees(tree, page.withHidden, excluded.nodes);
  if (!job.onlyMainContent) {
    // The main content may contain closed panels, and the whole page contains the main content.
    const whole = omitSubtrees(tree, withHidden, page.concealed);
    return { tree, roots: [body], flow: whole, warnings, main: null };
  }
  const main = mainContentOf({ ...page, visible: flow, withHidden }, weights);
  if (!main.isFound) {
    warnings.push({
      code: 'main_content_not_found',
      message: 'The main content could not be identified. The whole page is returned.',
    });
  } else if (main.isUncertain) {
    warnings.push({
      code: 'low_confidence',
      message:
        'The main content is uncertain. The largest candidate is returned. Set only_main_content to false for the whole page, or name the content in include_selectors.',
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
