import { useId, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { Eye, FileText, type IconNode, Network, Table2 } from '../../components/icons.ts';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { LoadingState } from '../../components/states.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { completeAddress } from '../../text/address.ts';
import { type CrawlDraft, CrawlOptions, emptyCrawlDraft, toCrawlRequest } from './crawl-options.tsx';
import { FileDrop } from './file-drop.tsx';

type Action = 'scrape' | 'crawl' | 'monitor' | 'dataset';

const actions: readonly { name: Action; label: string; text: string; icon: IconNode }[] = [
  { name: 'scrape', label: 'Scrape the page', text: 'Read its content as Markdown', icon: FileText },
  { name: 'crawl', label: 'Crawl the site', text: 'Read its pages, up to a number', icon: Network },
  {
    name: 'monitor',
    label: 'Watch a part of it',
    text: 'Point at what matters, get notified of changes',
    icon: Eye,
  },
  {
    name: 'dataset',
    label: 'Collect its list',
    text: 'Keep the records of a listing up to date',
    icon: Table2,
  },
];

/** Starts the most common work with one address, or reads a file. */
export function StartForm() {
  const id = useId();
  const [address, setAddress] = useState('');
  const [crawl, setCrawl] = useState<CrawlDraft>(emptyCrawlDraft);
  const [busy, setBusy] = useState<Action | 'parse' | 'batch' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<ShownResult | null>(null);
  const start = async (action: Action, url: string) => {
    if (action === 'monitor') return navigate(`/monitors/new?url=${encodeURIComponent(url)}`);
    if (action === 'dataset') return navigate(`/datasets/new?url=${encodeURIComponent(url)}`);
    if (action === 'crawl') {
      const job = (await client.value.crawl({ url, ...toCrawlRequest(crawl) })) as { jid: string };
      invalidate('job');
      return navigate(`/jobs/${job.jid}`);
    }
    setResult((await client.value.scrape({ url, formats: ['markdown'] })) as ShownResult);
  };
  const run = async (action: Action | 'parse' | 'batch', work: () => Promise<void>) => {
    setBusy(action);
    setError(null);
    setResult(null);
    try {
      await work();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(null);
    }
  };
  const runOnPage = async (action: Action) => {
    if (address.trim() === '') return setError('Enter the address of a page first.');
    return run(action, async () => start(action, completeAddress(address)));
  };
  const readFile = (file: File) =>
    run('parse', async () => setResult((await client.value.parse({ file })) as ShownResult));
  const readList = (file: File) =>
    run('batch', async () => {
      const job = (await client.value.batch({ file })) as { jid: string };
      invalidate('job');
      navigate(`/jobs/${job.jid}`);
    });
  return (
    <section class="panel start" aria-label="Start">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void runOnPage('scrape');
        }}
      >
        <label class="start-label" for={id}>
          Which page do you need?
        </label>
        <input
          id={id}
          class="start-input"
          type="text"
          inputMode="url"
          autocomplete="url"
          placeholder="https://example.com/"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        {error !== null && (
          <p class="field-error" role="alert" id={`${id}-error`}>
            {error}
          </p>
        )}
        <div class="start-actions">
          {actions.map(({ name, label, text, icon }) => (
            <button
              key={name}
              type={name === 'scrape' ? 'submit' : 'button'}
              class="start-action"
              disabled={busy !== null}
              aria-busy={busy === name}
              onClick={name === 'scrape' ? undefined : () => void runOnPage(name)}
            >
              <Icon icon={icon} size={20} />
              <strong>{label}</strong>
              <span class="muted">{text}</span>
            </button>
          ))}
        </div>
        <CrawlOptions draft={crawl} change={(changes) => setCrawl((before) => ({ ...before, ...changes }))} />
      </form>
      <FileDrop
        isBusy={busy !== null}
        onFile={(file) => busy === null && void readFile(file)}
        onList={(file) => busy === null && void readList(file)}
      />
      {busy === 'scrape' && <LoadingState label="Reading the page" />}
      {busy === 'parse' && <LoadingState label="Reading the file" />}
      {result !== null && <PageView result={result} />}
    </section>
  );
}
