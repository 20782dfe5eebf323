import type { MessageForm } from './watch.ts';

/** The form that messages to an address are written in unless somebody says otherwise, by the host that takes them. */
export function formOf(address: string): MessageForm {
  const url = URL.parse(address);
  if (url === null) return 'standard';
  const { hostname, pathname } = url;
  if (hostname === 'hooks.slack.com') return 'slack';
  if (/(^|\.)discord(app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/')) return 'discord';
  if (hostname === 'api.telegram.org' && pathname.endsWith('/sendMessage')) return 'telegram';
  return hostname === 'ntfy.sh' ? 'ntfy' : 'standard';
}
