import { type DeskPorts, openAtDesk } from '../capabilities/sessions/browser-desk.ts';
import { type StepOutcome, stepAtDesk } from '../capabilities/sessions/desk-step.ts';
import type { Acted, OpenRunBrowser, RunFile } from '../capabilities/workflows/run-browser.ts';

type Stored = NonNullable<StepOutcome['screenshot']>;

function runFile({ fileId, name, mediaType, bytes }: Stored): RunFile {
  return { blobId: fileId, name, mediaType, bytes };
}

function actedOf(outcome: StepOutcome): Acted {
  return {
    error: outcome.error,
    ...(outcome.result !== undefined && { result: outcome.result }),
    screenshot: outcome.screenshot === null ? null : runFile(outcome.screenshot),
    files: outcome.files.map(runFile),
    warnings: outcome.warnings,
    url: outcome.view.url,
    charges: outcome.charges,
  };
}

/** Browsers for runs of workflows: those of sessions, opened and acted in the same way. */
export function composeRunBrowsers(desk: DeskPorts): OpenRunBrowser {
  return async (order, signal) => {
    const { accountId, budget } = order;
    const device = { locale: null, timezone: null, viewport: null };
    const opened = await openAtDesk(
      desk,
      {
        accountId,
        holder: `${accountId} ${order.runId}`,
        country: order.country,
        strictCountry: order.strictCountry,
        network: order.network,
        device,
        login: order.login,
        url: order.url === null ? null : URL.parse(order.url),
        state: order.state,
        mayWait: true,
        isRecorded: false,
      },
      signal,
    );
    const { browser, exit, warnings } = opened;
    return {
      exit: exit.report,
      warnings,
      act: async (action) => actedOf(await stepAtDesk(desk, opened, action, { accountId, budget, signal })),
      html: () => browser.html(),
      state: () => browser.state(),
      bytes: () => browser.bytes(),
      close: () => browser.close(),
    };
  };
}
