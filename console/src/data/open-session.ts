import { client } from './client.ts';
import { invalidate } from './query.ts';

const ttlSeconds = 1_800;
const idleSeconds = 600;
const phoneWidth = 720;
const minPageWidth = 320;
const phoneHeight = 520;
/** Space beside the live view on a phone, in CSS pixels. */
const phoneMargin = 24;

/** On a narrow screen, pages are as narrow as the screen, so that they can be read and tapped. */
function viewportOfDevice(): { viewport?: { width: number; height: number } } {
  if (innerWidth > phoneWidth) return {};
  return { viewport: { width: Math.max(minPageWidth, innerWidth - phoneMargin), height: phoneHeight } };
}

/** Opens a browser session that a person uses; returns its id. An empty `url` opens an empty page. */
export async function openSession(options: { url: string; login: string; record: boolean }): Promise<string> {
  const { url, login, record } = options;
  const { sid } = await client.value.openBrowser({
    ...(url !== '' && { url }),
    ...(login !== '' && { login }),
    ...viewportOfDevice(),
    record,
    ttl_seconds: ttlSeconds,
    idle_seconds: idleSeconds,
  });
  invalidate('sessions');
  return sid;
}
