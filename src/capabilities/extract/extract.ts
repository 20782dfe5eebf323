import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { ExtractJob, FoundValue, JsonSchema, PageExtraction } from '../../domain/extraction.ts';
import { type ModelUse, summedUse } from '../../domain/model.ts';
import type { Warning } from '../../domain/outcome.ts';
import { itemPrices, routePrices } from '../../domain/rate-card.ts';
import type { ModelFindings } from '../../extract/ask-model.ts';
import { type Assembled, assemble } from '../../extract/assemble.ts';
import { bettered } from '../../extract/bettered.ts';
import { fieldsOf } from '../../extract/schema-fields.ts';
import { createReservedBudget } from '../../fetching/budget.ts';
import type { FetchedPage, Observation } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import type { Estimate } from '../../operations/estimate.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { type ExtractAnswer, extractAnswerSchema } from './extract-answer.ts';
import type { ExtractModel, LayoutMemory } from './extract-ports.ts';
import { type ExtractCommand, extractBody, toExtractCommand } from './extract-request.ts';

/** What extracting needs of the other rooms. */
export interface ExtractPorts {
  fetchPage: FetchPage;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  layouts: LayoutMemory;
  /** Null when no model is set up. */
  model: ExtractModel | null;
}

/** Longer than any request may take: what a killed process held in reserve is free again after this. */
const reservedForMs = 3 * 60_000;
/** Tokens of page text that a model is shown. */
const blockTokens = 6_000;

/** All that was found, by whatever method, and what it took. */
interface Found {
  schema: JsonSchema;
  assembled: Assembled;
  learned: string[];
  /** What a model took, or null when none was called. */
  modelUse: ModelUse | null;
  /** Whether it gave a value that was kept and that the page bears out. */
  usedModel: boolean;
  warnings: Warning[];
}

function estimateOf(hasModel: boolean): Estimate {
  const page = {
    item: 'http',
    quantity: 1,
    credits: routePrices.http,
    note: 'a page that arrives; 0 for one that does not',
  };
  const model = {
    item: 'ai_extraction',
    quantity: 1,
    credits: itemPrices.ai_extraction,
    note: 'only when a model was called and gave a value',
  };
  const lines = hasModel ? [page, model] : [page];
  return { min: 0, max: lines.reduce((sum, line) => sum + line.credits, 0), lines };
}

/** The observation with what the model took, and what that cost. */
function charged(observation: Observation, found: Found | null): Observation {
  if (found === null || found.modelUse === null) return observation;
  const told = { ...observation, model: found.modelUse };
  if (!found.usedModel) return told;
  const charge = { item: 'ai_extraction', credits: itemPrices.ai_extraction } as const;
  return { ...told, credits: told.credits + charge.credits, charges: [...told.charges, charge] };
}

/** What is asked for, and what was found of it without a model. */
interface Looked {
  schema: JsonSchema;
  extraction: PageExtraction;
  /** What naming the fields took, or null. */
  use: ModelUse | null;
  warnings: Warning[];
}

/** What an empty page answers: nothing of all that was asked. */
function nothingIn(schema: JsonSchema | null): Found | null {
  if (schema === null) return null;
  const assembled = assemble(fieldsOf(schema), [], schema);
  return { schema, assembled, learned: [], modelUse: null, usedModel: false, warnings: [] };
}

function byPointer<Value>(
  values: readonly FoundValue[],
  pick: (value: FoundValue) => Value,
): Record<string, Value> {
  return Object.fromEntries(values.map((value) => [value.pointer, pick(value)]));
}

/** A page that was seen with a login or headers of the caller's is his own: nothing is kept of it. */
function mayTeach({ learns, page }: ExtractCommand): boolean {
  return learns && page.login === null && Object.keys(page.headers).length === 0;
}

