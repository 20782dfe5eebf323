import { itemAt } from '../../domain/values/elements.ts';
import { once } from '../../domain/values/once.ts';
import type { PageView } from '../page-view/page-view.ts';
import { findDateOrder } from '../typed/date-order.ts';
import type { ParseContext } from '../values/coerce.ts';
import { countryOf } from '../words/country-of.ts';

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

/** Creates the context in which the texts of a page are read. `fetchedAt` is the time of the fetch (ISO 8601), or null. */
export function createParseContext(page: PageView, fetchedAt: string | null): ParseContext {
  const currency = once(() => findStatedCurrency(page));
  const dateOrder = once(() => findDateOrder(page.visibleText()));
  return {
    language: page.language,
    country: countryOf(page.url),
    fetchedAt,
    dateOrderOf: (separator) => dateOrder()(separator),
    get currency() {
      return currency();
    },
    resolve: (reference) => page.addresses.resolve(reference),
  };
}
