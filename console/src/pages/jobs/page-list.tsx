import { useMemo, useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ArrowDown, ArrowUp, type IconNode } from '../../components/icons.ts';
import { NextSteps } from '../../components/next-steps.tsx';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { SidePanel, SplitView } from '../../components/side-panel.tsx';
import { ErrorState, SkeletonState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { countOf, formatBytes, formatDuration, formatNumber, toWords } from '../../text/format.ts';
import { hasEnded, shortUrl } from './job-facts.ts';
import type { JobPageEvent } from './use-job-pages.ts';

const orNone = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value);

const nameOf = ({ title, url }: JobPageEvent) => title ?? url;

function pageColumn(job: Job): Column<JobPageEvent> {
  return {
    id: 'page',
    label: 'Page',
    width: 'minmax(0, 1fr)',
    sortBy: nameOf,
    cell: ({ title, url }) => (
      <span class="cell-main" title={url}>
        {title !== null && <strong>{title}</strong>} <span class="muted">{shortUrl(job, url)}</span>
      </span>
    ),
  };
}

const statusColumn: Column<JobPageEvent> = {
  id: 'status',
  label: 'Status',
  width: '130px',
  narrowWidth: '112px',
  sortBy: ({ status }) => status,
  cell: ({ status }) => <StatusBadge status={status} />,
};

const depthColumn: Column<JobPageEvent> = {
  id: 'depth',
  label: 'Depth',
  width: '76px',
  align: 'end',
  isWideOnly: true,
  sortBy: ({ depth }) => depth ?? -1,
  cell: ({ depth }) => orNone(depth, formatNumber),
};

const sizeColumn: Column<JobPageEvent> = {
  id: 'size',
  label: 'Size',
  width: '100px',
  align: 'end',
  isWideOnly: true,
  sortBy: ({ bytes }) => bytes ?? -1,
  cell: ({ bytes }) => orNone(bytes, formatBytes),
};

const timeColumn: Column<JobPageEvent> = {
  id: 'time',
  label: 'Time',
  width: '90px',
  align: 'end',
  isWideOnly: true,
  sortBy: ({ ms }) => ms ?? -1,
  cell: ({ ms }) => orNone(ms, formatDuration),
};

/** Returns the columns; there is no room for measures beside a preview, and the pages of a list have no depth. */
function columnsOf(job: Job, isBeside: boolean): Column<JobPageEvent>[] {
  const depth = job.type === 'crawl' ? [depthColumn] : [];
  return [pageColumn(job), ...(isBeside ? [] : [...depth, sizeColumn, timeColumn]), statusColumn];
}

function StepButton(props: { icon: IconNode; label: string; onStep: (() => void) | null }) {
  const { onStep } = props;
  return (
    <Button
      kind="quiet"
      icon={props.icon}
      label={props.label}
      isDisabled={onStep === null}
      onClick={() => onStep?.()}
    />
  );
}

/** Properties of {@link Preview}. */
interface PreviewProps {
  job: Job;
  page: JobPageEvent;
  /** Opens the page before (-1) or after (1) in the list; null at its ends. */
  step: { before: (() => void) | null; after: (() => void) | null };
  onClose(): void;
}

/** Shows one page beside the list. */
function Preview({ job, page, step, onClose }: PreviewProps) {
  const { offset, url, title } = page;
  const { data, error, refresh } = useQuery(`job ${job.jid} result ${offset}`, async (signal) => {
    const { results } = await client.value.getJobResults({ jid: job.jid, offset, limit: 1 }, { signal });
    return results[0] as ShownResult;
  });
  return (
    <SidePanel
      title={title ?? shortUrl(job, url)}
      onClose={onClose}
      actions={
        <>
          <StepButton icon={ArrowUp} label="Previous page" onStep={step.before} />
          <StepButton icon={ArrowDown} label="Next page" onStep={step.after} />
        </>
      }
    >
      {data.value !== null && <PageView result={data.value} />}
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <SkeletonState />}
      <NextSteps url={url} />
    </SidePanel>
  );
}

/** The pages that have a status, or all: also the legend of the progress bar. */
function StatusFilter(props: {
  pages: readonly JobPageEvent[];
  selected: string | null;
  onSelect(status: string | null): void;
}) {
  const counts = new Map<string, number>();
  for (const { status } of props.pages) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <fieldset class="status-filter" aria-label="Show pages by status">
      <button type="button" aria-pressed={props.selected === null} onClick={() => props.onSelect(null)}>
        All <span>{formatNumber(props.pages.length)}</span>
      </button>
      {[...counts].map(([status, count]) => (
        <button
          key={status}
          type="button"
          aria-pressed={props.selected === status}
          onClick={() => props.onSelect(props.selected === status ? null : status)}
        >
          <i class={`swatch progress-${status}`} aria-hidden="true" />
          {toWords(status)} <span>{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Returns the pages with a status and all words in their title or URL. */
function usePages(pages: readonly JobPageEvent[], status: string | null, query: string) {
  const key = query.toLowerCase().split(' ').filter(Boolean).join(' ');
  return useMemo(() => {
    const words = key === '' ? [] : key.split(' ');
    if (words.length === 0 && status === null) return pages;
    return pages.filter((page) => {
      const text = `${page.title ?? ''} ${page.url}`.toLowerCase();
      return (status === null || page.status === status) && words.every((word) => text.includes(word));
    });
  }, [pages, status, key]);
}

/** The pages of a job as they arrive, with filters and a preview. */
export function PageList({ job, pages }: { job: Job; pages: readonly JobPageEvent[] }) {
  const [query, setQuery] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = usePages(pages, status, query);
  const isOpen = opened !== null;
  // Only the site of the job matters.
  const columns = useMemo(() => columnsOf(job, isOpen), [job.jid, isOpen]);
  const at = shown.findIndex(({ offset }) => offset === opened);
  const page = shown[at] ?? pages.find(({ offset }) => offset === opened);
  const stepTo = (place: number) => {
    const next = shown[place];
    return next === undefined || at === -1 ? null : () => setOpened(next.offset);
  };
  return (
    <SplitView
      detail={
        page === undefined ? null : (
          <Preview
            key={page.offset}
            job={job}
            page={page}
            step={{ before: stepTo(at - 1), after: stepTo(at + 1) }}
            onClose={() => setOpened(null)}
          />
        )
      }
    >
      <section aria-label="Results">
        <div class="list-head">
          <input
            type="search"
            aria-label="Search pages by title or address"
            placeholder="Search by title or address"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <StatusFilter pages={pages} selected={status} onSelect={setStatus} />
          {shown.length < pages.length && <span class="muted">{countOf(shown.length, 'page')}</span>}
        </div>
        {pages.length === 0 ? (
          <p class="muted">
            {hasEnded(job) ? 'The job delivered no pages.' : 'The first page has not arrived yet.'}
          </p>
        ) : (
          <DataTable
            label="Results"
            items={shown}
            columns={columns}
            keyOf={({ offset }) => String(offset)}
            openKey={opened === null ? null : String(opened)}
            onOpen={({ offset }) => setOpened(offset)}
            maxHeight="66vh"
          />
        )}
      </section>
    </SplitView>
  );
}
