import type {
  ExtractJob,
  FoundValue,
  JsonSchema,
  LayoutUpdate,
  PageExtraction,
} from '../domain/pages/extraction.ts';
import type { OfferOptions, PageOffer } from '../domain/pages/offer.ts';
import type { Warning } from '../domain/pages/outcome.ts';
import { errorMessage } from '../domain/system/failure.ts';
import { once } from '../domain/values/once.ts';
import type { ExtractValues, ParsedPage } from '../page/parsed-page.ts';
import { deriveValues } from './derive-values.ts';
import { createDescribedValues, isOnlyDescribed, preferPageLanguage } from './described-values.ts';
import { createPageFacts } from './facts/create-page-facts.ts';
import type { Method } from './facts/method.ts';
import type { PageFacts } from './facts/page-facts.ts';
import { createHeuristics, type FindRecords } from './heuristics/heuristics.ts';
import { markRelativeDates } from './mark-relative-dates.ts';
import { modelBlocks } from './model/model-blocks.ts';
import { preferAskedPrice } from './offer/prefer-asked-price.ts';
import { preferOffer } from './offer/prefer-offer.ts';
import { overrules } from './overrule.ts';
import { createMapping } from './page-data/create-mapping.ts';
import { createDefaultSchema } from './page-data/default-schema.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { belongsToField, createPageData } from './page-data/page-data.ts';
import { findInPanels, openPage } from './panel-values.ts';
import { type IsSubject, promptSchema } from './prompts/prompt-schema.ts';
import { createProse } from './prose/create-prose.ts';
import type { Field } from './schema/field.ts';
import { fieldsOf } from './schema/schema-fields.ts';
import type { createSelectors, Selectors } from './selectors/selectors.ts';
import { preferSubjectTitle } from './subject-title.ts';
import { coerce } from './values/coerce.ts';
import { singular, wordsOf } from './words/words.ts';

/** Returns the fields without a value, or with one that the page does not show. */
function openFields(fields: readonly Field[], values: readonly FoundValue[]): Field[] {
  return fields.filter((field) => !values.some((value) => belongsToField(value, field) && value.isGrounded));
}

/**
 * Adds values for the fields that have no grounded value yet. A guess never replaces a value from the page's
 * data, shown or not.
 */
function accept(
  fields: readonly Field[],
  values: FoundValue[],
  newValues: readonly FoundValue[],
): FoundValue[] {
  let merged = values;
  for (const field of fields) {
    const candidates = newValues.filter((value) => belongsToField(value, field));
    if (candidates.length === 0) continue;
    const current = merged.filter((value) => belongsToField(value, field));
    if (current.some((value) => value.isGrounded)) continue;
    if (current.length > 0 && !candidates.some((value) => overrules(field, current, value))) continue;
    merged = [...merged.filter((value) => !belongsToField(value, field)), ...candidates];
  }
  return merged;
}

/** Minimum confidence of a heuristic value that replaces one of a selector from a single page. */
const minLabelConfidence = 0.75;

/**
 * Replaces values of selectors that a single page taught, if a label on this page states another value. Such a
 * selector may have been learned from an element that had the same value by chance.
 */
function preferLabels(
  fields: readonly Field[],
  values: FoundValue[],
  { selectors, heuristics }: { selectors: Selectors; heuristics: Method },
  page: PageFacts,
  warnings: Warning[],
): FoundValue[] {
  const isContested = (field: Field) =>
    field.structure === 'scalar' &&
    selectors.isProvisional(field) &&
    values.some(({ pointer, evidence }) => pointer === field.pointer && evidence.method === 'selector');
  const contested = fields.filter(isContested);
  if (contested.length === 0) return values;
  const labelled = findSafely(heuristics, contested, page, warnings).filter(
    ({ evidence, confidence, isGrounded }) =>
      evidence.weak !== true && isGrounded && confidence >= minLabelConfidence,
  );
  return values.map((value) => {
    const other = labelled.find(({ pointer }) => pointer === value.pointer);
    return other === undefined || value.evidence.method !== 'selector' || other.value === value.value
      ? value
      : other;
  });
}

/** Returns true if a field has no value. If a model is available, a weak heuristic value counts as none. */
function isOpen(field: Field, values: readonly FoundValue[], hasModel: boolean): boolean {
  const fieldValues = values.filter((value) => belongsToField(value, field));
  if (!hasModel) return fieldValues.length === 0;
  return fieldValues.every(({ evidence }) => evidence.method === 'heuristic' && evidence.weak === true);
}

