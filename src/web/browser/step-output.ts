import type { Page } from 'playwright-core';
import type { Warning } from '../../domain/outcome.ts';
import type { Step } from '../../domain/page-command.ts';
import type { Screenshot, StepOutput } from './browser-request.ts';
import { takeScreenshot } from './take-screenshot.ts';

/** Steps that give something. */
export const givingSteps: ReadonlySet<Step['type']> = new Set(['screenshot', 'read', 'run', 'print']);

/** UTF-16 units of a document, and of what a script returns, at most. */
const mostHtml = 5_000_000;
const mostReturned = 1_000_000;
/** Bytes of a print at most. */
const mostPrinted = 30 * 1024 * 1024;

/** Nothing yet. */
export function noOutput(): StepOutput {
  return { pictures: [], reads: [], returns: [], prints: [] };
}

/** Rejects when the work takes longer; what hangs in the page ends with the visit. */
async function within<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function picture(page: Page, step: Step, warnings: Warning[]): Promise<Screenshot> {
  const options = step.screenshot ?? { fullPage: false, quality: null, width: null, height: null };
  const { width, height } = options;
  const before = page.viewportSize();
  if (before !== null && (width !== null || height !== null)) {
    await page.setViewportSize({ width: width ?? before.width, height: height ?? before.height });
  }
  return takeScreenshot(page, options, warnings);
}

/** The script runs in the page, behind its guard, and returns what JSON can hold. */
export async function runScript(
  page: Page,
  script: string,
  ms: number,
): Promise<StepOutput['returns'][number]> {
  const value = (await within(page.evaluate(script), ms, 'the script')) as unknown;
  const text = JSON.stringify(value ?? null) ?? 'null';
  if (text.length > mostReturned) throw new Error('the script returned more than is taken');
  return {
    type: value === null || value === undefined ? 'undefined' : typeof value,
    value: JSON.parse(text),
  };
}

async function printed(page: Page, step: Step, ms: number): Promise<Uint8Array> {
  const { format, landscape, scale } = step.paper ?? { format: 'A4', landscape: false, scale: 1 };
  const print = page.pdf({ format, landscape, scale, printBackground: true });
  const bytes = await within(print, ms, 'the print');
  if (bytes.byteLength > mostPrinted) throw new Error('the print is larger than is taken');
  return bytes;
}

/** Runs a step that gives something, and adds what it gave. */
export async function runGivingStep(
  page: Page,
  step: Step,
  ms: number,
  output: StepOutput,
  warnings: Warning[],
): Promise<void> {
  switch (step.type) {
    case 'screenshot':
      output.pictures.push(await picture(page, step, warnings));
      return;
    case 'read': {
      const html = await within(page.content(), ms, 'the page');
      output.reads.push({ url: page.url(), html: html.slice(0, mostHtml) });
      return;
    }
    case 'run':
      output.returns.push(await runScript(page, step.text ?? '', ms));
      return;
    case 'print':
      output.prints.push(await printed(page, step, ms));
  }
}
