import { formatDateTime, formatRelative } from '../text/format.ts';

/** A time of the API as a distance from now, with the exact time as tooltip; a dash for null. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="muted">–</span>;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  );
}
