import { useId } from 'preact/hooks';
import { completeAddress } from '../text/address.ts';

/** Properties of {@link TextField}. */
export interface TextFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Explanation below the field. */
  hint?: string;
  placeholder?: string;
  /** `url` completes an address without a scheme when the field is left. */
  type?: 'text' | 'url';
  /** The text is not shown while it is typed. */
  isSecret?: boolean;
  isDisabled?: boolean;
  /** Height in lines; more than one line can be entered. */
  rows?: number;
}

/** A labelled field for text. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const shared = {
    id,
    value: props.value,
    placeholder: props.placeholder,
    disabled: props.isDisabled === true,
    'aria-describedby': props.hint === undefined ? undefined : `${id}-hint`,
  };
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{props.label}</label>
      </div>
      {props.isSecret === true ? (
        <input
          {...shared}
          type="password"
          autocomplete="off"
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      ) : props.rows === undefined ? (
        <input
          {...shared}
          type="text"
          inputMode={props.type ?? 'text'}
          onInput={(event) => props.onChange(event.currentTarget.value)}
          // Browsers send this event when the field is left, and before Enter submits the form
          onChange={(event) => {
            if (props.type === 'url') props.onChange(completeAddress(event.currentTarget.value));
          }}
        />
      ) : (
        <textarea
          {...shared}
          rows={props.rows}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
      {props.hint !== undefined && (
        <p class="field-help" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
