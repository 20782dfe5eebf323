import { useState } from 'preact/hooks';
import type { WorkflowStep } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from '../../components/icons.ts';
import { JsonEditor } from '../../components/json-editor.tsx';
import { stepText } from '../../text/step.ts';
import { moveStep } from './workflow-steps.ts';

/** Edits one step as JSON, which can express every step with its nested steps. */
function StepEditor(props: { step: WorkflowStep; onSave(step: WorkflowStep): void; onCancel(): void }) {
  const [text, setText] = useState(() => JSON.stringify(props.step, null, 2));
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    try {
      const step = JSON.parse(text) as WorkflowStep;
      if (typeof step !== 'object' || step === null || typeof step.type !== 'string')
        throw new Error('A step is an object with a "type".');
      props.onSave(step);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <div class="step-editor">
      <JsonEditor label="Step as JSON" text={text} onChange={setText} onSubmit={save} />
      {error !== null && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="workflow-actions">
        <Button kind="primary" onClick={save}>
          Apply
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

const newStep: WorkflowStep = { type: 'click', target: '' };

/** The steps of a workflow as a list that can be changed, moved and extended. */
export function StepList(props: {
  steps: readonly WorkflowStep[];
  canEdit: boolean;
  onChange(steps: readonly WorkflowStep[]): void;
}) {
  const { steps, onChange, canEdit } = props;
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <div class="step-list">
      <ol aria-label="Steps">
        {steps.map((step, at) => (
          // Steps have no identity of their own
          <li key={at}>
            <div class="step-line">
              <span class="step-text">{stepText(step as never)}</span>
              {canEdit && (
                <span class="step-buttons">
                  <Button
                    kind="quiet"
                    icon={ArrowUp}
                    label={`Move step ${at + 1} up`}
                    isDisabled={at === 0}
                    onClick={() => onChange(moveStep(steps, at, -1))}
                  />
                  <Button
                    kind="quiet"
                    icon={ArrowDown}
                    label={`Move step ${at + 1} down`}
                    isDisabled={at === steps.length - 1}
                    onClick={() => onChange(moveStep(steps, at, 1))}
                  />
                  <Button
                    kind="quiet"
                    icon={Pencil}
                    label={`Edit step ${at + 1}`}
                    onClick={() => setEdited(edited === at ? null : at)}
                  />
                  <Button
                    kind="quiet"
                    icon={Trash2}
                    label={`Delete step ${at + 1}`}
                    isDisabled={steps.length === 1}
                    onClick={() => onChange(steps.filter((_, place) => place !== at))}
                  />
                </span>
              )}
            </div>
            {edited === at && (
              <StepEditor
                step={step}
                onCancel={() => setEdited(null)}
                onSave={(changed) => {
                  onChange(steps.map((one, place) => (place === at ? changed : one)));
                  setEdited(null);
                }}
              />
            )}
          </li>
        ))}
      </ol>
      {canEdit && (
        <Button
          icon={Plus}
          onClick={() => {
            onChange([...steps, newStep]);
            setEdited(steps.length);
          }}
        >
          Add a step
        </Button>
      )}
    </div>
  );
}
