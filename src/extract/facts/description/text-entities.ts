import { isObject } from '../../../domain/values/is-object.ts';
import { type Entity, typesOf } from '../entity.ts';
import type { PageFacts } from '../page-facts.ts';
import { agreesWithTitles } from '../page-titles.ts';
import type { TextEntity } from './fact.ts';

/** Types of items with how well they describe the text of a page; the first that matches counts. */
const textTypes: readonly (readonly [RegExp, number])[] = [
  [/(?:Article|Posting|Report|Recipe|Book|Thesis|Question|Course|CreativeWork|Essay|Story|Poem|Chapter)$/, 3],
  [/^(?:VideoObject|AudioObject|PodcastEpisode|Episode|Movie|Photograph|SoftwareSourceCode|Dataset)$/, 2],
  [/(?:WebPage|ItemPage|QAPage|FAQPage|AboutPage|HowTo|Event|Product|Review)$/, 1],
];
/** Relations that lead to another text than that of the page. */
const otherText =
  /\.(?:reviews?|comments?|itemListElement|hasPart|isPartOf|citation|suggestedAnswer|acceptedAnswer|associatedMedia|relatedLink|isBasedOn|offers|mentions|subjectOf|blogPosts?)\b/;
const depthPenalty = 0.5;
/** What an item gains if its name is a title of the page, and loses if it is another one. */
const agreement = 2;

function nameOf({ properties: { headline, name, title } }: Entity): string {
  const text = headline ?? name ?? title;
  return typeof text === 'string' ? text : '';
}

/** Types of items that readers write too, below the text of a page; such an item is its text only if it has its title. */
const readersType = /^(?:\w*Review|Comment)$/;

/** Returns the items of the structured data that may describe the text of a page, best first. */
export function findTextEntities(page: PageFacts): readonly TextEntity[] {
  const found: TextEntity[] = [];
  for (const entity of page.entities().described) {
    const score = textTypes.find(([type]) => entity.types.some((one) => type.test(one)))?.[1];
    if (score === undefined || otherText.test(entity.path)) continue;
    const name = nameOf(entity);
    const isOfReaders = name === '' && entity.types.some((one) => readersType.test(one));
    const agrees = name !== '' && agreesWithTitles(name, page);
    const bonus = agrees ? agreement : name === '' && !isOfReaders ? 0 : -agreement;
    found.push({ entity, score: score + bonus - depthPenalty * entity.depth });
  }
  return found.sort((one, other) => other.score - one.score);
}

/** A text that a property states, with the types of its item. */
export interface StatedName {
  text: string;
  types: readonly string[];
}

const maxNames = 40;

/** Returns the names that a property states: strings, and the names of persons and organizations. */
export function statedNames(value: unknown): StatedName[] {
  return [value]
    .flat(2)
    .slice(0, maxNames)
    .flatMap((one) => {
      if (typeof one === 'string') return [{ text: one, types: [] }];
      if (!isObject(one)) return [];
      const parts = [one.givenName, one.familyName].filter((part) => typeof part === 'string');
      const name = [one.name].flat()[0] ?? parts.join(' ');
      return typeof name === 'string' ? [{ text: name, types: typesOf(one) }] : [];
    });
}
