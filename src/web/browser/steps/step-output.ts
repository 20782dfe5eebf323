import type { Page } from 'playwright-core';
import type { Warning } from '../../../domain/pages/outcome.ts';
import type { Step } from '../../../domain/pages/page-command.ts';
import type { Screenshot, StepOutput } from '../page/network/browser-request.ts';
import { takeScreenshot } from '../page/take-screenshot.ts';

/** Types of steps with output. */
export const stepsWithOutput: ReadonlySet<Step['type']> = new Set(['screenshot', 'read', 'run', 'print']);

/** Maximum length of a document and of a script's result in UTF-16 units. */
const maxHtmlLength = 5_000_000;
const maxResultLength = 1_000_000;
/** Maximum size of a PDF in bytes. */
const maxPdfBytes = 30 * 1024 * 1024;

export function createEmptyOutput(): StepOutput {
  return { screenshots: [], reads: [], returns: [], prints: [] };
}

/** Rejects after `ms`; the work in the page ends with the visit. */
async function rejectAfter<Result>(work: Promise<Result>, ms: number, subject: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${subject} took longer than ${ms} ms`)), ms);
  });
  // The race reports an error; after the timeout the result no longer matters.
  work.catch(() => {});
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

async function takeStepScreenshot(page: Page, step: Step, warnings: Warning[]): Promise<Screenshot> {
  const options = step.screenshot ?? { fullPage: false, quality: null, width: null, height: null };
  const { width, height } = options;
  const before = page.viewportSize();
  if (before !== null && (width !== null || height !== null)) {
    await page.setViewportSize({ width: width ?? before.width, height: height ?? before.height });
  }
  return takeScreenshot(page, options, warnings);
}

/** Runs a script in the page, behind the guard, and returns its result as JSON data. */
export async function runScript(
  page: Page,
  script: string,
  ms: number,
): Promise<StepOutput['returns'][number]> {
  const value = (await rejectAfter(page.evaluate(script), ms, 'the script')) as unknown;
  const text = JSON.stringify(value ?? null) ?? 'null';
  if (text.length > maxResultLength)
    throw new Error(`the script returned more than ${maxResultLength} characters`);
  return {
    type: value === null || value === undefined ? 'undefined' : typeof value,
    value: JSON.parse(text),
  };
}

async function printPdf(page: Page, step: Step, ms: number): Promise<Uint8Array> {
  const { format, landscape, scale } = step.paper ?? { format: 'A4', landscape: false, scale: 1 };
  const print = page.pdf({ format, landscape, scale, printBackground: true });
  const bytes = await rejectAfter(print, ms, 'the PDF');
  if (bytes.byteLength > maxPdfBytes) throw new Error(`the PDF is larger than ${maxPdfBytes} bytes`);
  return bytes;
}

/** Runs a step with output and adds the output. */
export async function runStepWithOutput(
  page: Page,
  step: Step,
  ms: number,
  output: StepOutput,
  warnings: Warning[],
): Promise<void> {
  switch (step.type) {
    case 'screenshot':
      output.screenshots.push(await takeStepScreenshot(page, step, warnings));
      return;
    case 'read': {
      const html = await rejectAfter(page.content(), ms, 'the page');
      output.reads.push({ url: page.url(), html: html.slice(0, maxHtmlLength) });
      return;
    }
    case 'run':
      output.returns.push(await runScript(page, step.text ?? '', ms));
      return;
    case 'print':
      output.prints.push(await printPdf(page, step, ms));
  }
}
