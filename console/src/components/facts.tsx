import './facts.css';
import type { ComponentChildren } from 'preact';

/** A fact of a {@link Facts} list: its label and its value. */
export type Fact = readonly [label: string, value: ComponentChildren];

/** A list of labelled values; entries without a value (null) are left out. */
export function Facts({ facts, isLarge = false }: { facts: readonly Fact[]; isLarge?: boolean }) {
  return (
    <dl class={isLarge ? 'fact-list fact-list-large' : 'fact-list'}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