/** Maximum number of words that a warning names. */
const maxNamedWords = 20;

function listWords(words: readonly string[]): string {
  const named = words.slice(0, maxNamedWords).join(', ');
  return words.length > maxNamedWords ? `${named} and ${words.length - maxNamedWords} more` : named;
}

interface TargetSchema {
  schema: JsonSchema;
  generated: JsonSchema | null;
  warnings: Warning[];
}

/** Returns a function that tells whether the title of a page has a word. */
function createSubjectCheck(page: PageFacts): IsSubject {
  const words = new Set(wordsOf(page.textOf(page.titleNode())).map(singular));
  return (word) => words.has(singular(word));
}

/**
 * Returns the schema to extract: the caller's, else one derived from the prompt, else from the page's own data.
 */
function getTargetSchema(job: ExtractJob, page: PageFacts): TargetSchema {
  if (job.schema !== null) return { schema: job.schema, generated: null, warnings: [] };
  if (job.prompt === null) {
    const schema = createDefaultSchema(page);
    return { schema, generated: schema, warnings: [] };
  }
  const { schema: promptedSchema, unusedWords } = promptSchema(job.prompt, createSubjectCheck(page));
  const schema = promptedSchema ?? createDefaultSchema(page);
  const warnings: Warning[] =
    promptedSchema === null
      ? [
          {
            code: 'prompt_not_understood',
            message:
              'No field name was found in the prompt; the data of the page is returned. Send a schema, or configure a model.',
          },
        ]
      : unusedWords.length > 0
        ? [
            {
              code: 'prompt_words_unused',
              message: `These words of the prompt became no field: ${listWords(unusedWords)}. Send a schema, or configure a model.`,
            },
          ]
        : [];
  return { schema, generated: schema, warnings };
}

function findSafely(
  method: Method,
  fields: readonly Field[],
  page: PageFacts,
  warnings: Warning[],
): FoundValue[] {
  try {
    return method.find(fields, page);
  } catch (error) {
    warnings.push({ code: 'method_failed', message: `${method.name}: ${errorMessage(error).slice(0, 200)}` });
    return [];
  }
}

/** Returns a warning for each array that has fewer entries than the page shows. */
function cutWarnings({ cuts }: Mapping, values: readonly FoundValue[]): Warning[] {
  return [...cuts].flatMap(([pointer, { shown, returned }]): Warning[] => {
    const has = (at: number) => values.some((value) => `${value.pointer}/`.startsWith(`${pointer}/${at}/`));
    if (!has(returned - 1) || has(returned)) return [];
    const message = `${pointer === '' ? 'The array' : pointer} has the first ${returned} of at least ${shown} entries of the page. Collect its pages for the others, or state \`maxItems\`.`;
    return [{ code: 'records_limited', message }];
  });
}

/** Finds the values of a schema on the page. */
export type FindValues = (schema: JsonSchema) => FoundValue[];

/** Parts of the extractor that its caller chooses. */
export interface ExtractorDependencies {
  /** Learned selectors; null if none are stored. */
  createSelectors: typeof createSelectors | null;
  findRecords: FindRecords;
  readOffer: (page: PageFacts, request: OfferOptions, findValues: FindValues) => PageOffer;
}

/** Reads the page's offer. */
function findOffer(
  page: PageFacts,
  request: OfferOptions,
  mapping: Mapping,
  { findRecords, readOffer }: ExtractorDependencies,
  warnings: Warning[],
): PageOffer {
  return readOffer(page, request, (schema) => {
    const fields = fieldsOf(schema);
    let values: FoundValue[] = [];
    for (const method of [
      createPageData(mapping),
      createHeuristics({ agreement: null, fields, mapping, findRecords }),
    ]) {
      const open = openFields(fields, values);
      values = accept(open, values, findSafely(method, open, page, warnings));
    }
    return preferAskedPrice(fields, values, { page, mapping, warnings: [] });
  });
}

/** Returns the page's examples for learning selectors; null if there are none or an error occurs. */
function createLesson(
  selectors: Selectors,
  fields: readonly Field[],
  values: readonly FoundValue[],
  warnings: Warning[],
): LayoutUpdate | null {
  try {
    return selectors.createLesson(fields, values);
  } catch (error) {
    warnings.push({ code: 'method_failed', message: `selector: ${errorMessage(error).slice(0, 200)}` });
    return null;
  }
}

