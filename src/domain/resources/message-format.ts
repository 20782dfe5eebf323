/** Formats of messages to a webhook URL; `standard` is the signed event of this service. */
export const messageFormats = [
  'standard',
  'slack',
  'discord',
  'telegram',
  'ntfy',
  'gotify',
  'matrix',
  'teams',
  'apprise',
] as const;

/** One of {@link messageFormats}. */
export type MessageFormat = (typeof messageFormats)[number];

/** Hosts of the workflows that receive the webhooks of Microsoft Teams. */
const teamsHost = /\.(?:logic\.azure|api\.powerplatform)\.com$/;

/** Returns the default message format of a webhook URL: by its host, or by a path that only one service has. */
export function defaultFormatOf(webhookUrl: string): MessageFormat {
  const url = URL.parse(webhookUrl);
  if (url === null) return 'standard';
  const { hostname, pathname } = url;
  if (hostname === 'hooks.slack.com') return 'slack';
  if (/(^|\.)discord(app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/')) return 'discord';
  if (hostname === 'api.telegram.org' && pathname.endsWith('/sendMessage')) return 'telegram';
  if (teamsHost.test(hostname) && pathname.includes('/workflows/')) return 'teams';
  if (pathname.startsWith('/_matrix/client/') && pathname.endsWith('/send/m.room.message')) return 'matrix';
  return hostname === 'ntfy.sh' ? 'ntfy' : 'standard';
}
