import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { Entity } from '../facts/entity.ts';
import type { PageFacts } from '../facts/page-facts.ts';

/** Entity types and the fields that are returned for them if the caller sends neither schema nor prompt. */
const fieldsByType: readonly [RegExp, Record<string, string>][] = [
  [
    /Product|Vehicle|Car$|Offer$|IndividualProduct|ProductGroup/,
    {
      name: 'string',
      description: 'string',
      brand: 'string',
      sku: 'string',
      gtin: 'string',
      price: 'number',
      currency: 'string',
      availability: 'string',
      rating: 'number',
      review_count: 'integer',
      image: 'uri',
      url: 'uri',
    },
  ],
  [
    /Recipe/,
    {
      name: 'string',
      description: 'string',
      author: 'string',
      ingredients: 'list',
      instructions: 'list',
      prep_time: 'duration',
      cook_time: 'duration',
      total_time: 'duration',
      yields: 'string',
      calories: 'string',
      category: 'string',
      cuisine: 'string',
      rating: 'number',
      rating_count: 'integer',
      image: 'uri',
    },
  ],
  [
    /JobPosting/,
    {
      title: 'string',
      company: 'string',
      location: 'string',
      description: 'string',
      employment_type: 'string',
      salary: 'string',
      currency: 'string',
      date_posted: 'date',
      valid_through: 'date',
      url: 'uri',
    },
  ],
  [
    /Article|Posting$|Report$/,
    {
      headline: 'string',
      author: 'string',
      date_published: 'string',
      date_modified: 'string',
      description: 'string',
      publisher: 'string',
      category: 'string',
      keywords: 'list',
      image: 'uri',
    },
  ],
  [
    /Event|Festival/,
    {
      name: 'string',
      start_date: 'string',
      end_date: 'string',
      venue: 'string',
      address: 'string',
      organizer: 'string',
      description: 'string',
      price: 'number',
      currency: 'string',
      image: 'uri',
      url: 'uri',
    },
  ],
  [
    /Movie|TVSeries|Film/,
    {
      name: 'string',
      director: 'string',
      actors: 'list',
      genre: 'string',
      release_date: 'string',
      duration: 'duration',
      mpaa_rating: 'string',
      description: 'string',
      rating: 'number',
      image: 'uri',
    },
  ],
  [
    /Book/,
    {
      name: 'string',
      author: 'string',
      isbn: 'string',
      publisher: 'string',
      date_published: 'string',
      pages: 'integer',
      language: 'string',
      description: 'string',
      rating: 'number',
      image: 'uri',
    },
  ],
  [
    /SoftwareApplication|WebApplication|MobileApplication|VideoGame/,
    {
      name: 'string',
      description: 'string',
      version: 'string',
      operating_system: 'string',
      category: 'string',
      price: 'number',
      currency: 'string',
      rating: 'number',
      rating_count: 'integer',
      license: 'string',
    },
  ],
  [
    /Restaurant|Hotel|LocalBusiness|Store$|Place$|Organization|School|Clinic|Physician|Dentist/,
    {
      name: 'string',
      description: 'string',
      phone: 'string',
      email: 'string',
      address: 'string',
      opening_hours: 'list',
      rating: 'number',
      review_count: 'integer',
      url: 'uri',
      image: 'uri',
    },
  ],
  [/FAQPage|QAPage/, { name: 'string', description: 'string', questions: 'questions' }],
  [
    /VideoObject/,
    {
      name: 'string',
      description: 'string',
      author: 'string',
      date_published: 'string',
      duration: 'duration',
      views: 'integer',
      image: 'uri',
    },
  ],
  [
    /Person/,
    {
      name: 'string',
      description: 'string',
      position: 'string',
      birth_date: 'string',
      nationality: 'string',
      url: 'uri',
      image: 'uri',
    },
  ],
];

const generalFields: Record<string, string> = {
  title: 'string',
  description: 'string',
  author: 'string',
  date_published: 'string',
  date_modified: 'string',
  site_name: 'string',
  language: 'string',
  image: 'uri',
  url: 'uri',
};

function schemaOf(kind: string): JsonSchema {
  switch (kind) {
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'questions':
      return {
        type: 'array',
        items: { type: 'object', properties: { question: { type: 'string' }, answer: { type: 'string' } } },
      };
    case 'uri':
    case 'date':
    case 'duration':
      return { type: 'string', format: kind };
    default:
      return { type: kind };
  }
}

function typeRank(entity: Entity): number {
  const index = fieldsByType.findIndex(([expression]) => entity.types.some((type) => expression.test(type)));
  return index === -1 ? 100 : index + 20 * entity.depth;
}

/**
 * Returns the default schema for a page: the fields for the type of its main entity, or those of any page. Used
 * if the caller sends neither schema nor prompt.
 */
export function createDefaultSchema(page: PageFacts): JsonSchema {
  const { described } = page.entities();
  const best = described
    .filter((entity) => typeRank(entity) < 100)
    .sort((one, other) => typeRank(one) - typeRank(other))[0];
  const kind =
    best === undefined
      ? undefined
      : fieldsByType.find(([expression]) => best.types.some((type) => expression.test(type)));
  const fields = kind?.[1] ?? generalFields;
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, schemaOf(type)]));
  return { type: 'object', ...(best !== undefined && { title: itemAt(best.types, 0) }), properties };
}
