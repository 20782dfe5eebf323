import type { ArchiveSnapshotsAnswer, Snapshot } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { countOf, formatDateTime, toWords } from '../../text/format.ts';

/** Day of a capture (UTC). */
export const dayOf = (at: string) => at.slice(0, 10);

function sizeText({ size, captures, until }: Snapshot): string {
  const parts = size === undefined ? [] : Object.entries(size).filter(([, count]) => count > 0);
  const changed = parts.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const same = captures !== undefined && captures > 1 ? countOf(captures, 'capture') : '';
  const span = until === undefined ? '' : `until ${dayOf(until)}`;
  return [changed, same, span].filter(Boolean).join(' · ');
}

/** Returns the position of each capture in the covered time, in percent. */
function positions(captures: readonly Snapshot[]): number[] {
  const times = captures.map(({ captured_at: at }) => Date.parse(at));
  const first = Math.min(...times);
  const length = Math.max(...times) - first;
  return times.map((time) => (length === 0 ? 50 : (100 * (time - first)) / length));
}

/** The captures with real changes on a line of time and as a list. */
export function CaptureTimeline(props: {
  answer: ArchiveSnapshotsAnswer;
  /** Capture time of the selected start of the comparison. */
  selected: string | null;
  onSelect(at: string): void;
  onCompare(from: string, to: string): void;
}) {
  const { captures, changes, total, complete } = props.answer;
  const places = positions(captures);
  const [first, last] = [captures[0], captures.at(-1)];
  return (
    <section class="panel" aria-label="Timeline">
      <h2>
        {countOf(changes, 'change')} in {countOf(total, 'capture')}
        {!complete && <span class="muted"> · more captures exist</span>}
      </h2>
      <div class="timeline-bar">
        {captures.map(({ captured_at: at, change }, index) => (
          <button
            key={at}
            type="button"
            class="timeline-dot"
            data-change={change ?? 'unknown'}
            aria-pressed={props.selected === at}
            aria-label={`${dayOf(at)}, ${toWords(change ?? 'not compared')}`}
            title={formatDateTime(at)}
            style={{ left: `${places[index]}%` }}
            onClick={() => props.onSelect(at)}
          />
        ))}
      </div>
      <p class="timeline-ends">
        <span>{first === undefined ? '' : dayOf(first.captured_at)}</span>
        <span>{last === undefined ? '' : dayOf(last.captured_at)}</span>
      </p>
      <ol class="captures" aria-label="Captures">
        {captures.map((capture, index) => {
          const previous = captures[index - 1];
          return (
            <li key={capture.captured_at}>
              <time dateTime={capture.captured_at} title={formatDateTime(capture.captured_at)}>
                {dayOf(capture.captured_at)}
              </time>
              <span>
                <StatusBadge status={capture.change ?? 'not_compared'} />
              </span>
              <span class="muted capture-size">{sizeText(capture)}</span>
              {previous !== undefined && (
                <Button onClick={() => props.onCompare(previous.captured_at, capture.captured_at)}>
                  What changed
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
