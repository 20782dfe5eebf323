import '../styles/schedule.css';
import type { Schedule } from '../../../clients/typescript/src/index.ts';
import { formatDateTime, formatRelative } from '../text/format.ts';
import { scheduleText } from '../text/schedule.ts';

/** A schedule in words, with the times of its next runs. */
export function NextRuns({ schedule, nextRuns }: { schedule: Schedule | null; nextRuns: readonly string[] }) {
  return (
    <div class="next-runs">
      <span>{scheduleText(schedule)}</span>
      {nextRuns.length > 0 && (
        <ol>
          {nextRuns.map((at) => (
            <li key={at}>
              <time dateTime={at}>{formatDateTime(at)}</time> <span class="muted">{formatRelative(at)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
