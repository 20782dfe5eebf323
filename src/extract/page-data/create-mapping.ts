import { once } from '../../domain/values/once.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { conceptsOf } from '../schema/concepts.ts';
import type { Field } from '../schema/field.ts';
import { createGroundingCheck } from '../values/grounding.ts';
import { cleanValue } from './clean-value.ts';
import type { Mapping } from './map-entity.ts';
import { memoizeConcepts } from './page-data.ts';

/** Creates the page context for mapping entities to fields. */
export function createMapping(page: PageFacts): Mapping {
  const grounding = createGroundingCheck(page.visibleText());
  const shownUrls = once(() => collectUrls(page));
  return {
    parseContext: page.parseContext(),
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

/** Returns the concepts of a field's name with that of its object, else of its name, else of its short title or description. */
function conceptsFor(field: Field) {
  // The name of a venue is no name of an organizer.
  const qualified = conceptsOf([...(field.context.at(-1) ?? []), ...field.words]);
  if (field.context.length > 0 && qualified.length > 0) return qualified;
  const byName = conceptsOf(field.words);
  if (byName.length > 0 || field.description === '' || field.description.length > 60) return byName;
  return conceptsOf(field.description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the URLs of the page's links and images. */
function collectUrls(page: PageFacts): ReadonlySet<string> {
  const urls = new Set([page.url]);
  const { tree } = page;
  for (let node = 1; node < tree.count && urls.size < 20_000; node++) {
    for (const name of ['href', 'src']) {
      const reference = page.attributeOf(node, name);
      const address = reference === null ? null : page.addresses.resolve(reference);
      if (address !== null) urls.add(address);
    }
  }
  return urls;
}
