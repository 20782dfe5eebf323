import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { errorMessage } from '../../../domain/system/failure.ts';
import { serializeCopy, serializeDestructively } from './document-scripts.ts';
import { createPageConnection } from './frame-targets.ts';
import { callInWorld, createWorld } from './isolated-world.ts';
import { createFrameReader, insertFrames, toKeys } from './read-frames.ts';

/** Serialised document of a page. */
export interface DocumentHtml {
  /** HTML with the content of open shadow roots and frames. */
  html: string;
  /** URLs of frames that belong to the page, but could not be read. */
  unreadFrames: string[];
}

/** Maximum number of attempts to read a page that navigates meanwhile. */
const maxAttempts = 8;
const retryIntervalMs = 100;

/** Thrown if a page navigates too often to be read. */
export class KeepsNavigatingError extends Error {
  override readonly name = 'RestlessPage';
}

/**
 * Returns the current HTML of the page with the content of its frames. With `keepsPage` the page stays usable, which takes
 * slightly longer. Throws {@link KeepsNavigatingError} if the page keeps navigating.
 */
export async function readDocumentHtml(session: CDPSession, keepsPage = false): Promise<DocumentHtml> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readDocument(session, keepsPage);
    } catch (error) {
      // These protocol errors mean that the document was replaced during the read.
      if (!/context|No frame|navigat/i.test(errorMessage(error))) throw error;
      if (attempt === maxAttempts)
        throw new KeepsNavigatingError(`the page navigated during ${maxAttempts} attempts to read it`, {
          cause: error,
        });
    }
    await delay(retryIntervalMs);
  }
}

async function readDocument(session: CDPSession, keepsPage: boolean): Promise<DocumentHtml> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const page = createPageConnection(session);
  const world = await createWorld(page, frameTree.frame.id);
  const reader = createFrameReader(page);
  const frames = await reader.readFrames(world, !keepsPage);
  const script = keepsPage ? serializeCopy : serializeDestructively;
  const html = String(await callInWorld(world, script, toKeys(frames)));
  return { html: insertFrames(html, frames), unreadFrames: reader.unreadFrames };
}
