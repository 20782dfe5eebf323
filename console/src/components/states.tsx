import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { CircleAlert, type IconNode } from './icons.ts';

/** What a list shows while it has no entries: what belongs here, and the next step. */
export function EmptyState(props: {
  icon: IconNode;
  title: string;
  text: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty-state">
      <Icon icon={props.icon} size={28} />
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children}
    </div>
  );
}

/** Shows why data could not be read, with a button that tries again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?(): void }) {
  return (
    <div class="error-state" role="alert">
      <Icon icon={CircleAlert} />
      <span>{message}</span>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Placeholder while data is read for the first time. */
export function LoadingState({ label = 'Loading' }: { label?: string }) {
  return (
    <div class="loading-state" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label}…</span>
    </div>
  );
}

/** Widths of the bars of a skeleton, so that it looks like text. */
const barWidths = [62, 48, 71, 55, 66, 44];

/** Placeholder in the shape of a list while it is read for the first time, so that nothing jumps when it arrives. */
export function SkeletonState({ label = 'Loading', rows = 8 }: { label?: string; rows?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="skeleton-label">{label}…</span>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} class="skeleton-row" aria-hidden="true">
          <span class="skeleton-bar" style={{ width: `${barWidths[at % barWidths.length]}%` }} />
        </span>
      ))}
    </div>
  );
}
