import { useEffect, useState } from 'preact/hooks';
import type { Receipt } from '../../../clients/typescript/src/index.ts';
import { CopyButton } from './copy-button.tsx';
import { JsonView } from './json-view.tsx';
import type { MarkdownView as MarkdownViewType } from './markdown-view.tsx';
import { ReceiptPath } from './receipt-path.tsx';
import { LoadingState } from './states.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Tabs } from './tabs.tsx';

/** Fields of a result that have views of their own; every field may be missing. */
export interface ShownResult {
  url?: string | null;
  /** Of a file that was sent, which has no address. */
  file?: { name: string | null };
  status?: string;
  title?: string | null;
  markdown?: string;
  screenshot?: string;
  error?: { code: string; message: string };
  warnings?: { code: string; message: string }[];
  receipt?: Receipt;
  metadata?: { title?: string | null };
}

let loadedView: typeof MarkdownViewType | null = null;

/** Markdown, rendered by code that is loaded when it is needed first. */
function LazyMarkdown({ text }: { text: string }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loadedView !== null) return;
    void import('./markdown-view.tsx').then(({ MarkdownView }) => {
      loadedView = MarkdownView;
      redraw((version) => version + 1);
    });
  }, []);
  const View = loadedView;
  return View === null ? <LoadingState /> : <View text={text} />;
}

/** Returns the place of a stored file on this origin; the service names it with its public address. */
function filePath(address: string): string | null {
  const url = URL.parse(address, location.origin);
  return url?.pathname.startsWith('/v1/blob/') ? `${url.pathname}${url.search}` : null;
}

function RawText({ text }: { text: string }) {
  return (
    <div class="raw-view">
      <div class="view-actions">
        <CopyButton text={text} label="Copy text" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

function viewsOf(result: ShownResult) {
  const picture = result.screenshot === undefined ? null : filePath(result.screenshot);
  return [
    ...(result.markdown !== undefined ? [{ name: 'rendered', label: 'Rendered' }] : []),
    ...(picture !== null ? [{ name: 'screenshot', label: 'Screenshot' }] : []),
    { name: 'json', label: 'JSON' },
    { name: 'raw', label: 'Raw' },
  ];
}

function View({ name, result }: { name: string; result: ShownResult }) {
  if (name === 'rendered') return <LazyMarkdown text={result.markdown ?? ''} />;
  if (name === 'screenshot') {
    return (
      <img class="screenshot" src={filePath(result.screenshot ?? '') ?? ''} alt="Screenshot of the page" />
    );
  }
  if (name === 'json') return <JsonView value={result} />;
  return <RawText text={result.markdown ?? JSON.stringify(result, null, 2)} />;
}

/** One result: status, warnings, receipt, and its content as text, picture or data. */
export function PageView({ result }: { result: ShownResult }) {
  const views = viewsOf(result);
  const [chosen, setChosen] = useState('rendered');
  const selected = views.some(({ name }) => name === chosen) ? chosen : (views[0]?.name ?? 'json');
  const title = result.metadata?.title ?? result.title;
  const address = result.url ?? result.file?.name;
  return (
    <article class="page-view">
      {(result.status !== undefined || address != null) && (
        <header class="page-view-head">
          {result.status !== undefined && <StatusBadge status={result.status} />}
          {title != null && <strong>{title}</strong>}
          {address != null && <span class="muted url">{address}</span>}
        </header>
      )}
      {result.error !== undefined && result.error !== null && (
        <p class="field-error">
          {result.error.code}: {result.error.message}
        </p>
      )}
      {(result.warnings ?? []).map(({ code, message }) => (
        <p key={`${code} ${message}`} class="warning">
          <strong>{code}</strong> {message}
        </p>
      ))}
      {result.receipt !== undefined && <ReceiptPath receipt={result.receipt} result={result} />}
      <Tabs label="Views of the result" tabs={views} selected={selected} onSelect={setChosen}>
        <View name={selected} result={result} />
      </Tabs>
    </article>
  );
}
