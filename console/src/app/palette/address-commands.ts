import { Eye, FileText, Network, Table2 } from '../../components/icons.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { completeAddress } from '../../text/address.ts';
import type { PaletteCommand } from './palette-command.ts';

const address = /^(?:https?:\/\/\S+|[^\s/:]+\.[a-z]{2,}(?:[:/]\S*)?)$/i;

/** Returns what can be done with an address that the user types; nothing for other texts. */
export function listAddressCommands(query: string): PaletteCommand[] {
  const typed = query.trim();
  if (!address.test(typed) || !hasScope('write')) return [];
  const url = encodeURIComponent(completeAddress(typed));
  const verbs = [
    { label: `Read ${typed}`, icon: FileText, path: `/home?read=${url}` },
    { label: `Crawl ${typed}`, icon: Network, path: `/home?crawl=${url}` },
    { label: `Watch ${typed}`, icon: Eye, path: `/monitors/new?url=${url}` },
    { label: `Collect the list of ${typed}`, icon: Table2, path: `/datasets/new?url=${url}` },
  ];
  return verbs.map(({ label, icon, path }) => ({
    id: path,
    label,
    hint: 'Address',
    icon,
    run: () => navigate(path),
  }));
}
