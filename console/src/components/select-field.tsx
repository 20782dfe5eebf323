import { useId } from 'preact/hooks';

/** Properties of {@link SelectField}. */
export interface SelectFieldProps {
  label: string;
  value: string;
  /** Pairs of value and label. */
  options: readonly (readonly [string, string])[];
  onChange(value: string): void;
  /** Explanation below the field. */
  hint?: string;
}

/** A labelled choice from a list. */
export function SelectField({ label, value, options, onChange, hint }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{label}</label>
      </div>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p class="field-help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
