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

/** What a session of a person opens; an empty `url` is an empty page, an empty or absent `login` none. */
interface SessionStart {
  url: string;
  login?: string;
  /** Country of the exit (ISO 3166 alpha-2 code). */
  country?: string;
  record: boolean;
}

/** Opens a browser session that a person uses; returns its id. */
export async function openSession({ url, login = '', country, record }: SessionStart): Promise<string> {
  const { sid } = await client.value.openBrowser({
    ...(url !== '' && { url }),
    ...(login !== '' && { login }),
    ...(country !== undefined && { country }),
    ...viewportOfDevice(),
    record,
    ttl_seconds: ttlSeconds,
    idle_seconds: idleSeconds,
  });
  invalidate('sessions');
  return sid;
}

/** Opens a page in a recorded session, through the exit of a country if one is named; returns the place of the session. */
export async function openInBrowser(url: string, country?: string): Promise<string> {
  const sid = await openSession({ url, record: true, ...(country !== undefined && { country }) });
  return `/sessions/${sid}`;
}
