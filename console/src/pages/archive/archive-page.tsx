import './archive.css';
import { useState } from 'preact/hooks';
import type { ArchiveDiffAnswer, ArchiveSnapshotsAnswer } from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { History } from '../../components/icons.ts';
import { PartNotice } from '../../components/part-notice.tsx';
import { EmptyState, ErrorState, SkeletonState } from '../../components/states.tsx';
import { ToolField, ToolForm } from '../../components/tool-form.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { client } from '../../data/client.ts';
import { route, setParams } from '../../data/route.ts';
import { useCall } from '../../data/use-call.ts';
import { Captures } from './captures.tsx';

const maxCaptures = 200;

/** Old versions of a page in web archives. */
export function ArchivePage() {
  const { params } = route.value;
  const [url, setUrl] = useState(params.get('url') ?? '');
  const [since, setSince] = useState(params.get('since') ?? '');
  const { value, error, isRunning, start, cancel } = useCall<ArchiveSnapshotsAnswer>();
  const diff = useCall<ArchiveDiffAnswer>();
  const run = () => {
    setParams({ url: url.trim(), since: since.trim() });
    diff.reset();
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
      {/* The answer below says which archive did not answer for this page. */}
      {value === null && <PartNotice part="archives" />}
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
      {isRunning && <SkeletonState label="Asking the web archives" />}
      {!isRunning && value !== null && (
        <>
          <Warnings warnings={value.warnings} />
          <Captures key={value.receipt.id} answer={value} diff={diff} onRetry={run} />
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
