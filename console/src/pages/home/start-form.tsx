import { useEffect, useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Eye, FileText, type IconNode, Network, Table2 } from '../../components/icons.ts';
import { NextSteps } from '../../components/next-steps.tsx';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { LoadingState } from '../../components/states.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate, requestedWork } from '../../data/route.ts';
import { completeAddress } from '../../text/address.ts';
import { type CrawlDraft, CrawlOptions, emptyCrawlDraft, toCrawlRequest } from './crawl-options.tsx';
import { FileDrop } from './file-drop.tsx';

type Action = 'crawl' | 'monitor' | 'dataset';
type Work = Action | 'scrape' | 'parse' | 'batch';

const actions: readonly { name: Action; label: string; icon: IconNode }[] = [
  { name: 'crawl', label: 'Crawl the site', icon: Network },
  { name: 'monitor', label: 'Watch a part of it', icon: Eye },
  { name: 'dataset', label: 'Collect its list', icon: Table2 },
];

const busyTexts: Readonly<Record<Work, string | null>> = {
  scrape: 'Reading the page',
  parse: 'Reading the file',
  batch: 'Starting the job',
  crawl: 'Starting the crawl',
  monitor: null,
  dataset: null,
};

/** The result of a page or file, with the next steps if it has an address. */
function StartResult({ result }: { result: ShownResult }) {
  const { url } = result;
  return (
    <section class={url == null ? 'panel' : 'panel page-with-steps'} aria-label="Result">
      <PageView result={result} />
      {url != null && <NextSteps url={url} />}
    </section>
  );
}

/** Starts the most common work with one address, or reads a file. */
export function StartForm() {
  const id = useId();
  const [address, setAddress] = useState('');
  const [crawl, setCrawl] = useState<CrawlDraft>(emptyCrawlDraft);
  const [busy, setBusy] = useState<Work | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<ShownResult | null>(null);
  const start = async (action: Action | 'scrape', url: string) => {
    if (action === 'monitor') return navigate(`/monitors/new?url=${encodeURIComponent(url)}`);
    if (action === 'dataset') return navigate(`/datasets/new?url=${encodeURIComponent(url)}`);
    if (action === 'crawl') {
      const job = (await client.value.crawl({ url, ...toCrawlRequest(crawl) })) as { jid: string };
      invalidate('job');
      return navigate(`/jobs/${job.jid}`);
    }
    setResult((await client.value.scrape({ url, formats: ['markdown'] })) as ShownResult);
  };
  const run = async (action: Work, work: () => Promise<void>) => {
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
  const runOnPage = async (action: Action | 'scrape') => {
    if (address.trim() === '') return setError('Enter the address of a page first.');
    return run(action, async () => start(action, completeAddress(address)));
  };
  const requested = requestedWork.value;
  useEffect(() => {
    if (requested === null || busy !== null) return;
    requestedWork.value = null;
    setAddress(requested.url);
    void run(requested.action, async () => start(requested.action, requested.url));
  }, [requested, busy]);
  const readFile = (file: File) =>
    run('parse', async () => setResult((await client.value.parse({ file })) as ShownResult));
  const readList = (file: File) =>
    run('batch', async () => {
      const job = (await client.value.batch({ file })) as { jid: string };
      invalidate('job');
      navigate(`/jobs/${job.jid}`);
    });
  // The steps beside the result replace the actions for its page.
  const isRead = result !== null && result.url === completeAddress(address);
  const busyText = busy === null ? null : busyTexts[busy];
  return (
    <>
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
          <div class="start-line">
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
            <Button kind="primary" type="submit" icon={FileText} isBusy={busy !== null}>
              Read the page
            </Button>
          </div>
          {error !== null && (
            <p class="field-error" role="alert" id={`${id}-error`}>
              {error}
            </p>
          )}
          {!isRead && (
            <>
              <div class="start-actions">
                {actions.map(({ name, label, icon }) => (
                  <Button
                    key={name}
                    icon={icon}
                    isDisabled={busy !== null}
                    onClick={() => void runOnPage(name)}
                  >
                    {label}
                  </Button>
                ))}
              </div>
              <CrawlOptions
                draft={crawl}
                change={(changes) => setCrawl((before) => ({ ...before, ...changes }))}
              />
            </>
          )}
        </form>
        <FileDrop
          isBusy={busy !== null}
          onFile={(file) => busy === null && void readFile(file)}
          onList={(file) => busy === null && void readList(file)}
        />
      </section>
      {busyText !== null && (
        <div class="panel">
          <LoadingState label={busyText} />
        </div>
      )}
      {result !== null && <StartResult result={result} />}
    </>
  );
}
