import { useEffect, useState } from 'preact/hooks';
import { formatDateTime } from '../../text/format.ts';

const tickMs = 1_000;
const soonMs = 120_000;

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes];
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':');
}

/** Counts down to the end of a session. */
export function TimeLeft({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const left = new Date(at).getTime() - now;
  const title = `Closes at ${formatDateTime(at)}, or earlier if it is not used`;
  return (
    <time
      class={left < soonMs ? 'time-left time-soon' : 'time-left'}
      dateTime={at}
      title={title}
      role="timer"
    >
      closes in {clockText(left)}
    </time>
  );
}
