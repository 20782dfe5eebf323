import '../styles/schedule.css';
import type { Schedule } from '../../../clients/typescript/src/index.ts';
import { formatDateTime, formatRelative } from '../text/format.ts';
import { scheduleText } from '../text/schedule.ts';

/** The times of the next runs; nothing if there are none. */
export function RunTimes({ nextRuns }: { nextRuns: readonly string[] }) {
  if (nextRuns.length === 0) return null;
  return (
    <ol>
      {nextRuns.map((at) => (
        <li key={at}>
          <time dateTime={at}>{formatDateTime(at)}</time> <span class="muted">{formatRelative(at)}</span>
        </li>
      ))}
    </ol>
  );
}

/** A schedule in words, with the times of its next runs. */
export function NextRuns({ schedule, nextRuns }: { schedule: Schedule | null; nextRuns: readonly string[] }) {
  return (
    <div class="next-runs">
      <span>{scheduleText(schedule)}</span>
      <RunTimes nextRuns={nextRuns} />
    </div>
  );
}
