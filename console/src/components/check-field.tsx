/** A check box with its label. */
export function CheckField(props: { label: string; isChecked: boolean; onChange(isChecked: boolean): void }) {
  return (
    <label class="check-field">
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
