import { client } from '../data/client.ts';
import { invalidate } from '../data/query.ts';

const sessionSeconds = 1_800;
const idleSeconds = 600;

/** Opens a page in a new browser session, through the exit of a country if one is named; returns its place. */
export async function openInBrowser(url: string, country?: string): Promise<string> {
  const { sid } = await client.value.openBrowser({
    url,
    record: true,
    ttl_seconds: sessionSeconds,
    idle_seconds: idleSeconds,
    ...(country !== undefined && { country }),
  });
  invalidate('sessions');
  return `/sessions/${sid}`;
}