function extractPage(
  parsed: ParsedPage,
  job: ExtractJob,
  dependencies: ExtractorDependencies,
): PageExtraction {
  const page = createPageFacts(parsed, job.fetchedAt ?? null);
  const { schema, generated, warnings } = getTargetSchema(job, page);
  const fields = fieldsOf(schema);
  const mapping = createMapping(page);
  const { findRecords } = dependencies;
  const selectors = dependencies.createSelectors?.({
    page,
    layouts: job.layouts,
    read: (field, text, isMachine) =>
      coerce(field, text, isMachine ? 'machine' : 'person', mapping.parseContext),
  });
  // Without a schema or prompt, the page's own data is returned, which needs no selectors.
  const isOwnSchema = job.schema === null && job.prompt === null;
  const shouldLearn = job.learns && !isOwnSchema;
  const agreement = shouldLearn || job.layouts.length > 0 ? (selectors?.agreement ?? null) : null;
  const heuristics = createHeuristics({ agreement, fields, mapping, findRecords });
  const methods = [createPageData(mapping), ...(selectors === undefined ? [] : [selectors]), heuristics];
  let values = findSafely(createDescribedValues(mapping, isOwnSchema), fields, page, warnings);
  const searched = isOwnSchema ? fields.filter((field) => !isOnlyDescribed(field, page, mapping)) : fields;
  for (const method of methods) {
    const open = openFields(searched, values);
    if (open.length === 0) break;
    values = accept(open, values, findSafely(method, open, page, warnings));
  }
  const rulesAlone = createHeuristics({ agreement: null, fields, mapping, findRecords });
  if (selectors !== undefined)
    values = preferLabels(fields, values, { selectors, heuristics: rulesAlone }, page, warnings);
  values = preferAskedPrice(fields, values, { page, mapping, warnings });
  const offer = once(() => findOffer(page, job.offer ?? { country: null }, mapping, dependencies, warnings));
  values = preferOffer(fields, values, { mapping, offer });
  values = preferSubjectTitle(searched, values, page, mapping);
  values = preferPageLanguage(fields, values, page, mapping);
  const findHidden = (hidden: readonly Field[]) => {
    const fromData = findSafely(createPageData(mapping), hidden, page, warnings);
    const open = openFields(hidden, fromData);
    const plain = createHeuristics({ agreement: null, fields: hidden, mapping, findRecords });
    return accept(open, fromData, findSafely(plain, open, page, warnings));
  };
  values = [...values, ...deriveValues(values, { fields, mapping, findHidden })];
  // Values of closed panels teach no selectors, which read the visible page.
  const visibleValues = values;
  const isComplete = searched.every((field) => values.some((value) => belongsToField(value, field)));
  // A model reads the panels, too.
  const opened = isComplete && job.blockTokens === 0 ? null : openPage(parsed, job.fetchedAt ?? null);
  if (opened !== null) {
    const rules = { agreement: null, fields, mapping: createMapping(opened.view), findRecords };
    const findOpened = (hidden: readonly Field[]) =>
      findSafely(createHeuristics(rules), hidden, opened.view, warnings);
    values = [...values, ...findInPanels(opened, searched, values, findOpened)];
  }
  if (!isOwnSchema) {
    const unread = fields.filter((field) => !values.some((value) => belongsToField(value, field)));
    values = [...values, ...findSafely(createProse(mapping, fields), unread, page, warnings)];
  }
  const readablePage = opened?.view ?? page;
  warnings.push(...cutWarnings(mapping, values));
  const open = fields.filter((field) => isOpen(field, values, job.blockTokens > 0));
  return {
    values: markRelativeDates(values, mapping.parseContext),
    open: open.map((field) => field.pointer),
    blocks: job.blockTokens > 0 && open.length > 0 ? modelBlocks(readablePage, open, job.blockTokens) : [],
    visibleText: job.blockTokens > 0 ? readablePage.visibleText() : '',
    language: page.language,
    lesson:
      shouldLearn && selectors !== undefined
        ? createLesson(selectors, fields, [...visibleValues, ...job.taught], warnings)
        : null,
    schema: generated,
    warnings,
    ...(job.offer !== undefined && { offer: offer() }),
  };
}

/**
 * Creates the extractor of a parsed page. For each field it tries page data, learned selectors and heuristics,
 * in this order, and sentences for what is still open.
 */
export function createPageExtractor(dependencies: ExtractorDependencies): ExtractValues {
  return (parsed, job) => extractPage(parsed, job, dependencies);
}
