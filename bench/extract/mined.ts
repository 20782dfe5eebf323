import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { createPageFacts } from '../../src/extract/facts/create-page-facts.ts';
import { createDefaultSchema } from '../../src/extract/page-data/default-schema.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { jobFor } from './read.ts';

/** Page with values that both its structured data and its visible text contain, and without the structured data. */
export interface MinedPage {
  id: string;
  /** Type of the page's subject: `Recipe`, `Product`. */
  kind: string;
  site: string;
  schema: JsonSchema;
  /** Values by field of the schema. */
  values: Map<string, string | number | boolean>;
  /** The page without the structured data from which the values were read. */
  blind: ParsedPage;
}

type Properties = Record<string, JsonSchema>;

/** Fields of other types, which a page about one type rarely has. */
const foreign: readonly [string, string, RegExp][] = [
  ['mpaa_rating', 'string', /Movie|TV|Video/],
  ['isbn', 'string', /Book/],
  ['fuel_economy', 'string', /Vehicle|Car|Product/],
  ['weight', 'string', /Product|Person|Recipe/],
  ['director', 'string', /Movie|TV|Video/],
  ['salary', 'string', /Job/],
  ['sku', 'string', /Product|Offer/],
  ['cook_time', 'string', /Recipe/],
  ['bedrooms', 'integer', /Place|Product|Accommodation|House|Apartment/],
  ['venue', 'string', /Event|Place|Business/],
  ['team', 'string', /Person|Event/],
];

/** Returns the tree without microdata; structured data and metadata of the head are removed. */
export function blinded(page: ParsedPage): ParsedPage {
  const { title, og_title, site_name, language } = page.metadata;
  return {
    ...page,
    metadata: {
      ...(title !== undefined && { title }),
      ...(og_title !== undefined && { og_title }),
      ...(site_name !== undefined && { site_name }),
      ...(language !== undefined && { language }),
    } as ParsedPage['metadata'],
    items: () => ({ json_ld: [], microdata: [], rdfa: [] }),
    structuredData: () => ({
      json_ld: [],
      microdata: [],
      rdfa: [],
      open_graph: {},
      twitter: {},
      embedded: {},
    }),
  };
}

/** Returns the training data of a page; null if it states nothing about a visible subject. */
export function mine(id: string, site: string, page: ParsedPage): MinedPage | null {
  const own = createDefaultSchema(createPageFacts(page));
  if (typeof own.title !== 'string') return null;
  // Values about the page's own URL and publisher are not visible values.
  const scalars = Object.entries(own.properties as Properties).filter(
    ([name, { type }]) => type !== 'array' && name !== 'url' && name !== 'publisher',
  );
  const schema: JsonSchema = { type: 'object', properties: Object.fromEntries(scalars) };
  const values = new Map<string, string | number | boolean>();
  for (const { pointer, value, evidence, isGrounded } of extractPage(page, jobFor(schema)).values) {
    if (evidence.method === 'page_data' && evidence.locator.startsWith('json_ld') && isGrounded)
      values.set(pointer.slice(1), value);
  }
  if (values.size < 2) return null;
  const kind = own.title;
  const strange = foreign.filter(([name, , where]) => !where.test(kind) && !values.has(name));
  const properties = Object.fromEntries([
    ...scalars.filter(([name]) => values.has(name)),
    ...strange.map(([name, type]) => [name, { type }]),
  ]);
  return { id, kind, site, schema: { type: 'object', properties }, values, blind: blinded(page) };
}
