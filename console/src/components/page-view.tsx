import './page-view.css';
import { useEffect, useState } from 'preact/hooks';
import type { Receipt, Warning } from '../../../clients/typescript/src/index.ts';
import { downloadFile } from '../data/client.ts';
import { shortAddress } from '../text/address.ts';
import { AnswerTable, tableOf } from './answer-table.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Download } from './icons.ts';
import { JsonView } from './json-view.tsx';
import type { MarkdownView as MarkdownViewType } from './markdown-view.tsx';
import { ReceiptPath } from './receipt-path.tsx';
import { LoadingState } from './states.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StoredImage } from './stored-image.tsx';
import { Tabs } from './tabs.tsx';
import { Warnings } from './warnings.tsx';
import { WebLink } from './web-link.tsx';

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
  warnings?: Warning[];
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

function RawText({ text }: { text: string }) {
  return (
    <div class="raw-view">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

/** The views of a result, the most useful one first. */
function viewsOf(result: ShownResult) {
  return [
    ...(result.markdown !== undefined ? [{ name: 'rendered', label: 'Rendered' }] : []),
    ...(tableOf(result) !== null ? [{ name: 'table', label: 'Table' }] : []),
    ...(result.screenshot !== undefined ? [{ name: 'screenshot', label: 'Screenshot' }] : []),
    { name: 'json', label: 'JSON' },
    { name: 'raw', label: 'Raw' },
  ];
}

function View({ name, result }: { name: string; result: ShownResult }) {
  if (name === 'rendered') return <LazyMarkdown text={result.markdown ?? ''} />;
  if (name === 'table') return <AnswerTable answer={result} />;
  if (name === 'screenshot')
    return <StoredImage address={result.screenshot ?? ''} alt="Screenshot of the page" />;
  if (name === 'json') return <JsonView value={result} />;
  return <RawText text={result.markdown ?? JSON.stringify(result, null, 2)} />;
}

const maxNameLength = 80;

/** Returns the name of a file with the text of a page: letters and digits of its title, or of its address. */
function fileNameOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['page'];
  return `${words.join('-').slice(0, maxNameLength)}.md`;
}

/** Copies and saves the Markdown of a page. */
function MarkdownActions({ markdown, title }: { markdown: string; title: string }) {
  const save = () => {
    const type = 'text/markdown;charset=utf-8';
    void downloadFile(new Response(markdown, { headers: { 'content-type': type } }), fileNameOf(title));
  };
  return (
    <div class="actions">
      <CopyButton text={markdown} label="Copy Markdown">
        Copy
      </CopyButton>
      <Button icon={Download} label="Download Markdown" onClick={save}>
        Download
      </Button>
    </div>
  );
}

function Address({ result: { url, file } }: { result: ShownResult }) {
  if (url == null) return file?.name == null ? null : <span class="muted url">{file.name}</span>;
  return (
    <WebLink class="muted url" href={url} title={url}>
      {shortAddress(url)}
    </WebLink>
  );
}

/** One result: its name and address, receipt, warnings, and its content as text, table, picture or data. */
export function PageView({ result }: { result: ShownResult }) {
  const views = viewsOf(result);
  const [chosen, setChosen] = useState('');
  const selected = views.some(({ name }) => name === chosen) ? chosen : (views[0]?.name ?? 'json');
  const { status, markdown } = result;
  const title = result.metadata?.title ?? result.title ?? null;
  // The title is not repeated above a text that starts with it.
  const isNamed = title !== null && markdown?.startsWith(`# ${title}`) !== true;
  const hasHead = status !== undefined || result.url != null || result.file !== undefined;
  return (
    <article class="page-view">
      {hasHead && (
        <header class="page-view-head">
          <div class="page-view-name">
            {status !== undefined && status !== 'ok' && <StatusBadge status={status} />}
            {isNamed && <strong>{title}</strong>}
            <Address result={result} />
          </div>
          {markdown !== undefined && markdown !== '' && (
            <MarkdownActions markdown={markdown} title={title ?? result.file?.name ?? result.url ?? ''} />
          )}
        </header>
      )}
      {result.receipt !== undefined && <ReceiptPath receipt={result.receipt} result={result} />}
      <Warnings error={result.error ?? undefined} warnings={result.warnings ?? []} />
      <Tabs label="Views of the result" tabs={views} selected={selected} onSelect={setChosen}>
        <View name={selected} result={result} />
      </Tabs>
    </article>
  );
}