/** Extracting typed values from a page. */
export function extractOperation(ports: ExtractPorts): Operation {
  const { clock, signer } = ports;

  /** What the content thread is to look for, once it is known which site answered. */
  function jobMaker(command: ExtractCommand, accountId: string, mayAsk: boolean) {
    return async (finalUrl: string): Promise<ExtractJob> => ({
      schema: command.schema,
      prompt: command.prompt,
      layouts: await ports.layouts.find(accountId, finalUrl),
      learns: mayTeach(command),
      blockTokens: mayAsk ? blockTokens : 0,
      taught: [],
    });
  }

  /**
   * What is asked for, and what was found of it: where only a prompt says so, a model names the fields and the page is
   * looked at again for them. A page without text is shown to no model.
   */
  async function looked(
    command: ExtractCommand,
    fetched: FetchedPage,
    extraction: PageExtraction,
    model: ExtractModel | null,
    context: OperationContext,
  ): Promise<Looked> {
    const { extractAgain, page } = fetched;
    const rules: Looked = {
      schema: command.schema ?? extraction.schema ?? { type: 'object' },
      extraction,
      use: null,
      warnings: [],
    };
    const needsNames = command.schema === null && command.prompt !== null;
    if (!needsNames || model === null || extractAgain === undefined || page.final_url === null) return rules;
    const { schema, use, fault } = await model.schemaOf(command.prompt as string, context.signal);
    if (schema === null) {
      const message = `The fields were read out of the prompt by its words: ${fault}`;
      return { ...rules, use, warnings: [{ code: 'model_failed', message }] };
    }
    const job = await jobMaker(command, context.principal.accountId, true)(page.final_url);
    const again = await extractAgain({ ...job, schema }, context.signal);
    return again === null ? { ...rules, use } : { schema, extraction: again, use, warnings: [] };
  }

  async function filled(
    command: ExtractCommand,
    { schema, extraction }: Looked,
    finalUrl: string,
    model: ExtractModel | null,
    context: OperationContext,
  ): Promise<ModelFindings> {
    if (model === null || extraction.open.length === 0) return { values: [], use: null, warnings: [] };
    const task = { schema, prompt: command.prompt, url: finalUrl, page: extraction };
    return model.fill(task, context.signal);
  }

  /** Selectors are learned from the page's own data at once, from a model's values by reading the page a second time. */
  async function learn(
    command: ExtractCommand,
    fetched: FetchedPage,
    found: FoundValue[],
    context: OperationContext,
  ): Promise<string[]> {
    const { accountId } = context.principal;
    const { extraction, extractAgain } = fetched;
    if (!mayTeach(command) || extraction === undefined) return [];
    let lesson = extraction.lesson;
    const taught = found.filter((value) => value.isGrounded);
    if (taught.length > 0 && extractAgain !== undefined && fetched.page.final_url !== null) {
      const job = await jobMaker(command, accountId, false)(fetched.page.final_url);
      lesson = (await extractAgain({ ...job, taught }, context.signal))?.lesson ?? lesson;
    }
    if (lesson === null) return [];
    await ports.layouts.learn(accountId, lesson);
    return lesson.pointers;
  }

  async function find(
    command: ExtractCommand,
    fetched: FetchedPage,
    mayAsk: boolean,
    context: OperationContext,
  ): Promise<Found | null> {
    const { extraction } = fetched;
    if (fetched.page.status !== 'ok') return null;
    if (extraction === undefined) return nothingIn(command.schema);
    const model = mayAsk && extraction.visibleText.trim() !== '' ? ports.model : null;
    const seen = await looked(command, fetched, extraction, model, context);
    const { schema } = seen;
    const byModel = await filled(command, seen, fetched.page.final_url ?? command.page.url, model, context);
    const fields = fieldsOf(schema);
    const assembled = assemble(fields, bettered(fields, seen.extraction.values, byModel.values), schema);
    const kept = assembled.values.filter((value) => value.evidence.method === 'model');
    return {
      schema,
      assembled,
      learned: await learn(command, fetched, kept, context),
      modelUse: summedUse(seen.use, byModel.use),
      usedModel: kept.some((value) => value.isGrounded),
      warnings: [
        ...seen.extraction.warnings,
        ...modelWarnings(command),
        ...seen.warnings,
        ...byModel.warnings,
      ],
    };
  }

  function modelWarnings(command: ExtractCommand): Warning[] {
    if (command.prompt === null || ports.model !== null) return [];
    const message =
      command.schema === null
        ? 'No model is set up: the fields were read out of the prompt by its words, and found by rules.'
        : 'No model is set up: the prompt was not used.';
    return [{ code: 'no_model', message }];
  }

  function toOutcome(
    command: ExtractCommand,
    fetched: FetchedPage,
    found: Found | null,
    reservationId: string | null,
    context: OperationContext,
  ): Outcome<ExtractAnswer> {
    const { page } = fetched;
    const observation = charged(fetched.observation, found);
    const receipt = sealObservation(observation, { requestId: context.requestId, at: clock.now() }, signer);
    const values = found?.assembled.values ?? [];
    const value: ExtractAnswer = {
      status: page.status,
      ...(page.error !== undefined && { error: page.error }),
      url: command.page.url,
      data: found?.assembled.data ?? null,
      unverified: values.filter((one) => !one.isGrounded).map((one) => one.pointer),
      missing: found?.assembled.missing ?? [],
      evidence: byPointer(values, (one) => one.evidence),
      methods: byPointer(values, (one) => one.evidence.method),
      learned: found?.learned ?? [],
      warnings: [...page.warnings, ...(found?.warnings ?? [])],
      receipt,
    };
    return {
      answer: { kind: 'json', value },
      status: page.status,
      url: page.url,
      country: receipt.exit?.country ?? null,
      error: page.error ?? null,
      receipts: [receipt],
      charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: 1, note: 'extract' }],
      reservationId,
      contents: [],
    };
  }

  async function run(command: ExtractCommand, context: OperationContext): Promise<Outcome<ExtractAnswer>> {
    const { accountId } = context.principal;
    const { max } = estimateOf(ports.model !== null);
    const reserved = await ports.reservations.reserveUpTo({
      accountId,
      credits: max,
      requestId: context.requestId,
      expiresAt: addMs(clock.now(), reservedForMs),
    });
    const mayAsk = ports.model !== null && reserved.credits >= max;
    try {
      const fetched = await ports.fetchPage(command.page, {
        accountId,
        budget: createReservedBudget(
          ports.reservations,
          reserved,
          accountId,
          mayAsk ? reserved.credits - itemPrices.ai_extraction : reserved.credits,
        ),
        signal: context.signal,
        prepareExtract: jobMaker(command, accountId, mayAsk),
      });
      const found = await find(command, fetched, mayAsk, context);
      return toOutcome(command, fetched, found, reserved.reservationId, context);
    } catch (error) {
      await ports.reservations.release(reserved.reservationId);
      throw error;
    }
  }

  return defineOperation({
    name: 'extract',
    title: 'Extract typed data from a page',
    description:
      "Reads a page and finds the values that a JSON Schema asks for: in the data that the page carries for machines, by selectors learned from pages of the same layout, by labels and names on the page, and by a small model where one is set up. Every value says where it stands (`evidence`); what the page does not show is listed in `unverified`, what was not found is null and listed in `missing`. Without a schema `prompt` names the fields; without both the page's own typed data is given.",
    price: '1 credit for the page; 5 more only when a model was called and gave a value',
    method: 'POST',
    path: '/v1/extract',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: {},
    input: { body: extractBody },
    toCommand: ({ body }) => toExtractCommand(body),
    output: extractAnswerSchema,
    estimate: () => estimateOf(ports.model !== null),
    example: {
      body: {
        url: 'https://example.com/product',
        schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    },
    run,
  });
}
