import type { Player } from './player.ts';

/** Servers by name. */
export const serverNames = ['webdata', 'thirdParty', 'playwright'] as const;
export type ServerName = (typeof serverNames)[number];

/**
 * One task. Each script is the behaviour of an agent that takes only the documented next step; null if a server
 * cannot do the task.
 */
export interface Task {
  name: string;
  scripts: Record<ServerName, ((player: Player) => Promise<string>) | null>;
  /** Returns whether the answer of the script is correct. */
  isRight(answer: string): boolean;
}

/** Returns the call that a webdata result names, if any. */
export function nextCall(text: string): { name: string; args: Record<string, unknown> } | null {
  const [, name, args] = /Next: (\w+) (\{.*\})$/m.exec(text) ?? [];
  if (name === undefined || args === undefined) return null;
  return { name, args: JSON.parse(args) as Record<string, unknown> };
}

const maxCalls = 40;

/** Calls a webdata tool, and follows the calls that its results name until `isEnough`. */
export async function followNext(
  player: Player,
  name: string,
  args: Record<string, unknown>,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const texts = [await player.call(name, args)];
  while (texts.length < maxCalls && !isEnough(texts.join('\n'))) {
    const next = nextCall(texts.at(-1) ?? '');
    if (next === null) break;
    texts.push(await player.call(next.name, next.args));
  }
  return texts.join('\n');
}

/** Scrapes with the third party's tool. */
export function thirdPartyScrape(player: Player, url: string): Promise<string> {
  return player.call('firecrawl_scrape', { url, formats: ['markdown'], onlyMainContent: true });
}

/** Opens a page with the browser's tool; requests a snapshot if the result has none. */
export async function playwrightOpen(player: Player, url: string): Promise<string> {
  const answer = await player.call('browser_navigate', { url });
  return /ref=/.test(answer) ? answer : `${answer}\n${await player.call('browser_snapshot', {})}`;
}
