import { type BrowserPorts, openBrowserFor } from '../../sessions/browser/open-browser.ts';
import {
  findExpiredLogin,
  runStep,
  type StepOutcome,
  showsLoginForm,
} from '../../sessions/browser/run-step.ts';
import type { ActionOutcome, OpenRunBrowser, RunFile } from './run-browser.ts';

type Stored = NonNullable<StepOutcome['screenshot']>;

function runFile({ fileId, name, mediaType, bytes }: Stored): RunFile {
  return { blobId: fileId, name, mediaType, bytes };
}

function actedOf(outcome: StepOutcome): ActionOutcome {
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

/** Opens browsers for runs of workflows in the way sessions do. */
export function createRunBrowsers(browserPorts: BrowserPorts): OpenRunBrowser {
  return async (order, signal) => {
    const { accountId, budget } = order;
    const device = { locale: null, timezone: null, viewport: null };
    const opened = await openBrowserFor(
      browserPorts,
      {
        accountId,
        exitOwner: `${accountId} ${order.runId}`,
        country: order.country,
        strictCountry: order.strictCountry,
        network: order.network,
        device,
        login: order.login,
        url: order.url === null ? null : URL.parse(order.url),
        state: order.state,
        mayWait: true,
        isRecorded: false,
        secrets: order.secrets,
      },
      signal,
    );
    const { browser, exit, warnings } = opened;
    const options = { accountId, budget, signal, isMasked: false };
    return {
      exit: exit.report,
      warnings,
      runAction: async (action) => actedOf(await runStep(browserPorts, opened, action, options)),
      findExpiredLogin: () => findExpiredLogin(browserPorts, opened, options),
      asksForLogin: () => showsLoginForm(browserPorts, opened, options),
      renewLogin: async (stop) =>
        opened.login !== null && browserPorts.logins.renew(accountId, opened.login, stop),
      html: () => browser.html(),
      state: () => browser.state(),
      bytes: () => browser.bytes(),
      close: () => browser.close(),
    };
  };
}
