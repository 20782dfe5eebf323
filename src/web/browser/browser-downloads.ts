import type { Readable } from 'node:stream';
import type { CDPSession, Download, Page } from 'playwright-core';
import type { GuardProxy } from '../guard-proxy.ts';

/** A file that a page had the browser save. */
export interface DownloadedFile {
  /** As the site calls it, without folders. */
  name: string;
  mediaType: string;
  /** Where it came from. */
  url: string;
  /** What it holds; rejects when the browser no longer has it. */
  open(): Promise<Readable>;
  /** Removes the browser's copy. */
  remove(): Promise<void>;
}

/** What became of a download: the file, or why there is none. */
export type DownloadOutcome = { file: DownloadedFile } | { name: string; reason: string };

/** The downloads of one context. */
export interface BrowserDownloads {
  /** Takes in what a page downloads from now on. */
  watch(page: Page): void;
  /** Downloads that have begun since {@link BrowserDownloads.finished} was last asked. */
  begun(): number;
  /** Waits for those that have begun, for `withinMs` at most, and gives what became of them. */
  finished(withinMs: number): Promise<DownloadOutcome[]>;
}

/** Bytes of one download at most. */
const mostBytes = 100 * 2 ** 20;
const mostAtOnce = 10;
const lookEveryMs = 100;
const mostName = 200;

/** Media types by the endings of names that downloads mostly have; what is not here is bytes. */
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

function safeName(name: string): string {
  const clean = name.replace(/[\u0000-\u001f\u007f\\/]+/g, '_').replace(/^\.+/, '_');
  return clean.slice(-mostName) || 'download';
}

function typeOf(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return mediaTypes[ending] ?? 'application/octet-stream';
}

/** Takes in the downloads of one context, whose traffic passes `proxy`. */
export function createDownloads(proxy: GuardProxy): BrowserDownloads {
  let begun: Promise<DownloadOutcome>[] = [];

  /** A file as large as a disk is stopped when more has come than is taken. */
  async function receive(download: Download): Promise<DownloadOutcome> {
    const name = safeName(download.suggestedFilename());
    const bytesBefore = proxy.bytes();
    let isTooLarge = false;
    const timer = setInterval(() => {
      if (proxy.bytes() - bytesBefore <= mostBytes) return;
      isTooLarge = true;
      void download.cancel().catch(() => {});
    }, lookEveryMs);
    try {
      const failure = await download.failure();
      if (isTooLarge) return { name, reason: `it is larger than ${mostBytes} bytes` };
      if (failure !== null) return { name, reason: failure };
      return { file: fileOf(download, name) };
    } finally {
      clearInterval(timer);
    }
  }

  return {
    watch(page) {
      page.on('download', (download) => {
        if (begun.length >= mostAtOnce) return void download.cancel().catch(() => {});
        const name = safeName(download.suggestedFilename());
        begun.push(receive(download).catch(() => ({ name, reason: 'the browser lost it' })));
      });
    },
    begun: () => begun.length,
    async finished(withinMs) {
      const taken = begun;
      begun = [];
      if (taken.length === 0) return [];
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<DownloadOutcome>((resolve) => {
        timer = setTimeout(() => resolve({ name: 'download', reason: 'it was not there in time' }), withinMs);
      });
      return Promise.all(taken.map((one) => Promise.race([one, late]))).finally(() => clearTimeout(timer));
    },
  };
}

function fileOf(download: Download, name: string): DownloadedFile {
  return {
    name,
    mediaType: typeOf(name),
    url: download.url(),
    open: () => download.createReadStream(),
    remove: () => download.delete().catch(() => {}),
  };
}

interface PausedDocument {
  requestId: string;
  resourceType: string;
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

/** Has the browser save the documents that it asks for, in place of showing them, until what it gives is called. */
export async function saveDocuments(session: CDPSession): Promise<() => Promise<void>> {
  const onPaused = ({ requestId, responseStatusCode: code, responseHeaders }: PausedDocument) => {
    const isAnswer = code !== undefined && code >= 200 && code < 300;
    const shown = (responseHeaders ?? []).filter(({ name }) => !/^content-disposition$/i.test(name));
    const given =
      (responseHeaders ?? []).find(({ name }) => /^content-disposition$/i.test(name))?.value ?? '';
    const saved = { name: 'Content-Disposition', value: `attachment${/;.*/s.exec(given)?.[0] ?? ''}` };
    const change = isAnswer ? { responseCode: code, responseHeaders: [...shown, saved] } : {};
    session.send('Fetch.continueResponse', { requestId, ...change }).catch(() => {});
  };
  session.on('Fetch.requestPaused', onPaused);
  const patterns = [
    { urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Response' as const },
  ];
  await session.send('Fetch.enable', { patterns });
  return async () => {
    session.off('Fetch.requestPaused', onPaused);
    await session.send('Fetch.disable').catch(() => {});
  };
}
