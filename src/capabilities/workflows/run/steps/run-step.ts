import { browserAction } from '../../../../domain/pages/browser-action.ts';
import type { Json } from '../../../../domain/pages/extraction.ts';
import type { PageFindings, RecordsJob } from '../../../../domain/pages/records.ts';
import type { Charge } from '../../../../domain/resources/rate-card.ts';
import type { LoopItems, WorkflowStep } from '../../../../domain/resources/workflow.ts';
import { toBrowserAction } from '../../steps/step-action.ts';
import { limits } from '../../steps/step-types.ts';
import { fillTemplate, fillTemplates, fillText, type Variables } from '../../steps/templates.ts';
import type { RunBrowser, RunFile } from '../run-browser.ts';
import { StepError } from './step-error.ts';

/** Output of a step. */
export interface StepOutput {
  /** Value for the variable that the step's `save_as` names. */
  value: Json;
  records: Json[];
  files: RunFile[];
  screenshot: RunFile | null;
  /** URL of the browser after the step, or null for a step without the browser. */
  url: string | null;
  /** Short description of the outcome. */
  detail: string | null;
  charges: Charge[];
}

const emptyOutput: StepOutput = {
  value: null,
  records: [],
  files: [],
  screenshot: null,
  url: null,
  detail: null,
  charges: [],
};

/** Finds the records of a document, as {@link RecordsJob} describes them. */
export type FindRecords = (job: RecordsJob) => Promise<PageFindings | null>;

function fileValue({ name, mediaType, bytes }: RunFile): Json {
  return { name, media_type: mediaType, bytes };
}

/** Returns the result of an action as JSON: the text for `read`, the data for `extract`. */
function toJsonValue(step: WorkflowStep, result: unknown): Json {
  if (typeof result !== 'object' || result === null) return (result as Json | undefined) ?? null;
  if (step.type === 'read') return ((result as { markdown?: string }).markdown ?? '') as Json;
  if (step.type === 'extract') return ((result as { data?: Json }).data ?? null) as Json;
  return JSON.parse(JSON.stringify(result)) as Json;
}

/** Converts data to records: a list becomes its elements, null becomes none. */
function toRecords(data: Json): Json[] {
  if (data === null) return [];
  return Array.isArray(data) ? data.filter((entry) => entry !== null) : [data];
}

/** Performs one browser action. Rejects with StepError when it fails. */
async function runBrowserAction(
  step: WorkflowStep,
  browser: RunBrowser,
  variables: Variables,
): Promise<StepOutput> {
  const outcome = await browser.runAction(toBrowserAction(step, variables));
  if (outcome.error !== null) throw new StepError(outcome.error.code, outcome.error.message);
  const value = toJsonValue(step, outcome.result);
  const records = step.type === 'extract' && step.record !== false ? toRecords(value) : [];
  if (step.type === 'extract' && toRecords(value).length === 0)
    throw new StepError('step', 'extract: the page has none of the requested values');
  const files = outcome.screenshot === null ? outcome.files : [...outcome.files, outcome.screenshot];
  const notes = [...files.map(({ name }) => name), ...outcome.warnings.map(({ message }) => message)];
  return {
    value: step.type === 'download' ? (outcome.files.map(fileValue) as Json) : value,
    records,
    files,
    screenshot: outcome.screenshot,
    url: outcome.url,
    detail:
      records.length > 0
        ? `${records.length} records`
        : notes.length > 0
          ? notes.join('; ').slice(0, 500)
          : null,
    charges: outcome.charges,
  };
}

/** Returns the document, or the element that a selector matches. */
async function readDocument(
  browser: RunBrowser,
  target: string | null,
): Promise<{ html: string; url: string }> {
  const document = await browser.html();
  if (target === null) return document;
  const script = `document.querySelector(${JSON.stringify(target)})?.outerHTML ?? null`;
  const outcome = await browser.runAction(browserAction({ type: 'evaluate', text: script, snapshot: false }));
  if (typeof outcome.result !== 'string')
    throw new StepError('step', `collect_rows: no element of the page matches ${JSON.stringify(target)}`);
  return { url: document.url, html: `<!DOCTYPE html><html><body>${outcome.result}</body></html>` };
}

/** Collects the rows of the listing on the page, with the fields that the step describes. */
async function collectRows(
  step: WorkflowStep,
  browser: RunBrowser,
  variables: Variables,
  findRecords: FindRecords,
): Promise<StepOutput> {
  const target = step.target === undefined ? null : fillText(step.target, variables);
  const { html, url } = await readDocument(browser, target);
  const findings = await findRecords({
    bytes: new Uint8Array(Buffer.from(html)),
    url,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    answers: [],
    fields: step.fields ?? [],
    reading: null,
  });
  if (findings === null)
    throw new StepError(
      'step',
      'collect_rows: the rows of the page could not be searched within the limits of time and memory',
    );
  const rows = findings.sources.find(({ read }) => (read?.records.length ?? 0) > 0)?.read?.records ?? [];
  if (rows.length === 0) throw new StepError('step', 'collect_rows: the page has no rows with these fields');
  const limitedRows = rows.slice(0, step.limit ?? rows.length) as Json[];
  return {
    ...emptyOutput,
    value: limitedRows,
    records: step.record === false ? [] : limitedRows,
    url,
    detail: `${limitedRows.length} rows`,
  };
}

/**
 * Runs a step other than a loop, branch or question. Rejects with StepError, or TemplateError for a variable without a
 * value.
 */
export async function runStep(
  step: WorkflowStep,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
  findRecords: FindRecords,
): Promise<StepOutput> {
  if (step.type === 'set') return { ...emptyOutput, value: fillTemplates(step.value ?? null, variables) };
  if (step.type === 'collect_rows') return collectRows(step, await browser(), variables, findRecords);
  return runBrowserAction(step, await browser(), variables);
}

const listElementsScript = (selector: string, maxItems: number) =>
  `Array.from(document.querySelectorAll(${JSON.stringify(selector)})).slice(0, ${maxItems}).map((element) => ({ text: (element.innerText ?? element.textContent ?? '').trim().slice(0, 2000), url: element.href ?? element.querySelector('a[href]')?.href ?? null }))`;

/** Returns the items of a loop. Rejects with StepError when `items` is not a list. */
export async function findItems(
  items: LoopItems,
  limit: number | undefined,
  variables: Variables,
  browser: () => Promise<RunBrowser>,
): Promise<Json[]> {
  const maxItems = limit ?? limits.defaultTurns;
  if (typeof items === 'string' || Array.isArray(items)) {
    const list = typeof items === 'string' ? fillTemplate(items, variables) : fillTemplates(items, variables);
    if (!Array.isArray(list)) throw new StepError('step', 'for_each: `items` is not a list');
    return list.slice(0, maxItems);
  }
  const script = listElementsScript(fillText(items.target, variables), maxItems);
  const outcome = await (await browser()).runAction(
    browserAction({ type: 'evaluate', text: script, snapshot: false }),
  );
  if (outcome.error !== null || !Array.isArray(outcome.result))
    throw new StepError('step', `for_each: ${outcome.error?.message ?? 'the elements could not be listed'}`);
  return outcome.result as Json[];
}
