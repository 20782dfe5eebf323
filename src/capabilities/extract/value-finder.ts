import type { ExtractJob, FoundValue, JsonSchema, PageExtraction } from '../../domain/extraction.ts';
import { messageOf } from '../../domain/failure.ts';
import { type ModelUse, summedUse } from '../../domain/model.ts';
import type { Warning } from '../../domain/outcome.ts';
import { itemPrices } from '../../domain/rate-card.ts';
import type { ModelFindings } from '../../extract/ask-model.ts';
import { type Assembled, assemble } from '../../extract/assemble.ts';
import { bettered } from '../../extract/bettered.ts';
import { fieldsOf } from '../../extract/schema-fields.ts';
import type { FetchedPage, Observation } from '../../fetching/fetched-page.ts';
import type { ExtractModel, LayoutMemory } from './extract-ports.ts';
import type { ExtractCommand } from './extract-request.ts';

/** What finding values needs of the other rooms. */
export interface ValueFinderPorts {
  layouts: LayoutMemory;
  /** Null when no model is set up. */
  model: ExtractModel | null;
}

/** For whom values are found, and until when. */
export interface Asker {
  accountId: string;
  signal: AbortSignal;
}

/** Finds the values that a command asks for on a page that is being read. */
export interface ValueFinder {
  /** What the content thread is to look for, once it is known which site answered. */
  jobMaker(
    command: ExtractCommand,
    accountId: string,
    mayAsk: boolean,
  ): (finalUrl: string) => Promise<ExtractJob>;
  /** All that is found on the page that was read; null when it is not what was asked for. */
  find(command: ExtractCommand, fetched: FetchedPage, mayAsk: boolean, asker: Asker): Promise<Found | null>;
}

/** Tokens of page text that a model is shown. */
const blockTokens = 6_000;

/** All that was found, by whatever method, and what it took. */
export interface Found {
  schema: JsonSchema;
  assembled: Assembled;
  learned: string[];
  /** What a model took, or null when none was called. */
  modelUse: ModelUse | null;
  /** Whether it gave a value that was kept and that the page bears out. */
  usedModel: boolean;
  warnings: Warning[];
}

/** What is asked for, and what was found of it without a model. */
interface Looked {
  schema: JsonSchema;
  extraction: PageExtraction;
  /** What naming the fields took, or null. */
  use: ModelUse | null;
  warnings: Warning[];
}

/** Places whose values taught, and what went wrong with it. */
interface Learned {
  pointers: string[];
  warnings: Warning[];
}

const learnedNothing: Learned = { pointers: [], warnings: [] };

/** What an empty page answers: nothing of all that was asked. */
function nothingIn(schema: JsonSchema | null): Found | null {
  if (schema === null) return null;
  const assembled = assemble(fieldsOf(schema), [], schema);
  return { schema, assembled, learned: [], modelUse: null, usedModel: false, warnings: [] };
}

/** A page that was seen with a login or headers of the caller's is his own: nothing is kept of it. */
function mayTeach({ learns, page }: ExtractCommand): boolean {
  return learns && page.login === null && Object.keys(page.headers).length === 0;
}

/** The observation with what the model took, and what that cost. */
export function charged(observation: Observation, found: Found | null): Observation {
  if (found === null || found.modelUse === null) return observation;
  const told = { ...observation, model: found.modelUse };
  if (!found.usedModel) return told;
  const charge = { item: 'ai_extraction', credits: itemPrices.ai_extraction } as const;
  return { ...told, credits: told.credits + charge.credits, charges: [...told.charges, charge] };
}

/** Composes the methods: the page's own data and learned selectors, then a model for what is open. */
export function createValueFinder(ports: ValueFinderPorts): ValueFinder {
  /** What the content thread is to look for, once it is known which site answered. */
  function jobMaker(command: ExtractCommand, accountId: string, mayAsk: boolean) {
    return async (finalUrl: string): Promise<ExtractJob> => ({
      schema: command.schema,
      prompt: command.prompt,
      // What was learned is a help: the page is read without it where it cannot be had.
      layouts: await ports.layouts.find(accountId, finalUrl).catch(() => []),
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
    asker: Asker,
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
    const { schema, use, fault } = await model.schemaOf(command.prompt as string, asker.signal);
    if (schema === null) {
      const message = `The fields were read out of the prompt by its words: ${fault}`;
      return { ...rules, use, warnings: [{ code: 'model_failed', message }] };
    }
    const job = await jobMaker(command, asker.accountId, true)(page.final_url);
    const again = await extractAgain({ ...job, schema }, asker.signal);
    return again === null ? { ...rules, use } : { schema, extraction: again, use, warnings: [] };
  }

  async function filled(
    command: ExtractCommand,
    { schema, extraction }: Looked,
    finalUrl: string,
    model: ExtractModel | null,
    asker: Asker,
  ): Promise<ModelFindings> {
    if (model === null || extraction.open.length === 0) return { values: [], use: null, warnings: [] };
    const task = { schema, prompt: command.prompt, url: finalUrl, page: extraction };
    return model.fill(task, asker.signal);
  }

  /** Selectors are learned from the page's own data at once, from a model's values by reading the page a second time. */
  async function learn(
    command: ExtractCommand,
    fetched: FetchedPage,
    found: FoundValue[],
    asker: Asker,
  ): Promise<Learned> {
    const { accountId } = asker;
    const { extraction, extractAgain } = fetched;
    if (!mayTeach(command) || extraction === undefined) return learnedNothing;
    let lesson = extraction.lesson;
    const taught = found.filter((value) => value.isGrounded);
    if (taught.length > 0 && extractAgain !== undefined && fetched.page.final_url !== null) {
      const job = await jobMaker(command, accountId, false)(fetched.page.final_url);
      lesson = (await extractAgain({ ...job, taught }, asker.signal))?.lesson ?? lesson;
    }
    if (lesson === null) return learnedNothing;
    try {
      await ports.layouts.learn(accountId, lesson);
      return { pointers: lesson.pointers, warnings: [] };
    } catch (error) {
      const message = `Nothing was learned from this page: ${messageOf(error).slice(0, 200)}`;
      return { pointers: [], warnings: [{ code: 'not_learned', message }] };
    }
  }

  async function find(
    command: ExtractCommand,
    fetched: FetchedPage,
    mayAsk: boolean,
    asker: Asker,
  ): Promise<Found | null> {
    const { extraction } = fetched;
    if (fetched.page.status !== 'ok') return null;
    if (extraction === undefined) return nothingIn(command.schema);
    const model = mayAsk && extraction.visibleText.trim() !== '' ? ports.model : null;
    const seen = await looked(command, fetched, extraction, model, asker);
    const { schema } = seen;
    const byModel = await filled(command, seen, fetched.page.final_url ?? command.page.url, model, asker);
    const fields = fieldsOf(schema);
    const assembled = assemble(fields, bettered(fields, seen.extraction.values, byModel.values), schema);
    const kept = assembled.values.filter((value) => value.evidence.method === 'model');
    const learned = await learn(command, fetched, kept, asker);
    return {
      schema,
      assembled,
      learned: learned.pointers,
      modelUse: summedUse(seen.use, byModel.use),
      usedModel: kept.some((value) => value.isGrounded),
      warnings: [
        ...seen.extraction.warnings,
        ...modelWarnings(command),
        ...seen.warnings,
        ...byModel.warnings,
        ...learned.warnings,
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

  return { jobMaker, find };
}
