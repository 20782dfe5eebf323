import { cleanJson } from '../../../domain/values/clean-text.ts';
import { escapeHtmlText } from '../../../domain/values/escape-html.ts';
import type { ThirdPartyMessage } from '../../../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import type { MessageFormat } from '../settings/monitor-settings.ts';
import { createMessage, type MonitorMessage } from './email-text.ts';

/** Maximum length of a message per service, in characters. */
const maxLengths = { slack: 3_000, discord: 1_900, telegram: 4_000, ntfy: 3_500 } as const;

function plainText({ summary, details, url, link }: MonitorMessage, maxLength: number): string {
  const rest = details.length > 0 ? details.join('\n') : summary;
  const links = [url, link].filter((webhookUrl) => webhookUrl !== null).join('\n');
  const body =
    rest.length > maxLength - links.length ? `${rest.slice(0, maxLength - links.length - 1)}…` : rest;
  return links === '' ? body : `${body}\n\n${links}`;
}

/** Encodes a header value (RFC 2047). */
function encodeHeaderValue(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const writers: Readonly<
  Record<
    Exclude<MessageFormat, 'standard'>,
    (message: MonitorMessage, webhookUrl: string) => ThirdPartyMessage
  >
> = {
  // The control characters of Slack are those of HTML: page content creates no mentions or links.
  slack: (message) => ({
    headers: {},
    body: cleanJson({
      text: `*${escapeHtmlText(message.title)}*\n${escapeHtmlText(plainText(message, maxLengths.slack))}`,
      unfurl_links: false,
    }),
  }),
  discord: (message) => ({
    headers: {},
    body: cleanJson({
      content: `**${message.title.replace(/[*_`~|\\]/g, '\\$&')}**\n${plainText(message, maxLengths.discord - message.title.length)}`,
      allowed_mentions: { parse: [] },
    }),
  }),
  telegram: (message, webhookUrl) => ({
    headers: {},
    body: cleanJson({
      chat_id: URL.parse(webhookUrl)?.searchParams.get('chat_id') ?? undefined,
      text: `${message.title}\n${plainText(message, maxLengths.telegram - message.title.length)}`,
      link_preview_options: { is_disabled: true },
    }),
  }),
  ntfy: (message) => ({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: encodeHeaderValue(message.title.replace(/\s+/g, ' ').slice(0, 200)),
      ...(message.url !== null && URL.canParse(message.url) && { click: new URL(message.url).href }),
    },
    body: plainText({ ...message, url: null }, maxLengths.ntfy),
  }),
};

/** Writes the message of a delivery in the format of its service; null for the standard format. */
export function writeMessage(claim: DeliveryClaim, base: string): ThirdPartyMessage | null {
  const form = claim.data.form as MessageFormat | undefined;
  const message = form === undefined ? null : createMessage(claim, base);
  if (message === null || form === undefined || !Object.hasOwn(writers, form)) return null;
  return writers[form as keyof typeof writers](message, claim.url);
}
