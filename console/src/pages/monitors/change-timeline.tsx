import type { GetMonitorAnswer, MonitorCheck } from '../../../../clients/typescript/src/index.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { CheckView } from './check-view.tsx';

/** Returns the checks that changed something, newest first. */
function changesOf(checks: readonly MonitorCheck[]): MonitorCheck[] {
  return checks.filter(({ state }) => state === 'changed' || state === 'removed');
}

/** Properties of {@link ChangeTimeline}. */
interface ChangeTimelineProps {
  monitor: GetMonitorAnswer;
  /** Number of the check that is shown; null for the last change. */
  shown: number | null;
  onShow(check: number): void;
}

/** The real changes with their summaries, and the difference of the chosen one beside them. */
export function ChangeTimeline({ monitor, shown, onShow }: ChangeTimelineProps) {
  const changes = changesOf(monitor.checks);
  const number = shown ?? changes[0]?.check ?? null;
  if (number === null)
    return (
      <p class="muted monitor-none">
        {monitor.check_count === 0
          ? 'The first check is running.'
          : 'Nothing has changed so far. The next change appears here.'}
      </p>
    );
  const view = (
    <CheckView key={number} mid={monitor.mid} number={number} hasConditions={monitor.conditions.length > 0} />
  );
  if (changes.length < 2) return view;
  return (
    <div class="change-timeline">
      <ol aria-label="Changes">
        {changes.map(({ check, state, summary, at }) => (
          <li key={check}>
            <button type="button" aria-pressed={check === number} onClick={() => onShow(check)}>
              <span class="change-time">
                <Time at={at} /> {state === 'removed' && <StatusBadge status={state} />}
              </span>
              <span>{summary}</span>
            </button>
          </li>
        ))}
      </ol>
      <div>{view}</div>
    </div>
  );
}
