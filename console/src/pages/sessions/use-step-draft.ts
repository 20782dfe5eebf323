import { useMemo, useState } from 'preact/hooks';
import type { BrowserSessionWithRecording } from '../../../../clients/typescript/src/index.ts';
import type { AnyStep, NewInput } from '../../components/step-kinds.ts';
import {
  changeDraft,
  emptyDraft,
  mergeRecorded,
  type Recording,
  recordingOf,
  type StepDraft,
} from './step-draft.ts';

/** Drafts by session, so that they are there when the user comes back to the page. */
const drafts = new Map<string, StepDraft>();

/** The steps of a session as the user has edited them. */
export interface EditedSteps {
  recording: Recording;
  isEdited: boolean;
  change(steps: readonly AnyStep[], input: NewInput | null): void;
  /** Drops all changes. */
  reset(): void;
}

/** Keeps what the user changes in the recorded steps of a session, while it records more. */
export function useStepDraft(session: BrowserSessionWithRecording): EditedSteps {
  const { sid } = session;
  const [draft, setDraft] = useState(() => drafts.get(sid) ?? emptyDraft);
  const recorded = useMemo(() => recordingOf(session.recording), [session.recording]);
  const recording = useMemo(() => mergeRecorded(draft, recorded), [draft, recorded]);
  const keep = (next: StepDraft) => {
    drafts.set(sid, next);
    setDraft(next);
  };
  return {
    recording,
    isEdited: draft !== emptyDraft,
    change: (steps, input) => keep(changeDraft(draft, recorded, steps, input)),
    reset: () => keep(emptyDraft),
  };
}
