import type { TheirMessage } from '../../jobs/webhooks/attempt.ts';
import type { Claim } from '../../jobs/webhooks/claims.ts';
import { type MonitorNews, newsOf } from './mail-text.ts';
import type { MessageForm } from './watch.ts';

/** Characters that each service takes. */
const longest = { slack: 3_000, discord: 1_900, telegram: 4_000, ntfy: 3_500 } as const;

function plain({ summary, details, url, link }: MonitorNews, most: number): string {
  const rest = details.length > 0 ? details.join('\n') : summary;
  const ends = [url, link].filter((address) => address !== null).join('\n');
  const body = rest.length > most - ends.length ? `${rest.slice(0, most - ends.length - 1)}…` : rest;
  return ends === '' ? body : `${body}\n\n${ends}`;
}

/** Slack's control characters as entities, so that nothing of a page becomes a mention or a link. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A header's value that may hold any text (RFC 2047). */
function encodedWord(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const writers: Readonly<
  Record<Exclude<MessageForm, 'standard'>, (news: MonitorNews, address: string) => TheirMessage>
> = {
  slack: (news) => ({
    headers: {},
    body: JSON.stringify({
      text: `*${slackText(news.title)}*\n${slackText(plain(news, longest.slack))}`,
      unfurl_links: false,
    }),
  }),
  discord: (news) => ({
    headers: {},
    body: JSON.stringify({
      content: `**${news.title.replace(/[*_`~|\\]/g, '\\$&')}**\n${plain(news, longest.discord - news.title.length)}`,
      allowed_mentions: { parse: [] },
    }),
  }),
  telegram: (news, address) => ({
    headers: {},
    body: JSON.stringify({
      chat_id: URL.parse(address)?.searchParams.get('chat_id') ?? undefined,
      text: `${news.title}\n${plain(news, longest.telegram - news.title.length)}`,
      link_preview_options: { is_disabled: true },
    }),
  }),
  ntfy: (news) => ({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: encodedWord(news.title.replace(/\s+/g, ' ').slice(0, 200)),
      ...(news.url !== null && URL.canParse(news.url) && { click: new URL(news.url).href }),
    },
    body: plain({ ...news, url: null }, longest.ntfy),
  }),
};

/** The message of a delivery as the service behind its address wants it; null for our own way of writing. */
export function writeMessage(claim: Claim, base: string): TheirMessage | null {
  const form = claim.data.form as MessageForm | undefined;
  const news = form === undefined ? null : newsOf(claim, base);
  if (news === null || form === undefined || !Object.hasOwn(writers, form)) return null;
  return writers[form as keyof typeof writers](news, claim.url);
}
