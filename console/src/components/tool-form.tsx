import './tool-form.css';
import type { ComponentChildren } from 'preact';
import { completeAddress } from '../text/address.ts';
import { Button } from './button.tsx';
import { Play, Square } from './icons.ts';

/** A text field of a {@link ToolForm}. */
export function ToolField(props: {
  label: string;
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  /** True to complete an address without a scheme when the field is left. */
  isUrl?: boolean;
  isRequired?: boolean;
  isWide?: boolean;
}) {
  return (
    <label class={props.isWide ? 'tool-wide' : undefined}>
      <span class="tool-label">{props.label}</span>
      <input
        type="text"
        inputMode={props.isUrl ? 'url' : 'text'}
        value={props.value}
        required={props.isRequired}
        placeholder={props.placeholder}
        onInput={(event) => props.onChange(event.currentTarget.value)}
        // Browsers send this event when the field is left, and before Enter submits the form
        onChange={(event) => {
          if (props.isUrl) props.onChange(completeAddress(event.currentTarget.value));
        }}
      />
    </label>
  );
}

/** A form that runs one operation, with a button that starts or cancels it. */
export function ToolForm(props: {
  label: string;
  action: string;
  isRunning: boolean;
  onRun(): void;
  onCancel(): void;
  children: ComponentChildren;
}) {
  return (
    <form
      class="panel tool-form"
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        props.onRun();
      }}
    >
      {props.children}
      <div class="tool-actions">
        <Button kind="primary" type="submit" icon={Play} isBusy={props.isRunning}>
          {props.action}
        </Button>
        {props.isRunning && (
          <Button icon={Square} onClick={props.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
