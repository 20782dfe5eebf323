import type { ParseContext } from '../../../extract/coerce.ts';
import { createPageView } from '../../../extract/page-view/create-page-view.ts';
import type { PageView } from '../../../extract/page-view/page-view.ts';
import { createPageLetters, type PageLetters } from '../../../extract/selectors/layouts/page-letters.ts';
import { countryOf } from '../../../extract/words/country-of.ts';
import { findBody } from '../../../page/main-content.ts';
import { readMetaTags } from '../../../page/metadata/meta-tags.ts';
import { collectMetadata } from '../../../page/metadata/metadata.ts';
import { findVisibleContent } from '../../../page/outcome/visible-content.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import { collectStructuredData, readJsonLd } from '../../../page/structured-data/structured-data.ts';
import { attributeOf, type Tree } from '../../../page/tree/tree.ts';
import { createUrlResolver, findBaseUrl } from '../../../page/tree/url-resolver.ts';

const maxScripts = 8;

/** A parsed page with its indexes. */
export interface ParsedSource {
  page: PageView;
  letters: PageLetters;
  tree: Tree;
}

export function parsePage(html: string, url: string): ParsedSource {
  const tree = parseHtml(html);
  const addresses = createUrlResolver(findBaseUrl(tree, url), url);
  const body = findBody(tree);
  const tags = readMetaTags(tree, addresses);
  const jsonLd = readJsonLd(tree);
  const metadata = collectMetadata(tree, tags, jsonLd, addresses);
  let structuredData: ReturnType<typeof collectStructuredData> | null = null;
  const structured = () => {
    structuredData ??= collectStructuredData(tree, tags, jsonLd, addresses);
    return structuredData;
  };
  const { visible: flow } = findVisibleContent(tree, body);
  const page = createPageView({
    url,
    tree,
    body,
    flow,
    urls: addresses,
    metadata,
    structuredData: structured,
  });
  return { page, letters: createPageLetters(tree), tree };
}

export function createParseContext(url: string, language: string | null): ParseContext {
  return {
    language,
    country: countryOf(url),
    currency: null,
    resolve: (reference) => {
      const address = URL.parse(reference, url);
      return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
    },
  };
}

export function getScriptUrls(tree: Tree, page: PageView): string[] {
  const scriptUrls: string[] = [];
  for (let node = 1; node < tree.count && scriptUrls.length < maxScripts; node++) {
    if (tree.tag[node] !== tag.script) continue;
    const source = attributeOf(tree, node, attribute.src);
    const address = source === null ? null : page.addresses.resolveWeb(source);
    if (address !== null) scriptUrls.push(address);
  }
  return scriptUrls;
}
