import type { BrowserSessionWithRecording } from '../../../../clients/typescript/src/index.ts';
import { stepText } from '../../text/step.ts';

/** The steps of a recorded session, as its workflow will contain them. */
export function RecordedSteps({ session }: { session: BrowserSessionWithRecording }) {
  const steps = session.recording?.steps ?? [];
  if (session.recording === undefined)
    return <p class="muted">The steps of this session are not recorded.</p>;
  if (steps.length === 0) return <p class="muted">No step was recorded so far.</p>;
  return (
    <ol class="step-log" aria-label="Recorded steps">
      {steps.map((step, at) => (
        // Recorded steps keep their position
        <li key={at}>{stepText(step)}</li>
      ))}
    </ol>
  );
}
