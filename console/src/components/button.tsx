import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconNode } from './icons.ts';

/** Properties of {@link Button}. */
export interface ButtonProps {
  children?: ComponentChildren;
  onClick?(event: MouseEvent): void;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: IconNode;
  /** Name for assistive technology and tooltip; required without children. */
  label?: string;
  isDisabled?: boolean;
  isBusy?: boolean;
  type?: 'button' | 'submit';
  /** Keyboard shortcut that is shown after the text. */
  shortcut?: string;
}

/** A button. */
export function Button(props: ButtonProps) {
  const { children, onClick, kind = 'secondary', icon, label, isDisabled, isBusy, shortcut } = props;
  return (
    <button
      type={props.type ?? 'button'}
      class={`button button-${kind}${children === undefined ? ' button-icon' : ''}`}
      aria-label={label}
      title={label}
      aria-busy={isBusy}
      disabled={isDisabled === true || isBusy === true}
      onClick={onClick}
    >
      {icon !== undefined && <Icon icon={icon} />}
      {children !== undefined && <span>{children}</span>}
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}
