import { once } from '../../../domain/values/once.ts';
import { createPageFacts } from '../../../extract/facts/create-page-facts.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import { findDateOrder } from '../../../extract/typed/date-order.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { countryOf } from '../../../extract/words/country-of.ts';
import { findPageLanguage } from '../../../page/language/page-language.ts';
import { findBody } from '../../../page/main-content.ts';
import { readHeadMetadata } from '../../../page/metadata/head-metadata.ts';
import { readMetaTags } from '../../../page/metadata/meta-tags.ts';
import { findVisibleContent } from '../../../page/outcome/visible-content.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import {
  collectItems,
  collectStructuredData,
  readJsonLd,
} from '../../../page/structured-data/structured-data.ts';
import { attributeOf } from '../../../page/tree/tree.ts';
import { createUrlResolver, findBaseUrl } from '../../../page/tree/url-resolver.ts';

const maxScripts = 8;

/** Parses the HTML of a response. */
export function parsePage(html: string, url: string): PageFacts {
  const tree = parseHtml(html);
  const addresses = createUrlResolver(findBaseUrl(tree, url), url);
  const body = findBody(tree);
  const tags = readMetaTags(tree, addresses);
  const jsonLd = readJsonLd(tree);
  const { visible: flow, visibleText } = findVisibleContent(tree, body);
  const language = findPageLanguage({ tags, jsonLd, headers: {}, texts: () => [visibleText] });
  const metadata = { ...readHeadMetadata(tags, addresses), ...language };
  const items = once(() => collectItems(tree, jsonLd, addresses));
  return createPageFacts({
    url,
    tree,
    body,
    flow,
    urls: addresses,
    metadata,
    kind: () => null,
    content: () => ({ roots: [body], flow }),
    items,
    structuredData: once(() => collectStructuredData(tree, tags, items())),
  });
}

/**
 * Creates the context in which the texts of a response are read. The first of `texts` whose dates show the order of day and month
 * with a separator decides it.
 */
export function createParseContext(
  url: string,
  language: string | null,
  texts: readonly (() => string)[],
): ParseContext {
  const orders = texts.map((text) => once(() => findDateOrder(text())));
  return {
    language,
    country: countryOf(url),
    currency: null,
    dateOrderOf: (separator) => {
      for (const order of orders) {
        const found = order()(separator);
        if (found !== null) return found;
      }
      return null;
    },
    resolve: (reference) => {
      const address = URL.parse(reference, url);
      return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
    },
  };
}

export function getScriptUrls(page: PageFacts): string[] {
  const { tree } = page;
  const scriptUrls: string[] = [];
  for (let node = 1; node < tree.count && scriptUrls.length < maxScripts; node++) {
    if (tree.tag[node] !== tag.script) continue;
    const source = attributeOf(tree, node, attribute.src);
    const address = source === null ? null : page.addresses.resolveWeb(source);
    if (address !== null) scriptUrls.push(address);
  }
  return scriptUrls;
}
