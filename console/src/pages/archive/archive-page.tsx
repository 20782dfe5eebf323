import './archive.css';
import { useState } from 'preact/hooks';
import type { ArchiveDiffAnswer, ArchiveSnapshotsAnswer } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { History } from '../../components/icons.ts';
import { NotConfigured } from '../../components/not-configured.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { ToolField, ToolForm } from '../../components/tool-form.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { route, setParams } from '../../data/route.ts';
import { type Call, useCall } from '../../data/use-call.ts';
import { ArchiveDiff } from './archive-diff.tsx';
import { CaptureTimeline, dayOf } from './capture-timeline.tsx';

const maxCaptures = 200;

function VersionSelect(props: {
  label: string;
  value: string;
  times: readonly string[];
  hasLive: boolean;
  onChange(value: string): void;
}) {
  return (
    <label>
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.times.map((at) => (
          <option key={at} value={at}>
            {dayOf(at)}
          </option>
        ))}
        {props.hasLive && <option value="live">The live page</option>}
      </select>
    </label>
  );
}

type Source = ArchiveSnapshotsAnswer['sources'][number];

/** Returns why it is not known whether an archive has a copy. */
function describeSilence(silent: readonly Source[], count: number): string {
  const which = silent.length === count ? 'No web archive' : 'Not every web archive';
  const reasons = silent.map(({ source, reason }) => `${source}: ${reason ?? 'no answer'}`).join(' ');
  return `${which} could be asked, so it is not known whether this page has a copy. ${reasons}`;
}

/** The captures of one page, and the difference of any two. */
function Captures({ answer, diff }: { answer: ArchiveSnapshotsAnswer; diff: Call<ArchiveDiffAnswer> }) {
  const times = answer.captures.map(({ captured_at: at }) => at);
  const [from, setFrom] = useState(times[0] ?? '');
  const [to, setTo] = useState('live');
  const compare = (at: string, other: string) => {
    setFrom(at);
    setTo(other);
    diff.start(async (signal) => {
      const fields = { action: 'diff', url: answer.url, at, compare_to: other } as const;
      return (await client.value.archive(fields, { signal })) as ArchiveDiffAnswer;
    });
  };
  if (times.length === 0) {
    const silent = answer.sources.filter(({ outcome }) => outcome === 'failed');
    if (silent.length > 0) return <ErrorState message={describeSilence(silent, answer.sources.length)} />;
    return (
      <EmptyState
        icon={History}
        title="No captures"
        text="No web archive has a copy of this page in this time."
      />
    );
  }
  return (
    <>
      <CaptureTimeline answer={answer} selected={from} onSelect={setFrom} onCompare={compare} />
      <section class="panel" aria-label="Compare two versions">
        <div class="diff-form">
          <VersionSelect label="From" value={from} times={times} hasLive={false} onChange={setFrom} />
          <VersionSelect label="To" value={to} times={times} hasLive onChange={setTo} />
          <Button kind="primary" isBusy={diff.isRunning} onClick={() => compare(from, to)}>
            Compare
          </Button>
        </div>
      </section>
      {diff.isRunning && <LoadingState label="Reading both versions" />}
      {diff.error !== null && <ErrorState message={diff.error} onRetry={() => compare(from, to)} />}
      {!diff.isRunning && diff.value !== null && <ArchiveDiff diff={diff.value} />}
    </>
  );
}

/** Old versions of a page in web archives. */
export function ArchivePage() {
  const { params } = route.value;
  const [url, setUrl] = useState(params.get('url') ?? '');
  const [since, setSince] = useState(params.get('since') ?? '');
  const { value, error, isRunning, start, cancel } = useCall<ArchiveSnapshotsAnswer>();
  const diff = useCall<ArchiveDiffAnswer>();
  const health = useQuery('health', (signal) => client.value.health({}, { signal }));
  const archives = health.data.value?.checks.archives;
  const run = () => {
    setParams({ url: url.trim(), since: since.trim() });
    start(async (signal) => {
      const fields = {
        action: 'snapshots',
        url: url.trim(),
        every: 'change',
        limit: maxCaptures,
        ...(since.trim() !== '' && { since: since.trim() }),
      } as const;
      return (await client.value.archive(fields, { signal })) as ArchiveSnapshotsAnswer;
    });
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>Archive</h1>
      </header>
      {archives?.status === 'unavailable' || archives?.status === 'unreachable' ? (
        <NotConfigured setting="WEBDATA_ARCHIVES" docs="/docs/archive">
          The web archives did not answer when they were last asked: {archives.detail}.
        </NotConfigured>
      ) : null}
      <ToolForm
        label="Find captures"
        action="Find captures"
        isRunning={isRunning}
        onRun={run}
        onCancel={cancel}
      >
        <ToolField
          label="URL"
          isUrl
          value={url}
          isRequired
          isWide
          placeholder="https://example.com/pricing"
          onChange={setUrl}
        />
        <ToolField label="Since" value={since} placeholder="2019 or 2019-06" onChange={setSince} />
      </ToolForm>
      {error !== null && <ErrorState message={error} onRetry={run} />}
      {isRunning && <LoadingState label="Asking the web archives" />}
      {!isRunning && value !== null && (
        <>
          <Warnings error={value.error} warnings={value.warnings} />
          <Captures key={value.receipt.id} answer={value} diff={diff} />
        </>
      )}
      {!isRunning && value === null && error === null && (
        <EmptyState
          icon={History}
          title="How did the page change?"
          text="Web archives keep old copies of pages. The timeline shows only captures with real changes, and compares any two of them, or one with the live page."
        />
      )}
      <ApiLink method="POST" path="/v1/archive" tag="archive" operation="archive" />
    </div>
  );
}
