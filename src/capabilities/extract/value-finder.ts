import type { ContentThreads } from '../../domain/pages/content.ts';
import type { ExtractJob, FoundValue, JsonSchema, PageExtraction } from '../../domain/pages/extraction.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import { addModelUse, type ModelUse } from '../../domain/resources/model.ts';
import { itemPrices } from '../../domain/resources/rate-card.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { assembleFound } from '../../extract/assemble-found.ts';
import type { ModelFindings } from '../../extract/model/extract-with-model.ts';
import { fieldsOf } from '../../extract/schema/schema-fields.ts';
import { assembleWork } from '../../extract/thread-work.ts';
import { listUnverified } from '../../extract/unverified.ts';
import { type Assembled, assemble } from '../../extract/values/assemble.ts';
import type { FetchedPage, Observation } from '../../fetching/fetched-page.ts';
import type { ExtractModel, LayoutMemory } from './extract-ports.ts';
import type { ExtractCommand } from './extract-request.ts';
import { createSearchedBy, type SearchedBy } from './searched-by.ts';

/** Dependencies of the value finder. */
export interface ValueFinderPorts {
  layouts: LayoutMemory;
  threads: Pick<ContentThreads, 'run'>;
  /** null if no model is configured. */
  findModel(): ExtractModel | null;
}

/** Account and abort signal of a request. */
export interface FinderContext {
  accountId: string;
  signal: AbortSignal;
  /** Returns the milliseconds that a model may take from now on. Default: no limit of the request. */
  remainingMs?(): number;
}

/** Finds the requested values on a page. */
export interface ValueFinder {
  /** Creates the extraction job for the content thread, when the final URL is known. */
  createJobFactory(
    command: ExtractCommand,
    accountId: string,
    mayUseModel: boolean,
  ): (finalUrl: string) => Promise<ExtractJob>;
  /** Returns all values of the page; null if the page has no usable content. */
  find(
    command: ExtractCommand,
    fetched: FetchedPage,
    mayUseModel: boolean,
    context: FinderContext,
  ): Promise<FinderResult | null>;
}

/** Maximum number of values that are assembled in the main thread; more are assembled in a content thread. */
const maxInlineValues = 200;
/** Maximum number of tokens of page text for a model. */
const maxBlockTokens = 6_000;

/** Values from all methods. */
export interface FinderResult {
  schema: JsonSchema;
  assembled: Assembled;
  /** What looked for the fields without a value. */
  searchedBy: SearchedBy;
  /** Pointers of values that the page does not contain. */
  unverified: string[];
  learned: string[];
  /** Usage of the model; null if none was called. */
  modelUse: ModelUse | null;
  /** True if the model returned a value that was kept and that the page confirms. */
  usedModel: boolean;
  warnings: Warning[];
}

/** Schema, and the values that were found without a model. */
interface RuleResult {
  schema: JsonSchema;
  extraction: PageExtraction;
  /** Usage of the model for deriving the schema, or null. */
  use: ModelUse | null;
  warnings: Warning[];
}

/** Pointers of the values from which selectors were learned, with warnings. */
interface LearnResult {
  pointers: string[];
  warnings: Warning[];
}

const noLearnResult: LearnResult = { pointers: [], warnings: [] };

/** Returns the result for a page without content: all fields missing. */
function createEmptyResult(schema: JsonSchema | null): FinderResult | null {
  if (schema === null) return null;
  const assembled = assemble(fieldsOf(schema), [], schema);
  const searchedBy = createSearchedBy(assembled.missing, []);
  return {
    schema,
    assembled,
    searchedBy,
    unverified: [],
    learned: [],
    modelUse: null,
    usedModel: false,
    warnings: [],
  };
}

/**
 * Returns false for pages that were read with a login or with custom headers, because their content is private.
 */
function canLearnFrom({ canLearn, page }: ExtractCommand): boolean {
  return canLearn && page.login === null && Object.keys(page.headers).length === 0;
}

/** Minimum time for which a model is asked, in milliseconds. */
const minModelMs = 100;

const noTimeWarning: Warning = {
  code: 'model_failed',
  message: 'The timeout of the page left no time for a model. Increase the timeout.',
};

