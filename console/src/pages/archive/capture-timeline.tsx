import type { Snapshot } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { countOf, formatDateTime, toWords } from '../../text/format.ts';
import { placeDots } from './place-dots.ts';

/** Name of the present version among those of an archive. */
export const live = 'live';

/** Day of a capture (UTC). */
export const dayOf = (at: string) => at.slice(0, 10);

/** Returns a version in words. */
export const versionName = (version: string) => (version === live ? 'the live page' : dayOf(version));

function sizeText({ size, captures, until }: Snapshot): string {
  const parts = size === undefined ? [] : Object.entries(size).filter(([, count]) => count > 0);
  const changed = parts.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const same = captures !== undefined && captures > 1 ? countOf(captures, 'capture') : '';
  const span = until === undefined ? '' : `until ${dayOf(until)}`;
  return [changed, same, span].filter(Boolean).join(' · ');
}

/** Properties of {@link Timeline} and {@link CaptureList}. */
interface Versions {
  captures: readonly Snapshot[];
  /** Capture times of the chosen versions, or `live`; up to two. */
  chosen: readonly string[];
  onToggle(version: string): void;
}

/** Moves the focus along the timeline with the arrow keys. */
function moveFocus(event: KeyboardEvent & { currentTarget: EventTarget }): void {
  const dot = event.currentTarget as HTMLElement;
  const next =
    event.key === 'ArrowRight'
      ? dot.nextElementSibling
      : event.key === 'ArrowLeft'
        ? dot.previousElementSibling
        : null;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** The captures on a line of time. One dot takes part in the order of the Tab key; the arrow keys reach the others. */
export function Timeline({ captures, chosen, onToggle }: Versions) {
  const { places, width } = placeDots(captures.map(({ captured_at: at }) => Date.parse(at)));
  const [first, last] = [captures[0], captures.at(-1)];
  const reached = captures.find(({ captured_at: at }) => chosen.includes(at)) ?? first;
  return (
    <div class="timeline">
      <div
        class="timeline-bar"
        role="toolbar"
        aria-label="Captures by time"
        style={{ minWidth: `${width}px` }}
      >
        {captures.map(({ captured_at: at, change }, index) => (
          <button
            key={at}
            type="button"
            class="timeline-dot"
            data-change={change ?? 'unknown'}
            aria-pressed={chosen.includes(at)}
            aria-label={`${dayOf(at)}, ${toWords(change ?? 'not compared')}`}
            title={formatDateTime(at)}
            tabIndex={at === reached?.captured_at ? 0 : -1}
            style={{ left: `${places[index]}%` }}
            onClick={() => onToggle(at)}
            onKeyDown={moveFocus}
          />
        ))}
      </div>
      <p class="timeline-ends" style={{ minWidth: `${width}px` }}>
        <span>{first === undefined ? '' : dayOf(first.captured_at)}</span>
        <span>{last === undefined ? '' : dayOf(last.captured_at)}</span>
      </p>
    </div>
  );
}

/** The captures with real changes, newest first, and the live page; two of them can be chosen. */
export function CaptureList(props: Versions & { onCompare(from: string, to: string): void }) {
  const { captures, chosen, onToggle } = props;
  const choice = (version: string, label: string) => (
    <label class="capture-choice">
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen.includes(version)}
        onChange={() => onToggle(version)}
      />
      {version === live ? 'Now' : <time dateTime={version}>{dayOf(version)}</time>}
    </label>
  );
  return (
    <ol class="captures" aria-label="Captures">
      <li>
        {choice(live, 'Compare the live page')}
        <span class="muted">The live page</span>
      </li>
      {captures
        .map((capture, index) => ({ capture, previous: captures[index - 1] }))
        .reverse()
        .map(({ capture, previous }) => {
          const { captured_at: at, change, archive_url: address } = capture;
          return (
            <li key={at}>
              {choice(at, `Compare ${dayOf(at)}`)}
              <span>
                <StatusBadge status={change ?? 'not_compared'} />
              </span>
              <span class="muted capture-size">{sizeText(capture)}</span>
              <span class="capture-actions">
                <WebLink href={address} title={formatDateTime(at)}>
                  Open
                </WebLink>
                {previous !== undefined && (
                  <Button onClick={() => props.onCompare(previous.captured_at, at)}>What changed</Button>
                )}
              </span>
            </li>
          );
        })}
    </ol>
  );
}
