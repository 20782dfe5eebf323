import type {
  ExtractJob,
  FoundValue,
  JsonSchema,
  LayoutLesson,
  PageExtraction,
} from '../domain/extraction.ts';
import { messageOf } from '../domain/failure.ts';
import type { OfferWish, PageOffer } from '../domain/offer.ts';
import type { Warning } from '../domain/outcome.ts';
import type { ExtractValues } from '../page/parsed-page.ts';
import { coerce } from './coerce.ts';
import { createMapping } from './create-mapping.ts';
import { createPageView } from './create-page-view.ts';
import type { Field } from './field.ts';
import { createHeuristics } from './heuristics/heuristics.ts';
import { modelBlocks } from './model-blocks.ts';
import { readOffer } from './offer/read-offer.ts';
import { ownSchema } from './own-data.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { createPageData, isOf } from './page-data/page-data.ts';
import type { PageView } from './page-view.ts';
import { promptSchema } from './prompt-schema.ts';
import { fieldsOf } from './schema-fields.ts';
import { createSelectors, type Selectors } from './selectors/selectors.ts';
import type { Method } from './value.ts';

/** A later method overrules data that the page does not show only from here on, and never what pages show as a picture. */
const sure = 0.93;
const drawnKinds: ReadonlySet<string> = new Set(['rating', 'number', 'image', 'date']);

/** Fields that a method may still better: without a value, or with one that the page does not show. */
function openFields(fields: readonly Field[], values: readonly FoundValue[]): Field[] {
  return fields.filter((field) => !values.some((value) => isOf(value, field) && value.isGrounded));
}

/**
 * Takes of a method's values those of fields that nothing grounded was found for. A value that is only a guess of its shape
 * never replaces what the page's data states, shown or not.
 */
function accept(fields: readonly Field[], values: FoundValue[], found: readonly FoundValue[]): FoundValue[] {
  let kept = values;
  for (const field of fields) {
    const own = found.filter((value) => isOf(value, field));
    if (own.length === 0) continue;
    const known = kept.filter((value) => isOf(value, field));
    if (known.some((value) => value.isGrounded)) continue;
    const isSure = own.some((value) => value.isGrounded && value.confidence >= sure);
    if (known.length > 0 && (!isSure || drawnKinds.has(field.kind))) continue;
    kept = [...kept.filter((value) => !isOf(value, field)), ...own];
  }
  return kept;
}

/** Whether a field is without a value; where a model can be asked, a mere guess of the rules is none. */
function isOpen(field: Field, values: readonly FoundValue[], hasModel: boolean): boolean {
  const own = values.filter((value) => isOf(value, field));
  if (!hasModel) return own.length === 0;
  return own.every(({ evidence }) => evidence.method === 'heuristic' && evidence.weak === true);
}

interface Asked {
  schema: JsonSchema;
  made: JsonSchema | null;
  warnings: Warning[];
}

/** The schema to answer: the caller's, else one of the prompt's words, else of the page's own data. */
function askedOf(job: ExtractJob, page: PageView): Asked {
  if (job.schema !== null) return { schema: job.schema, made: null, warnings: [] };
  if (job.prompt === null) {
    const schema = ownSchema(page);
    return { schema, made: schema, warnings: [] };
  }
  const named = promptSchema(job.prompt);
  const schema = named ?? ownSchema(page);
  const warnings: Warning[] =
    named === null
      ? [
          {
            code: 'prompt_not_understood',
            message: 'Without a model the prompt names no field; what the page says of itself is given.',
          },
        ]
      : [];
  return { schema, made: schema, warnings };
}

function safely(method: Method, fields: readonly Field[], page: PageView, warnings: Warning[]): FoundValue[] {
  try {
    return method.find(fields, page);
  } catch (error) {
    warnings.push({ code: 'method_failed', message: `${method.name}: ${messageOf(error).slice(0, 200)}` });
    return [];
  }
}

/** What the page offers, found beside the values that were asked for. */
function offerOf(page: PageView, wish: OfferWish, mapping: Mapping, warnings: Warning[]): PageOffer {
  return readOffer(page, wish, (schema) => {
    const fields = fieldsOf(schema);
    let values: FoundValue[] = [];
    for (const method of [createPageData(() => mapping), createHeuristics(fields, () => mapping)]) {
      const open = openFields(fields, values);
      values = accept(open, values, safely(method, open, page, warnings));
    }
    return values;
  });
}

/** What the page teaches selectors; null when that is nothing, or fails. */
function lessonOf(
  selectors: Selectors,
  fields: readonly Field[],
  values: readonly FoundValue[],
  warnings: Warning[],
): LayoutLesson | null {
  try {
    return selectors.lesson(fields, values);
  } catch (error) {
    warnings.push({ code: 'method_failed', message: `selector: ${messageOf(error).slice(0, 200)}` });
    return null;
  }
}

/** Finds what is asked for on a parsed page: page data, learned selectors, heuristics, in this order for each field. */
export const extractPage: ExtractValues = (parsed, job): PageExtraction => {
  const page = createPageView(parsed);
  const { schema, made, warnings } = askedOf(job, page);
  const fields = fieldsOf(schema);
  const mapping = createMapping(page);
  const selectors = createSelectors({
    page,
    layouts: job.layouts,
    read: (field, text, isMachine) => coerce(field, text, isMachine ? 'machine' : 'person', mapping.reading),
  });
  const methods = [createPageData(() => mapping), selectors, createHeuristics(fields, () => mapping)];
  // What a page says of itself, unasked, needs no selectors.
  const learns = job.learns && (job.schema !== null || job.prompt !== null);
  let values: FoundValue[] = [];
  for (const method of methods) {
    const open = openFields(fields, values);
    if (open.length === 0) break;
    values = accept(open, values, safely(method, open, page, warnings));
  }
  const open = fields.filter((field) => isOpen(field, values, job.blockTokens > 0));
  return {
    values,
    open: open.map((field) => field.pointer),
    blocks: job.blockTokens > 0 && open.length > 0 ? modelBlocks(page, open, job.blockTokens) : [],
    visibleText: job.blockTokens > 0 ? page.visibleText() : '',
    language: page.language,
    lesson: learns ? lessonOf(selectors, fields, [...values, ...job.taught], warnings) : null,
    schema: made,
    warnings,
    ...(job.offer !== undefined && { offer: offerOf(page, job.offer, mapping, warnings) }),
  };
};