/** Marks values as weak. */
function toWeak(values: readonly FoundValue[]): FoundValue[] {
  return values.map((value) => ({ ...value, evidence: { ...value.evidence, weak: true } }));
}

/** Returns the milliseconds that a model may take; null if they are too few to ask one. */
function modelTimeOf({ remainingMs }: FinderContext): number | null {
  const ms = remainingMs?.() ?? Number.POSITIVE_INFINITY;
  return ms < minModelMs ? null : ms;
}

/** Maximum number of fields that a warning names. */
const maxNamedFields = 10;

function listPointers(pointers: readonly string[]): string {
  const named = pointers.slice(0, maxNamedFields).map((pointer) => pointer || '/');
  const rest = pointers.length - named.length;
  return rest === 0 ? named.join(', ') : `${named.join(', ')} and ${rest} more`;
}

/** Adds the usage of the model and its charge to the observation. */
export function withModelCharge(observation: Observation, found: FinderResult | null): Observation {
  if (found === null || found.modelUse === null) return observation;
  const updated = { ...observation, model: found.modelUse };
  if (!found.usedModel) return updated;
  const charge = { item: 'ai_extraction', credits: itemPrices.ai_extraction } as const;
  return { ...updated, credits: updated.credits + charge.credits, charges: [...updated.charges, charge] };
}

/**
 * Creates a value finder, which uses structured data and learned selectors first, and a model for the open fields.
 */
