import './side-panel.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { X } from './icons.ts';

/** A list, with the details of one entry beside it. On narrow screens the details replace the list. */
export function SplitView({ children, detail }: { children: ComponentChildren; detail: ComponentChildren }) {
  const isOpen = detail !== null;
  return (
    <div class={isOpen ? 'split split-open' : 'split'}>
      <div class="split-list">{children}</div>
      {detail}
    </div>
  );
}

/** Details of one entry; takes the focus when it opens, and closes with Escape. */
export function SidePanel(props: {
  title: string;
  /** Buttons beside the one that closes. */
  actions?: ComponentChildren;
  onClose(): void;
  children: ComponentChildren;
}) {
  const panel = useRef<HTMLElement>(null);
  // Each opened entry takes the focus
  useEffect(() => panel.current?.focus(), [props.title]);
  return (
    <aside
      ref={panel}
      class="panel side-panel"
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose();
      }}
    >
      <div class="side-panel-head">
        <h2>{props.title}</h2>
        <div class="side-panel-actions">
          {props.actions}
          <Button kind="quiet" icon={X} label="Close" onClick={props.onClose} />
        </div>
      </div>
      {props.children}
    </aside>
  );
}
