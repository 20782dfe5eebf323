import { useState } from 'preact/hooks';
import type { Monitor } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Check } from '../../components/icons.ts';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { completeAddress } from '../../text/address.ts';
import { ContentFields } from './content-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { draftError, type MonitorDraft, toRequest } from './monitor-draft.ts';

/** Returns true if the draft lacks nothing but the section to watch. */
function isUnchosen({ url, watch }: MonitorDraft): boolean {
  return (
    watch.kind === 'section' && watch.selector === undefined && watch.focus === undefined && url.trim() !== ''
  );
}

/** The settings of a monitor as a form, with the page on which the user points at a section. */
export function MonitorForm({ stored, draft: first }: { stored: Monitor | null; draft: MonitorDraft }) {
  const [draft, setDraft] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Address of the page that is shown to choose a section of it. */
  const [pickedUrl, setPickedUrl] = useState<string | null>(null);
  const change = (changes: Partial<MonitorDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setError(null);
  };
  const save = async () => {
    const reason = draftError(draft);
    setError(reason);
    if (reason !== null) return;
    setBusy(true);
    try {
      const request = toRequest(draft, stored);
      const { mid } =
        stored === null
          ? await client.value.createMonitor(request)
          : await client.value.changeMonitor({ mid: stored.mid, ...request });
      showSuccess(stored === null ? 'The first check has started.' : 'The settings were saved.');
      invalidate('monitor');
      navigate(`/monitors/${mid}`);
    } catch (failure) {
      showError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="monitor-form"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter in the address shows the page to choose from.
        const url = completeAddress(draft.url);
        if (isUnchosen(draft) && pickedUrl !== url) setPickedUrl(url);
        else void save();
      }}
    >
      <ContentFields draft={draft} change={change} pickedUrl={pickedUrl} onPick={setPickedUrl} />
      <DeliveryFields draft={draft} change={change} />
      <div class="form-end">
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <Button kind="primary" type="submit" icon={Check} isBusy={isBusy}>
          {stored === null ? 'Create monitor' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
