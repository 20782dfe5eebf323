import '../styles/step-list.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { stepText } from '../text/step.ts';
import { Button } from './button.tsx';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from './icons.ts';
import { StepEditor } from './step-editor.tsx';
import type { AnyStep, Inputs, NewInput } from './step-kinds.ts';

const newStep: AnyStep = { type: 'click', target: '' };

/** Moves an entry of a list by one place; returns the same list at its ends. */
function moveStep(list: readonly AnyStep[], at: number, by: -1 | 1): readonly AnyStep[] {
  const entry = list[at];
  const other = list[at + by];
  if (entry === undefined || other === undefined) return list;
  const moved = [...list];
  moved[at] = other;
  moved[at + by] = entry;
  return moved;
}

/** Properties of {@link StepList}. */
export interface StepListProps {
  /** Name of the list for assistive technology. Default: `Steps`. */
  label?: string;
  steps: readonly AnyStep[];
  canEdit: boolean;
  /** Inputs that steps can ask for; without them, values stay in the steps. */
  inputs?: Inputs;
  /** What is known about a step besides its text, such as the result of a test. */
  resultOf?(at: number): ComponentChildren;
  onChange(steps: readonly AnyStep[], input: NewInput | null): void;
}

function StepButtons(props: StepListProps & { at: number; onEdit(): void }) {
  const { steps, at } = props;
  const change = (changed: readonly AnyStep[]) => props.onChange(changed, null);
  return (
    <span class="step-buttons">
      <Button
        kind="quiet"
        icon={ArrowUp}
        label={`Move step ${at + 1} up`}
        isDisabled={at === 0}
        onClick={() => change(moveStep(steps, at, -1))}
      />
      <Button
        kind="quiet"
        icon={ArrowDown}
        label={`Move step ${at + 1} down`}
        isDisabled={at === steps.length - 1}
        onClick={() => change(moveStep(steps, at, 1))}
      />
      <Button kind="quiet" icon={Pencil} label={`Edit step ${at + 1}`} onClick={props.onEdit} />
      <Button
        kind="quiet"
        icon={Trash2}
        label={`Delete step ${at + 1}`}
        isDisabled={steps.length === 1}
        onClick={() => change(steps.filter((_, place) => place !== at))}
      />
    </span>
  );
}

/** Steps as a list that can be changed, moved and extended. */
export function StepList(props: StepListProps) {
  const { steps, onChange, canEdit, inputs } = props;
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <div class="step-list">
      <ol aria-label={props.label ?? 'Steps'}>
        {steps.map((step, at) => (
          // Steps have no identity of their own
          <li key={at}>
            <div class="step-line">
              <span class="step-text">{stepText(step)}</span>
              {props.resultOf?.(at)}
              {canEdit && (
                <StepButtons {...props} at={at} onEdit={() => setEdited(edited === at ? null : at)} />
              )}
            </div>
            {edited === at && (
              <StepEditor
                step={step}
                {...(inputs !== undefined && { inputs })}
                onCancel={() => setEdited(null)}
                onSave={(changed, input) => {
                  onChange(
                    steps.map((one, place) => (place === at ? changed : one)),
                    input,
                  );
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
            onChange([...steps, newStep], null);
            setEdited(steps.length);
          }}
        >
          Add a step
        </Button>
      )}
    </div>
  );
}
