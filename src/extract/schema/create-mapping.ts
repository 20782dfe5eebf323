import { itemAt } from '../../domain/values/elements.ts';
import type { ParseContext } from '../coerce.ts';
import { createGroundingCheck } from '../grounding.ts';
import { cleanValue } from '../page-data/clean-value.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import { memoizeConcepts } from '../page-data/page-data.ts';
import type { PageView } from '../page-view/page-view.ts';
import { conceptsOf } from '../words/concepts.ts';
import { countryOf } from '../words/country-of.ts';
import type { Field } from './field.ts';

/** Returns the currency in the page's structured data, if it names exactly one. */
function findStatedCurrency(page: PageView): string | null {
  const currencies = new Set<string>();
  const pending: unknown[] = [page.structured().json_ld, page.structured().microdata];
  for (let steps = 0; pending.length > 0 && steps < 20_000; steps++) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const code = Array.isArray(inner) ? inner[0] : inner;
      if (/^(?:price)?currency$/i.test(name) && typeof code === 'string' && /^[A-Z]{3}$/.test(code))
        currencies.add(code);
      else if (typeof inner === 'object') pending.push(inner);
    }
  }
  const declared = page.metadata.product_price_currency ?? page.metadata.og_price_currency;
  if (currencies.size === 0 && typeof declared === 'string' && /^[A-Z]{3}$/.test(declared))
    currencies.add(declared);
  return currencies.size === 1 ? itemAt([...currencies], 0) : null;
}

/** Creates the page context for mapping entities to fields. */
export function createMapping(page: PageView): Mapping {
  const grounding = createGroundingCheck(page.visibleText());
  let currency: string | null | undefined;
  const parseContext: ParseContext = {
    language: page.language,
    country: countryOf(page.url),
    get currency() {
      if (currency === undefined) currency = findStatedCurrency(page);
      return currency;
    },
    resolve: (reference) => page.addresses.resolve(reference),
  };
  const shownUrls = collectUrls(page);
  return {
    parseContext,
    isShown(field, value) {
      if (field.kind === 'url' || field.kind === 'image')
        return shownUrls().has(String(value)) || grounding.containsValue(field, value);
      return grounding.containsValue(field, value);
    },
    concepts: memoizeConcepts((field) => conceptsFor(field)),
    clean: (field, text) => cleanValue(field, text, page),
    cuts: new Map(),
  };
}

/** Returns the concepts of a field's name, else of its short title or description. */
function conceptsFor(field: Field) {
  const byName = conceptsOf(field.words);
  if (byName.length > 0 || field.description === '' || field.description.length > 60) return byName;
  return conceptsOf(field.description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the URLs of the page's links and images. */
function collectUrls(page: PageView): () => ReadonlySet<string> {
  let urls: Set<string> | null = null;
  return () => {
    if (urls !== null) return urls;
    urls = new Set([page.url]);
    const { tree } = page;
    for (let node = 1; node < tree.count && urls.size < 20_000; node++) {
      for (const name of ['href', 'src']) {
        const reference = page.attributeOf(node, name);
        const address = reference === null ? null : page.addresses.resolve(reference);
        if (address !== null) urls.add(address);
      }
    }
    return urls;
  };
}
