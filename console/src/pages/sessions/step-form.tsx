import { useState } from 'preact/hooks';
import type { BrowserStepRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Play } from '../../components/icons.ts';
import { type StepTexts, stepKinds, stepOfTexts } from '../../components/step-kinds.ts';
import { TextField } from '../../components/text-field.tsx';

/** A step that the user performs. */
export type Step = Pick<
  BrowserStepRequest,
  'type' | 'target' | 'text' | 'url' | 'key' | 'values' | 'ms' | 'direction' | 'amount' | 'submit' | 'secret'
>;

/** In a session, elements also have the numbers of the page as text. */
const numberHint = 'Elements have the numbers that the page as text shows.';

/** Performs one step of a session. */
export function StepForm(props: { isBusy: boolean; onStep(step: Step): Promise<boolean> }) {
  const [type, setType] = useState('click');
  const [texts, setTexts] = useState<StepTexts>({});
  const [submit, setSubmit] = useState(false);
  const [secret, setSecret] = useState(false);
  const kind = stepKinds.find((one) => one.type === type);
  const run = async () => {
    if (kind === undefined) return;
    const step = stepOfTexts(kind, texts, null);
    const target =
      typeof step.target === 'string' && /^\d{1,6}$/.test(step.target) ? Number(step.target) : step.target;
    const numbered = {
      ...step,
      ...(target !== undefined && { target }),
      ...(type === 'type' && { submit, secret }),
    };
    if (await props.onStep(numbered as Step)) setTexts({});
  };
  return (
    <form
      class="step-form"
      aria-label="Next step"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <label class="filter">
        Step
        <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
          {stepKinds.map(({ type: name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {kind?.fields.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          {...(name === 'target' && { hint: numberHint })}
          {...(name === 'values' && { rows: 2 })}
          value={texts[name] ?? ''}
          onChange={(text) => setTexts((before) => ({ ...before, [name]: text }))}
        />
      ))}
      {type === 'type' && (
        <>
          <CheckField
            label="Press Enter after the text"
            isChecked={submit}
            onChange={(isChecked) => setSubmit(isChecked)}
          />
          <CheckField
            label="Hide the text in the recording"
            isChecked={secret}
            onChange={(isChecked) => setSecret(isChecked)}
          />
        </>
      )}
      <div>
        <Button kind="primary" type="submit" icon={Play} isBusy={props.isBusy}>
          Perform
        </Button>
      </div>
    </form>
  );
}