export function createValueFinder(ports: ValueFinderPorts): ValueFinder {
  /** Creates the extraction job for the content thread, when the final URL is known. */
  function createJobFactory(command: ExtractCommand, accountId: string, mayUseModel: boolean) {
    return async (finalUrl: string): Promise<ExtractJob> => ({
      schema: command.schema,
      prompt: command.prompt,
      // Learned selectors are optional; without them the page is read by rules.
      layouts: await ports.layouts.find(accountId, finalUrl).catch(() => []),
      learns: canLearnFrom(command),
      blockTokens: mayUseModel ? maxBlockTokens : 0,
      taught: [],
    });
  }

  /**
   * Returns the schema and the values found without a model. For a request with only a prompt, a model derives the
   * schema and the page is extracted again. Pages without text are not sent to a model.
   */
  async function findByRules(
    command: ExtractCommand,
    fetched: FetchedPage,
    extraction: PageExtraction,
    model: ExtractModel | null,
    context: FinderContext,
  ): Promise<RuleResult> {
    const { extractAgain, page } = fetched;
    const ruleResult: RuleResult = {
      schema: command.schema ?? extraction.schema ?? { type: 'object' },
      extraction,
      use: null,
      warnings: [],
    };
    const needsSchema = command.schema === null && command.prompt !== null;
    if (!needsSchema || model === null || extractAgain === undefined || page.final_url === null)
      return ruleResult;
    const maxMs = modelTimeOf(context);
    if (maxMs === null) return { ...ruleResult, warnings: [noTimeWarning] };
    const { schema, use, error } = await model.deriveSchema(
      { prompt: command.prompt as string, accountId: context.accountId },
      maxMs,
      context.signal,
    );
    if (schema === null) {
      const message = `The fields were derived from the words of the prompt, because the model failed: ${error}`;
      return { ...ruleResult, use, warnings: [{ code: 'model_failed', message }] };
    }
    const job = await createJobFactory(command, context.accountId, true)(page.final_url);
    const secondExtraction = await extractAgain({ ...job, schema }, context.signal);
    return secondExtraction === null
      ? { ...ruleResult, use }
      : { schema, extraction: secondExtraction, use, warnings: [] };
  }

  async function findByModel(
    command: ExtractCommand,
    { schema, extraction, warnings }: RuleResult,
    finalUrl: string,
    model: ExtractModel | null,
    context: FinderContext,
  ): Promise<ModelFindings> {
    if (model === null || extraction.open.length === 0)
      return { values: [], asked: [], use: null, warnings: [] };
    const { accountId } = context;
    const task = { schema, prompt: command.prompt, url: finalUrl, page: extraction, accountId };
    const maxMs = modelTimeOf(context);
    if (maxMs === null)
      return {
        values: [],
        asked: [],
        use: null,
        warnings: warnings.includes(noTimeWarning) ? [] : [noTimeWarning],
      };
    return model.fill(task, maxMs, context.signal);
  }

  /** Learns selectors from structured data at once; for values of a model, the page is extracted a second time. */
  async function learn(
    command: ExtractCommand,
    fetched: FetchedPage,
    modelValues: FoundValue[],
    context: FinderContext,
  ): Promise<LearnResult> {
    const { accountId } = context;
    const { extraction, extractAgain } = fetched;
    if (!canLearnFrom(command) || extraction === undefined) return noLearnResult;
    let lesson = extraction.lesson;
    const confirmed = modelValues.filter((value) => value.isGrounded);
    if (confirmed.length > 0 && extractAgain !== undefined && fetched.page.final_url !== null) {
      const job = await createJobFactory(command, accountId, false)(fetched.page.final_url);
      lesson = (await extractAgain({ ...job, taught: confirmed }, context.signal))?.lesson ?? lesson;
    }
    if (lesson === null) return noLearnResult;
    try {
      await ports.layouts.learn(accountId, lesson);
      return { pointers: lesson.pointers, warnings: [] };
    } catch (error) {
      const message = `No selectors were learned from this page: ${errorMessage(error).slice(0, 200)}`;
      return { pointers: [], warnings: [{ code: 'not_learned', message }] };
    }
  }

  async function find(
    command: ExtractCommand,
    fetched: FetchedPage,
    mayUseModel: boolean,
    context: FinderContext,
  ): Promise<FinderResult | null> {
    const { extraction } = fetched;
    if (fetched.page.status !== 'ok') return null;
    if (extraction === undefined) return createEmptyResult(command.schema);
    const model = mayUseModel && extraction.visibleText.trim() !== '' ? ports.findModel() : null;
    const ruleResult = await findByRules(command, fetched, extraction, model, context);
    const { schema } = ruleResult;
    const byModel = await findByModel(
      command,
      ruleResult,
      fetched.page.final_url ?? command.page.url,
      model,
      context,
    );
    const { values: found, isRecognized } = ruleResult.extraction;
    const values = {
      schema,
      found,
      byModel: isRecognized === true ? toWeak(byModel.values) : byModel.values,
    };
    const assembled =
      values.found.length + values.byModel.length <= maxInlineValues
        ? assembleFound(values)
        : await ports.threads.run(assembleWork, values, context.signal);
    const fromModel = assembled.values.filter((value) => value.evidence.method === 'model');
    const learnResult = await learn(command, fetched, fromModel, context);
    return {
      schema,
      assembled,
      searchedBy: createSearchedBy(assembled.missing, byModel.asked),
      unverified: listUnverified(assembled.values),
      learned: learnResult.pointers,
      modelUse: addModelUse(ruleResult.use, byModel.use),
      usedModel: fromModel.some((value) => value.isGrounded),
      warnings: [
        ...ruleResult.extraction.warnings,
        ...modelWarnings(command, assembled.missing, mayUseModel),
        ...ruleResult.warnings,
        ...byModel.warnings,
        ...learnResult.warnings,
      ],
    };
  }

  /** Returns the warning that no model looked for the fields without a value, or was needed to read the prompt. */
  function modelWarnings(
    { prompt, schema }: ExtractCommand,
    missing: readonly string[],
    mayUseModel: boolean,
  ): Warning[] {
    const names = `No rule found the missing fields: ${listPointers(missing)}. The page may state them.`;
    if (ports.findModel() !== null) {
      const message = `${names} No model looked for them, because the account has too few credits for one.`;
      return mayUseModel || missing.length === 0 ? [] : [{ code: 'model_not_used', message }];
    }
    const sentences = ['No model is configured.'];
    if (prompt !== null)
      sentences.push(
        schema === null
          ? 'The fields were derived from the words of the prompt and found by rules.'
          : 'The prompt was not used.',
      );
    if ((schema !== null || prompt !== null) && missing.length > 0)
      sentences.push(names, 'A model could look for them. See docs/models.md.');
    return sentences.length === 1 ? [] : [{ code: 'no_model', message: sentences.join(' ') }];
  }

  return { createJobFactory, find };
}
