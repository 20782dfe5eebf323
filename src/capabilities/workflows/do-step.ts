import { browserAction } from '../../domain/browser-action.ts';
import type { Json } from '../../domain/extraction.ts';
import type { Charge } from '../../domain/rate-card.ts';
import type { PageFindings, RecordsJob } from '../../domain/records.ts';
import type { LoopItems, WorkflowStep } from '../../domain/workflow.ts';
import type { RunBrowser, RunFile } from './run-browser.ts';
import { actionOf } from './step-action.ts';
import { StepError } from './step-error.ts';
import { bounds } from './step-types.ts';
import { filled, filledDeep, filledText, type Variables } from './templates.ts';

/** What a step gave. */
export interface StepGift {
  /** Kept where the step says `save_as`. */
  value: Json;
  records: Json[];
  files: RunFile[];
  screenshot: RunFile | null;
  /** Where the browser is after it, or null where it did nothing there. */
  url: string | null;
  /** What came of it, in a few words. */
  detail: string | null;
  charges: Charge[];
}

const nothing: StepGift = {
  value: null,
  records: [],
  files: [],
  screenshot: null,
  url: null,
  detail: null,
  charges: [],
};

/** Finds the records of a document. */
export type FindRecords = (job: RecordsJob) => Promise<PageFindings>;

function fileValue({ name, mediaType, bytes }: RunFile): Json {
  return { name, media_type: mediaType, bytes };
}

/** What an action gave as a value of JSON: of a page its text, of values the data. */
function jsonOf(step: WorkflowStep, result: unknown): Json {
  if (typeof result !== 'object' || result === null) return (result as Json | undefined) ?? null;
  if (step.type === 'read') return ((result as { markdown?: string }).markdown ?? '') as Json;
  if (step.type === 'extract') return ((result as { data?: Json }).data ?? null) as Json;
  return JSON.parse(JSON.stringify(result)) as Json;
}

/** Data as records: a list is many, null is none. */
function recordsOf(data: Json): Json[] {
  if (data === null) return [];
  return Array.isArray(data) ? data.filter((one) => one !== null) : [data];
}

/** Does one action of the browser. Throws StepError when it cannot be done. */
async function act(step: WorkflowStep, browser: RunBrowser, variables: Variables): Promise<StepGift> {
  const acted = await browser.act(actionOf(step, variables));
  if (acted.error !== null) throw new StepError(acted.error.code, acted.error.message);
  const value = jsonOf(step, acted.result);
  const records = step.type === 'extract' && step.record !== false ? recordsOf(value) : [];
  if (step.type === 'extract' && recordsOf(value).length === 0)
    throw new StepError('step', 'extract: nothing that was asked for was found on the page');
  const files = acted.screenshot === null ? acted.files : [...acted.files, acted.screenshot];
  const told = [...files.map(({ name }) => name), ...acted.warnings.map(({ message }) => message)];
  return {
    value: step.type === 'download' ? (acted.files.map(fileValue) as Json) : value,
    records,
    files,
    screenshot: acted.screenshot,
    url: acted.url,
    detail:
      records.length > 0
        ? `${records.length} records`
        : told.length > 0
          ? told.join('; ').slice(0, 500)
          : null,
    charges: acted.charges,
  };
}

/** The document, or the part of it that a selector names. */
async function documentOf(
  browser: RunBrowser,
  target: string | null,
): Promise<{ html: string; url: string }> {
  const whole = await browser.html();
  if (target === null) return whole;
  const script = `document.querySelector(${JSON.stringify(target)})?.outerHTML ?? null`;
  const acted = await browser.act(browserAction({ type: 'evaluate', text: script, snapshot: false }));
  if (typeof acted.result !== 'string')
    throw new StepError('step', `collect_rows: nothing on the page is ${JSON.stringify(target)}`);
  return { url: whole.url, html: `<!DOCTYPE html><html><body>${acted.result}</body></html>` };
}

/** The rows of the listing that the page shows, with the fields that were asked for in words. */
async function collectRows(
  step: WorkflowStep,
  browser: RunBrowser,
  variables: Variables,
  findRecords: FindRecords,
): Promise<StepGift> {
  const target = step.target === undefined ? null : filledText(step.target, variables);
  const { html, url } = await documentOf(browser, target);
  const found = await findRecords({
    bytes: new Uint8Array(Buffer.from(html)),
    url,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    answers: [],
    fields: step.fields ?? [],
    reading: null,
  });
  const rows = found.sources.find(({ read }) => (read?.records.length ?? 0) > 0)?.read?.records ?? [];
  if (rows.length === 0)
    throw new StepError('step', 'collect_rows: no rows with these fields were found on the page');
  const taken = rows.slice(0, step.limit ?? rows.length) as Json[];
  return {
    ...nothing,
    value: taken,
    records: step.record === false ? [] : taken,
    url,
    detail: `${taken.length} rows`,
  };
}

/** Does a step that is no loop, branch or question. Throws StepError, or TemplateError for a variable without a value. */
export async function doStep(
  step: WorkflowStep,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
  findRecords: FindRecords,
): Promise<StepGift> {
  if (step.type === 'set') return { ...nothing, value: filledDeep(step.value ?? null, variables) };
  if (step.type === 'collect_rows') return collectRows(step, await browser(), variables, findRecords);
  return act(step, await browser(), variables);
}

const listElements = (selector: string, most: number) =>
  `Array.from(document.querySelectorAll(${JSON.stringify(selector)})).slice(0, ${most}).map((element) => ({ text: (element.innerText ?? element.textContent ?? '').trim().slice(0, 2000), url: element.href ?? element.querySelector('a[href]')?.href ?? null }))`;

/** What a loop goes over. Throws StepError when that is no list. */
export async function itemsOf(
  items: LoopItems,
  limit: number | undefined,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
): Promise<Json[]> {
  const most = limit ?? bounds.usualTurns;
  if (typeof items === 'string' || Array.isArray(items)) {
    const list = typeof items === 'string' ? filled(items, variables) : filledDeep(items, variables);
    if (!Array.isArray(list)) throw new StepError('step', 'for_each: items is no list');
    return list.slice(0, most);
  }
  const script = listElements(filledText(items.target, variables), most);
  const acted = await (await browser()).act(
    browserAction({ type: 'evaluate', text: script, snapshot: false }),
  );
  if (acted.error !== null || !Array.isArray(acted.result))
    throw new StepError('step', `for_each: ${acted.error?.message ?? 'the elements could not be listed'}`);
  return acted.result as Json[];
}
