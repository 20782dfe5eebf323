import { useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { openInBrowser } from '../data/open-session.ts';
import { invalidate } from '../data/query.ts';
import { navigate } from '../data/route.ts';
import { hasScope } from '../data/session.ts';
import { Icon } from './icon.tsx';
import { AppWindow, Eye, type IconNode, Network, ScanText, Table2 } from './icons.ts';
import { showError } from './toasts.tsx';

const crawlLimit = 50;

const links: readonly { path: string; label: string; icon: IconNode }[] = [
  { path: '/extraction', label: 'Extract values', icon: ScanText },
  { path: '/monitors/new', label: 'Watch for changes', icon: Eye },
  { path: '/datasets/new', label: 'Collect its list', icon: Table2 },
];

async function crawlSite(url: string): Promise<string> {
  const job = (await client.value.crawl({ url, limit: crawlLimit })) as { jid: string };
  invalidate('job');
  return `/jobs/${job.jid}`;
}

/** What one usually does with a page after it was read. */
export function NextSteps({ url }: { url: string }) {
  const [isBusy, setBusy] = useState(false);
  const run = async (start: (url: string) => Promise<string>) => {
    setBusy(true);
    try {
      navigate(await start(url));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  if (!hasScope('write')) return null;
  return (
    <nav class="next-steps" aria-label="Next steps with this page" aria-busy={isBusy}>
      <h2>With this page</h2>
      {links.map(({ path, label, icon }) => (
        <a key={path} href={`#${path}?url=${encodeURIComponent(url)}`}>
          <Icon icon={icon} />
          {label}
        </a>
      ))}
      <button type="button" disabled={isBusy} onClick={() => void run(crawlSite)}>
        <Icon icon={Network} />
        Crawl its site
      </button>
      <button type="button" disabled={isBusy} onClick={() => void run((address) => openInBrowser(address))}>
        <Icon icon={AppWindow} />
        Open in the browser
      </button>
    </nav>
  );
}
