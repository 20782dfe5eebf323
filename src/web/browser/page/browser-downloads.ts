import type { Readable } from 'node:stream';
import type { CDPSession, Download, Page } from 'playwright-core';
import type { GuardProxy } from '../../guard-proxy/guard-proxy.ts';

/** A file that the browser has downloaded. */
export interface DownloadedFile {
  /** File name suggested by the site, without folders. */
  name: string;
  mediaType: string;
  /** URL of the file. */
  url: string;
  /** Opens the content. Rejects if the browser no longer has the file. */
  open(): Promise<Readable>;
  /** Deletes the browser's copy. */
  remove(): Promise<void>;
}

/** Result of a download: the file, or the reason of the failure. */
export type DownloadOutcome = { file: DownloadedFile } | { name: string; reason: string };

/** Downloads of one context. */
export interface BrowserDownloads {
  /** Receives downloads of this page from now on. */
  addPage(page: Page): void;
  /** Returns the number of downloads started since the last call of {@link BrowserDownloads.waitForOutcomes}. */
  startedCount(): number;
  /** Waits up to `withinMs` for the started downloads and returns their results. */
  waitForOutcomes(withinMs: number): Promise<DownloadOutcome[]>;
}

/** Maximum size of a download in bytes. */
const maxBytes = 100 * 2 ** 20;
const maxConcurrency = 10;
const sizeCheckIntervalMs = 100;
const maxName = 200;

/** Media types by common file extensions; all others are `application/octet-stream`. */
const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

function sanitizeFileName(name: string): string {
  const sanitized = name.replace(/[\u0000-\u001f\u007f\\/]+/g, '_').replace(/^\.+/, '_');
  return sanitized.slice(-maxName) || 'download';
}

function mediaTypeOf(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return mediaTypes[ending] ?? 'application/octet-stream';
}

/** Receives the downloads of one context, whose traffic passes `proxy`. */
export function createDownloads(proxy: GuardProxy): BrowserDownloads {
  let started: Promise<DownloadOutcome>[] = [];

  /** Waits for a download, and cancels it above the size limit. */
  async function receive(download: Download): Promise<DownloadOutcome> {
    const name = sanitizeFileName(download.suggestedFilename());
    const bytesBefore = proxy.bytes();
    let isTooLarge = false;
    const timer = setInterval(() => {
      if (proxy.bytes() - bytesBefore <= maxBytes) return;
      isTooLarge = true;
      // Cancelling fails if the download or its page has already ended.
      void download.cancel().catch(() => {});
    }, sizeCheckIntervalMs);
    try {
      const failure = await download.failure();
      if (isTooLarge) return { name, reason: `the file is larger than ${maxBytes} bytes` };
      if (failure !== null) return { name, reason: failure };
      return { file: createDownloadedFile(download, name) };
    } finally {
      clearInterval(timer);
    }
  }

  return {
    addPage(page) {
      page.on('download', (download) => {
        // A rejected download is not awaited.
        if (started.length >= maxConcurrency) return void download.cancel().catch(() => {});
        const name = sanitizeFileName(download.suggestedFilename());
        // The page or its browser ended during the download.
        started.push(
          receive(download).catch(() => ({ name, reason: 'the browser ended during the download' })),
        );
      });
    },
    startedCount: () => started.length,
    async waitForOutcomes(withinMs) {
      const pending = started;
      started = [];
      if (pending.length === 0) return [];
      let timer: NodeJS.Timeout | undefined;
      const timeoutOutcome = new Promise<DownloadOutcome>((resolve) => {
        timer = setTimeout(
          () => resolve({ name: 'download', reason: `the download did not finish within ${withinMs} ms` }),
          withinMs,
        );
      });
      return Promise.all(pending.map((one) => Promise.race([one, timeoutOutcome]))).finally(() =>
        clearTimeout(timer),
      );
    },
  };
}

function createDownloadedFile(download: Download, name: string): DownloadedFile {
  return {
    name,
    mediaType: mediaTypeOf(name),
    url: download.url(),
    open: () => download.createReadStream(),
    // Remaining files are deleted with the browser's folder.
    remove: () => download.delete().catch(() => {}),
  };
}

interface PausedDocument {
  requestId: string;
  resourceType: string;
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

/** Makes the browser save requested documents instead of showing them. Returns a function that ends this. */
export async function saveInsteadOfShowing(session: CDPSession): Promise<() => Promise<void>> {
  const onPaused = ({ requestId, responseStatusCode: code, responseHeaders }: PausedDocument) => {
    const isSuccess = code !== undefined && code >= 200 && code < 300;
    const otherHeaders = (responseHeaders ?? []).filter(({ name }) => !/^content-disposition$/i.test(name));
    const disposition =
      (responseHeaders ?? []).find(({ name }) => /^content-disposition$/i.test(name))?.value ?? '';
    const attachment = {
      name: 'Content-Disposition',
      value: `attachment${/;.*/s.exec(disposition)?.[0] ?? ''}`,
    };
    const change = isSuccess ? { responseCode: code, responseHeaders: [...otherHeaders, attachment] } : {};
    // Continuing fails if the page has navigated or is closed, which ends the request.
    session.send('Fetch.continueResponse', { requestId, ...change }).catch(() => {});
  };
  session.on('Fetch.requestPaused', onPaused);
  const patterns = [
    { urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Response' as const },
  ];
  await session.send('Fetch.enable', { patterns });
  return async () => {
    session.off('Fetch.requestPaused', onPaused);
    // Disabling fails if the page is closed, which removes the rule.
    await session.send('Fetch.disable').catch(() => {});
  };
}
