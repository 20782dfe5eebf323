import type { Reading } from './coerce.ts';
import { conceptsOf } from './concepts.ts';
import { countryOf } from './country-of.ts';
import type { Field } from './field.ts';
import { createGrounds } from './ground.ts';
import { cleaned } from './page-data/cleaned.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { rememberedConcepts } from './page-data/page-data.ts';
import type { PageView } from './page-view.ts';

/** The currency that the page's own data names, when it names one alone. */
function currencyOf(page: PageView): string | null {
  const found = new Set<string>();
  const open: unknown[] = [page.structured().json_ld, page.structured().microdata];
  for (let steps = 0; open.length > 0 && steps < 20_000; steps++) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const code = Array.isArray(inner) ? inner[0] : inner;
      if (/^(?:price)?currency$/i.test(name) && typeof code === 'string' && /^[A-Z]{3}$/.test(code))
        found.add(code);
      else if (typeof inner === 'object') open.push(inner);
    }
  }
  const declared = page.metadata.product_price_currency ?? page.metadata.og_price_currency;
  if (found.size === 0 && typeof declared === 'string' && /^[A-Z]{3}$/.test(declared)) found.add(declared);
  return found.size === 1 ? ([...found][0] as string) : null;
}

/** What reading values of a page needs to know of it. */
export function createMapping(page: PageView): Mapping {
  const grounds = createGrounds(page.visibleText());
  let currency: string | null | undefined;
  const reading: Reading = {
    language: page.language,
    country: countryOf(page.url),
    get currency() {
      if (currency === undefined) currency = currencyOf(page);
      return currency;
    },
    resolve: (reference) => page.addresses.resolve(reference),
  };
  const addresses = addressesShown(page);
  return {
    reading,
    isShown(field, value) {
      if (field.kind === 'url' || field.kind === 'image')
        return addresses().has(String(value)) || grounds.holds(field, value);
      return grounds.holds(field, value);
    },
    concepts: rememberedConcepts((field) => conceptsFor(field)),
    cleaned: (field, text) => cleaned(field, text, page),
  };
}

/** By the field's name; where that says nothing by the title or a short description of the schema. */
function conceptsFor(field: Field) {
  const named = conceptsOf(field.words);
  if (named.length > 0 || field.description === '' || field.description.length > 60) return named;
  return conceptsOf(field.description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Addresses that links and pictures of the page lead to. */
function addressesShown(page: PageView): () => ReadonlySet<string> {
  let known: Set<string> | null = null;
  return () => {
    if (known !== null) return known;
    known = new Set([page.url]);
    const { tree } = page;
    for (let node = 1; node < tree.count && known.size < 20_000; node++) {
      for (const name of ['href', 'src']) {
        const reference = page.attributeOf(node, name);
        const address = reference === null ? null : page.addresses.resolve(reference);
        if (address !== null) known.add(address);
      }
    }
    return known;
  };
}
