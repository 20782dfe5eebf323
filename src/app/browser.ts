import { createRenderMemory } from '../fetching/render-memory.ts';
import { createRenderer } from '../fetching/render-page.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { insertBlob, storeBytes } from '../store/blobs/stored-blobs.ts';
import { createBrowserClient } from '../web/browser/browser-page.ts';
import { createBrowserPool } from '../web/browser/browser-pool.ts';
import type { Screenshot } from '../web/browser/browser-request.ts';
import type { Guard } from '../web/guard.ts';
import type { Politeness } from '../web/politeness.ts';
import type { Footing } from './footing.ts';
import { version } from './version.ts';

/** What reading pages in a browser takes; browsers end with the stack. */
export function composeBrowser(
  footing: Footing,
  guard: Guard,
  politeness: Politeness,
  stack: AsyncDisposableStack,
) {
  const { settings, database, blobs, clock, log } = footing;
  const pool = createBrowserPool({ configured: settings.browser, guard, log });
  stack.defer(() => pool.close());
  // The browser says what it is itself; this says who sends it.
  const note = userAgent(version, settings.contact).replace(/^\S+ /, '');
  const client = createBrowserClient({ pool, guard, note });

  async function storeScreenshot(accountId: string, { bytes, mediaType }: Screenshot, expiresAt: Date) {
    const now = clock.now();
    const stored = await storeBytes(database, blobs, bytes, now);
    const blob = { accountId, ...stored, mediaType, filename: null, createdAt: now, expiresAt };
    const blobId = await insertBlob(database, blob);
    return `${settings.baseUrl?.replace(/\/+$/, '') ?? ''}/v1/blob/${blobId}`;
  }

  return {
    render: createRenderer({ client, pool, politeness, clock }),
    memory: createRenderMemory(clock),
    storeScreenshot,
  };
}
