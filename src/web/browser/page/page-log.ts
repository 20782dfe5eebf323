import type { Page, Request } from 'playwright-core';
import { maskAddress } from '../../../domain/secrets/mask-address.ts';

/** What the pages of a browser reported since the last reading, oldest first, in wire names. */
export interface PageLog {
  /** Messages that scripts wrote to the console, and errors that no script caught (`type` `uncaught`). */
  messages: { type: string; text: string }[];
  /** Requests without a response, or with one of status 400 or more. */
  failed_requests: { method: string; url: string; status: number | null; reason: string | null }[];
  /** Number of entries that were left out, because a reading has at most 100 messages and 100 requests. */
  omitted: number;
}

/** Keeps what pages report until it is read. */
export interface PageLogKeeper {
  watch(page: Page): void;
  take(): PageLog;
}

const maxEntries = 100;
const maxText = 500;
const maxUrl = 1_000;

const emptyLog = (): PageLog => ({ messages: [], failed_requests: [], omitted: 0 });

/** Creates a log without pages. */
export function createPageLog(): PageLogKeeper {
  let log = emptyLog();

  function keep<Entry>(entries: Entry[], entry: Entry): void {
    entries.push(entry);
    if (entries.length <= maxEntries) return;
    // The last entries are closest to what the caller looks for.
    entries.shift();
    log.omitted += 1;
  }

  function addRequest(request: Request, status: number | null, reason: string | null): void {
    const url = maskAddress(request.url()).slice(0, maxUrl);
    keep(log.failed_requests, { method: request.method(), url, status, reason });
  }

  return {
    watch(page) {
      page.on('console', (message) =>
        keep(log.messages, { type: message.type(), text: message.text().slice(0, maxText) }),
      );
      page.on('pageerror', (error) =>
        keep(log.messages, { type: 'uncaught', text: String(error).slice(0, maxText) }),
      );
      page.on('response', (response) => {
        if (response.status() >= 400) addRequest(response.request(), response.status(), null);
      });
      page.on('requestfailed', (request) =>
        addRequest(request, null, request.failure()?.errorText.replace(/^net::/, '') ?? null),
      );
    },
    take() {
      const taken = log;
      log = emptyLog();
      return taken;
    },
  };
}
