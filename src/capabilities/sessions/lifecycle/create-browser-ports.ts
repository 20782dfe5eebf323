import { blobIdOf } from '../../../domain/pages/blob-link.ts';
import type { ContentThreads } from '../../../domain/pages/content.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { addMs } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { Settings } from '../../../domain/system/settings.ts';
import { createShownReader, type ShownPage } from '../../../fetching/browser/shown-page.ts';
import type { FetchPage } from '../../../fetching/fetch-request.ts';
import { instructionQuoteWork } from '../../../page/text/thread-work.ts';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';
import { findOwnBlob, insertBlob, readBlobContent, storeBytes } from '../../../store/blobs/stored-blobs.ts';
import type { Database } from '../../../store/database.ts';
import type { BrowserPorts } from '../browser/open-browser.ts';

/** Maximum number of bytes of a file that a browser downloads, and of one that is uploaded to a page. */
const maxStoredBytes = 100 * 2 ** 20;
const maxUploadedBytes = 20 * 2 ** 20;

/** Parts that opening browsers for accounts needs. */
export interface BrowserPortsParts extends Pick<BrowserPorts, 'openBrowser' | 'device' | 'exits' | 'logins'> {
  database: Database;
  blobs: BlobStore;
  clock: Clock;
  settings: Settings;
  threads: ContentThreads;
  /** Adds the values that a command names to the pages of a fetcher. */
  addValues(fetchPage: FetchPage): FetchPage;
}

/** Returns the ports with which sessions and runs of workflows open browsers and act in them. */
export function createBrowserPorts(parts: BrowserPortsParts): BrowserPorts {
  const { database, blobs, clock, settings, threads, addValues } = parts;
  const { openBrowser, device, exits, logins } = parts;
  const readShown = createShownReader({ threads, clock, keepPagesMs: settings.keep.pages });
  return {
    openBrowser,
    device,
    exits,
    logins,
    findInstructions: (text, signal) => threads.run(instructionQuoteWork, text, signal),
    readShown: (shown: ShownPage) => addValues(readShown(shown)),
    async storeFile(accountId, { name, mediaType, content }) {
      const now = clock.now();
      const stored = await storeBytes(database, blobs, content, now, { maxBytes: maxStoredBytes });
      const expiresAt = addMs(now, settings.keep.files);
      const blob = { accountId, ...stored, mediaType, filename: name, createdAt: now, expiresAt };
      const fileId = await insertBlob(database, blob);
      return { fileId, name, mediaType, bytes: stored.bytes };
    },
    async loadFile(accountId, idOrLink) {
      const blobId = blobIdOf(idOrLink);
      if (blobId === null) return null;
      const blob = await findOwnBlob(database, accountId, blobId, clock.now());
      if (blob === null) return null;
      if (blob.bytes > maxUploadedBytes) {
        throw new Failure(
          'too_large',
          `the file has ${blob.bytes} bytes; at most ${maxUploadedBytes} can be uploaded to a page`,
        );
      }
      const buffer = await readBlobContent(blobs, blob.digest);
      return buffer === null ? null : { name: blob.filename ?? blobId, mimeType: blob.mediaType, buffer };
    },
    clock,
  };
}
