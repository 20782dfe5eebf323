import { useState } from 'preact/hooks';
import type { Job } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { CircleStop, Download, Pause, Play, RotateCcw, Trash2 } from '../../components/icons.ts';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client, downloadFile } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { countsOf, hasEnded, hasPages } from './job-facts.ts';

type Action = 'cancel' | 'pause' | 'resume' | 'retry';

const doneTexts: Readonly<Record<Action, string>> = {
  cancel: 'The job was cancelled.',
  pause: 'The job is paused.',
  resume: 'The job continues.',
  retry: 'The failed pages are read again.',
};
const exportFormats = ['zip', 'ndjson', 'csv', 'json', 'xlsx', 'parquet', 'warc'] as const;

type ExportFormat = (typeof exportFormats)[number];
const retriedStatuses: ReadonlySet<string> = new Set(['failed', 'unavailable', 'budget_exhausted']);

/** One click saves the pages as Markdown files, the values of an extraction as a table; a menu has the other formats. */
function ExportActions({ job, run }: { job: Job; run(work: () => Promise<void>): void }) {
  const first: ExportFormat = job.type === 'extract' ? 'csv' : 'zip';
  const save = async (format: ExportFormat) => {
    const fields = { jid: job.jid, format } as Parameters<typeof client.value.exportJob>[0];
    await downloadFile(await client.value.exportJob(fields), `${job.type}.${format}`);
  };
  return (
    <>
      <Button icon={Download} onClick={() => run(() => save(first))}>
        {`Export ${first.toUpperCase()}`}
      </Button>
      <details class="menu">
        <summary class="button button-secondary">Other formats</summary>
        <div class="menu-items">
          {exportFormats
            .filter((format) => format !== first)
            .map((format) => (
              <Button key={format} kind="quiet" icon={Download} onClick={() => run(() => save(format))}>
                {format.toUpperCase()}
              </Button>
            ))}
        </div>
      </details>
    </>
  );
}

/** The actions that the status of a job and the scopes of the key allow. */
export function JobActions({ job }: { job: Job }) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const act = (action: Action) =>
    run(async () => {
      await client.value.actOnJob({ jid: job.jid, action });
      showSuccess(doneTexts[action]);
      invalidate('job');
    });
  const remove = async () => {
    const text = 'Its pages, files and cached results are deleted. Receipts and ledger rows remain.';
    if (!(await confirmAction({ title: 'Delete this job?', text, action: 'Delete job' }))) return;
    await run(async () => {
      await client.value.deleteJob({ jid: job.jid });
      showSuccess('The job was deleted.');
      navigate('/jobs');
      invalidate('job');
    });
  };
  const isEnded = hasEnded(job);
  const canRetry = isEnded && countsOf(job).some(({ status }) => retriedStatuses.has(status));
  const canWrite = hasScope('write');
  return (
    <div class="actions" aria-busy={isBusy}>
      {hasPages(job) && job.progress.done > 0 && <ExportActions job={job} run={(work) => void run(work)} />}
      {canWrite && !isEnded && (
        <>
          <Button
            icon={job.paused ? Play : Pause}
            isDisabled={isBusy}
            onClick={() => void act(job.paused ? 'resume' : 'pause')}
          >
            {job.paused ? 'Resume' : 'Pause'}
          </Button>
          <Button icon={CircleStop} isDisabled={isBusy} onClick={() => void act('cancel')}>
            Cancel
          </Button>
        </>
      )}
      {canWrite && canRetry && (
        <Button icon={RotateCcw} isDisabled={isBusy} onClick={() => void act('retry')}>
          Retry failed
        </Button>
      )}
      {canWrite && isEnded && (
        <Button kind="danger" icon={Trash2} isDisabled={isBusy} onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </div>
  );
}
