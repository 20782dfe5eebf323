import type { MessageFormat } from '../../../domain/resources/message-format.ts';
import { cleanJson } from '../../../domain/values/clean-text.ts';
import { escapeHtmlText } from '../../../domain/values/escape-html.ts';
import type { ThirdPartyMessage } from '../../../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import { createMessage, type MonitorMessage } from './create-message.ts';

/** Maximum length of a message per service, in characters. */
const maxLengths = {
  slack: 3_000,
  discord: 1_900,
  telegram: 4_000,
  ntfy: 3_500,
  gotify: 8_000,
  // An event has at most 64 KiB, with the text twice.
  matrix: 8_000,
  // A message has at most 28 kB.
  teams: 6_000,
  apprise: 8_000,
} as const;

function plainText({ summary, details, url, link, text }: MonitorMessage, maxLength: number): string {
  const cut = (whole: string, length: number) =>
    whole.length > length ? `${whole.slice(0, length - 1)}…` : whole;
  if (text !== null) return cut(text, maxLength);
  const rest = details.length > 0 ? details.join('\n') : summary;
  const links = [url, link].filter((webhookUrl) => webhookUrl !== null).join('\n');
  const body = cut(rest, maxLength - links.length);
  return links === '' ? body : `${body}\n\n${links}`;
}

/** Encodes a header value (RFC 2047). */
function encodeHeaderValue(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
}

/** Returns the address of the watched page, which a click on the message opens; null if there is none. */
function clickUrlOf({ url }: MonitorMessage): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).href : null;
}

/** Takes parameters of a webhook URL out of it; `values` has those that it has. */
function takeParameters(webhookUrl: string, names: readonly string[]) {
  const url = new URL(webhookUrl);
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = url.searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  for (const name of names) url.searchParams.delete(name);
  return { url, values };
}

/** One line of an Adaptive Card as runs of text, in which nothing is Markdown. */
function cardLine(text: string, style: object = {}): object {
  return {
    type: 'RichTextBlock',
    spacing: 'None',
    inlines: [{ type: 'TextRun', text: text === '' ? ' ' : text, ...style }],
  };
}

function cardOf(message: MonitorMessage): object {
  const text = plainText({ ...message, url: null, link: null }, maxLengths.teams);
  const actions = [
    ['Open the page', clickUrlOf(message)],
    ['Show the check', message.link],
  ].flatMap(([title, url]) => (url === null ? [] : [{ type: 'Action.OpenUrl', title, url }]));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      cardLine(message.title, { weight: 'Bolder', size: 'Medium' }),
      ...text.split('\n').map((line) => cardLine(line)),
    ],
    ...(message.text === null && actions.length > 0 && { actions }),
  };
}

const appriseTypes = { information: 'info', failure: 'failure', success: 'success' } as const;

/** A delivery whose message is written. */
type Target = Pick<DeliveryClaim, 'url' | 'deliveryId'>;

const writers: Readonly<
  Record<Exclude<MessageFormat, 'standard'>, (message: MonitorMessage, target: Target) => ThirdPartyMessage>
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
  telegram: (message, { url }) => ({
    headers: {},
    body: cleanJson({
      chat_id: URL.parse(url)?.searchParams.get('chat_id') ?? undefined,
      text: `${message.title}\n${plainText(message, maxLengths.telegram - message.title.length)}`,
      link_preview_options: { is_disabled: true },
    }),
  }),
  ntfy(message) {
    const click = clickUrlOf(message);
    return {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        title: encodeHeaderValue(message.title.replace(/\s+/g, ' ').slice(0, 200)),
        ...(click !== null && { click }),
      },
      body: plainText({ ...message, url: null }, maxLengths.ntfy),
    };
  },
  // The token stays out of the address that proxies log.
  gotify(message, target) {
    const { url, values } = takeParameters(target.url, ['token', 'priority']);
    const click = clickUrlOf(message);
    return {
      url: url.href,
      headers: { ...(values.token !== undefined && { 'x-gotify-key': values.token }) },
      body: cleanJson({
        title: message.title,
        message: plainText(message, maxLengths.gotify),
        ...(values.priority !== undefined && { priority: Number(values.priority) || 0 }),
        extras: {
          'client::display': { contentType: 'text/plain' },
          ...(click !== null && { 'client::notification': { click: { url: click } } }),
        },
      }),
    };
  },
  // Client-Server API, section 10.6.2: the server sends an event once for each transaction id, however often it is repeated.
  matrix(message, target) {
    const { url, values } = takeParameters(target.url, ['access_token']);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(target.deliveryId)}`;
    const text = plainText(message, maxLengths.matrix);
    const html = `<strong>${escapeHtmlText(message.title)}</strong><br>${escapeHtmlText(text).replaceAll('\n', '<br>')}`;
    return {
      url: url.href,
      method: 'PUT',
      headers: {
        ...(values.access_token !== undefined && { authorization: `Bearer ${values.access_token}` }),
      },
      body: cleanJson({
        msgtype: 'm.text',
        body: `${message.title}\n${text}`,
        format: 'org.matrix.custom.html',
        formatted_body: html,
        // Names of users in page content mention nobody.
        'm.mentions': {},
      }),
    };
  },
  teams: (message) => ({
    headers: {},
    body: cleanJson({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: cardOf(message),
        },
      ],
    }),
  }),
  apprise(message, target) {
    const { url, values } = takeParameters(target.url, ['urls', 'tag']);
    return {
      url: url.href,
      headers: { accept: 'application/json' },
      body: cleanJson({
        ...values,
        title: message.title,
        body: plainText(message, maxLengths.apprise),
        type: appriseTypes[message.kind],
        format: 'text',
      }),
      errors: {
        204: 'Apprise has no configuration for this URL. Check its key, or add the services with `?urls=`.',
        424: 'Apprise could not notify all of its services. Its log states which ones.',
      },
    };
  },
};

/** Writes the message of a delivery in the format of its service; null for the standard format. */
export function writeMessage(claim: DeliveryClaim, base: string): ThirdPartyMessage | null {
  const form = claim.data.form as MessageFormat | undefined;
  const message = form === undefined ? null : createMessage(claim, base);
  if (message === null || form === undefined || !Object.hasOwn(writers, form)) return null;
  return writers[form as keyof typeof writers](message, claim);
}
