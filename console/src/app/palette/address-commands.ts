import { Eye, FileText, Network, Table2 } from '../../components/icons.ts';
import { navigate, type RequestedWork, requestedWork } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { completeAddress } from '../../text/address.ts';
import { firstPath } from '../pages.ts';
import type { PaletteCommand } from './palette-command.ts';

const address = /^(?:https?:\/\/\S+|[^\s/:]+\.[a-z]{2,}(?:[:/]\S*)?)$/i;

/** Returns what can be done with an address that the user types; nothing for other texts. */
export function listAddressCommands(query: string): PaletteCommand[] {
  const typed = query.trim();
  if (!address.test(typed) || !hasScope('write')) return [];
  const url = completeAddress(typed);
  const startWork = (action: RequestedWork['action']) => {
    requestedWork.value = { action, url };
    navigate(firstPath);
  };
  const parameter = encodeURIComponent(url);
  const verbs = [
    { label: `Read ${typed}`, icon: FileText, run: () => startWork('scrape') },
    { label: `Crawl ${typed}`, icon: Network, run: () => startWork('crawl') },
    { label: `Watch ${typed}`, icon: Eye, run: () => navigate(`/monitors/new?url=${parameter}`) },
    {
      label: `Collect the list of ${typed}`,
      icon: Table2,
      run: () => navigate(`/datasets/new?url=${parameter}`),
    },
  ];
  return verbs.map((verb) => ({ id: verb.label, hint: 'Address', ...verb }));
}
