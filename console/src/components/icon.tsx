import { h } from 'preact';
import type { IconNode } from './icons.ts';

/** Properties of {@link Icon}. */
export interface IconProps {
  /** An icon of `icons.ts`. */
  icon: IconNode;
  size?: number;
}

/** A decorative icon; the text next to it, or the label of its button, carries the meaning. */
export function Icon({ icon, size = 16 }: IconProps) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {icon.map(([tag, attributes], at) => h(tag, { ...attributes, key: at }))}
    </svg>
  );
}
