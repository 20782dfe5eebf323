import { isObject } from '../../../domain/values/is-object.ts';
import type { PageFacts } from '../page-facts.ts';
import type { Fact } from './fact.ts';

const confidences = { declared: 0.98, publisher: 0.8, detected: 0.9 };

/** Returns the language of the page: the one that it declares, else the one that its text shows. */
export function findLanguage(page: PageFacts): Fact | null {
  const { language, language_source: source } = page.metadata;
  if (language === undefined) return null;
  // No place of the page states a detected language: the evidence is the text itself.
  const node = page.content().roots[0] ?? -1;
  return source === 'detected'
    ? {
        value: language,
        source: 'visible',
        reason: 'language of the text',
        node,
        confidence: confidences.detected,
      }
    : {
        value: language,
        source: 'attribute',
        reason: 'declared language',
        node: -1,
        confidence: confidences.declared,
      };
}

/** Returns the name of the site: the one in the head, else that of the site or publisher in the structured data. */
export function findSiteName(page: PageFacts): Fact | null {
  const head = page.metadata.site_name;
  if (head !== undefined)
    return { value: head, source: 'attribute', reason: 'meta', node: -1, confidence: confidences.declared };
  const { described } = page.entities();
  const site = described.find(({ types }) => types.includes('WebSite'));
  const own = site?.properties.name;
  if (site !== undefined && typeof own === 'string' && own !== '') {
    const { source, path } = site;
    return { value: own, source, reason: `${path}.name`, node: -1, confidence: confidences.declared };
  }
  for (const { properties, source, path } of described) {
    const publisher = [properties.publisher].flat()[0];
    const value = isObject(publisher) ? publisher.name : publisher;
    if (typeof value === 'string' && value !== '' && !/^https?:/.test(value))
      return { value, source, reason: `${path}.publisher`, node: -1, confidence: confidences.publisher };
  }
  return null;
}
