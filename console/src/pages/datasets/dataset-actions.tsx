import { useState } from 'preact/hooks';
import type { Dataset, ScheduleInput } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { CalendarClock, Download, RefreshCw, Trash2 } from '../../components/icons.ts';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client, downloadFile } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';

const formats = ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const;

type Run = (work: () => Promise<void>) => Promise<void>;

function ExportMenu({ did, run }: { did: string; run: Run }) {
  const save = async (format: (typeof formats)[number]) => {
    const made = await client.value.exportDataset({ did, format });
    const file = await client.value.getDatasetExport({ did, export_id: made.export_id });
    await downloadFile(file, made.filename);
  };
  return (
    <details class="menu">
      <summary class="button button-secondary">Export</summary>
      <div class="menu-items">
        {formats.map((format) => (
          <Button key={format} kind="quiet" icon={Download} onClick={() => void run(() => save(format))}>
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </details>
  );
}

function ScheduleForm({ dataset, run, onClose }: { dataset: Dataset; run: Run; onClose(): void }) {
  const [schedule, setSchedule] = useState<ScheduleInput | null>(dataset.schedule ?? { paused: true });
  const save = () =>
    run(async () => {
      await client.value.scheduleDataset({ did: dataset.did, ...(schedule ?? { paused: true }) });
      showSuccess('The schedule was saved.');
      invalidate('dataset');
      onClose();
    });
  return (
    <form
      class="panel schedule-form"
      aria-label="Schedule of the refreshes"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ScheduleField value={schedule} noneLabel={null} onChange={setSchedule} />
      <div class="actions">
        <Button kind="primary" type="submit">
          Save schedule
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** The actions that the source of a dataset and the scopes of the key allow. */
export function DatasetActions({ dataset }: { dataset: Dataset }) {
  const [isBusy, setBusy] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const { did, name, refreshing, last_refresh: last } = dataset;
  const run: Run = async (work) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const refresh = (acceptDrop: boolean) =>
    run(async () => {
      await client.value.refreshDataset({ did, ...(acceptDrop && { accept_drop: true }) });
      showSuccess('The refresh has started.');
      invalidate('dataset');
    });
  const acceptDrop = async () => {
    const text =
      'More than half of the records disappeared from the source. They are marked as missing or removed.';
    if (await confirmAction({ title: 'Accept the drop?', text, action: 'Refresh and accept' }))
      await refresh(true);
  };
  const remove = async () => {
    const text = `“${name}”, its records, its changes and its exports are deleted.`;
    if (!(await confirmAction({ title: 'Delete this dataset?', text, action: 'Delete dataset' }))) return;
    await run(async () => {
      await client.value.deleteDataset({ did });
      showSuccess('The dataset was deleted.');
      navigate('/datasets');
      invalidate('dataset');
    });
  };
  const isRefreshed = dataset.source.kind !== 'records';
  const canWrite = hasScope('write');
  return (
    <>
      <div class="actions" aria-busy={isBusy}>
        {canWrite && <ExportMenu did={did} run={run} />}
        {canWrite && isRefreshed && (
          <>
            <Button
              icon={RefreshCw}
              isDisabled={isBusy || refreshing !== null}
              onClick={() => void refresh(false)}
            >
              Refresh
            </Button>
            {last?.status === 'stopped' && (
              <Button isDisabled={isBusy} onClick={() => void acceptDrop()}>
                Accept the drop
              </Button>
            )}
            <Button icon={CalendarClock} onClick={() => setScheduling(!isScheduling)}>
              Schedule
            </Button>
          </>
        )}
        {canWrite && (
          <Button kind="danger" icon={Trash2} isDisabled={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
      {isScheduling && <ScheduleForm dataset={dataset} run={run} onClose={() => setScheduling(false)} />}
    </>
  );
}
