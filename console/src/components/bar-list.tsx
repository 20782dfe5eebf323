import './bar-list.css';
import type { ComponentChildren } from 'preact';

/** One bar of a {@link BarList}. */
export interface Bar {
  name: string;
  /** Length of the bar; 0 or more. */
  size: number;
  /** Value in words, after the bar. */
  value: ComponentChildren;
  tone?: 'good' | 'bad';
}

/** Horizontal bars with their values as text; the longest bar fills the width. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const longest = Math.max(1e-9, ...bars.map(({ size }) => size));
  return (
    <ul class="bar-list" aria-label={label}>
      {bars.map(({ name, size, value, tone }) => (
        <li key={name}>
          <span class="bar-name" title={name}>
            {name}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class={`bar bar-${tone ?? 'plain'}`} style={{ width: `${(100 * size) / longest}%` }} />
          </span>
          <span class="bar-value">{value}</span>
        </li>
      ))}
    </ul>
  );
}
