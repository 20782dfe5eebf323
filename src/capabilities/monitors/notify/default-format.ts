import type { MessageFormat } from '../settings/monitor-settings.ts';

/** Returns the default message format of a webhook URL, by its host. */
export function defaultFormatOf(webhookUrl: string): MessageFormat {
  const url = URL.parse(webhookUrl);
  if (url === null) return 'standard';
  const { hostname, pathname } = url;
  if (hostname === 'hooks.slack.com') return 'slack';
  if (/(^|\.)discord(app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/')) return 'discord';
  if (hostname === 'api.telegram.org' && pathname.endsWith('/sendMessage')) return 'telegram';
  return hostname === 'ntfy.sh' ? 'ntfy' : 'standard';
}
