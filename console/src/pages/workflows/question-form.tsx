import { useState } from 'preact/hooks';
import type { WorkflowRun } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';

type Question = NonNullable<WorkflowRun['question']>;

const repeatAnswers = [
  ['repeat', 'Repeat the step'],
  ['skip', 'Skip it'],
  ['stop', 'Stop the run'],
] as const;

/** Converts a text to the type that the question asks for. */
function toAnswer(text: string, { schema }: Question): unknown {
  if (schema?.type === 'number' || schema?.type === 'integer') return Number(text);
  if (schema?.type === 'boolean') return ['yes', 'true'].includes(text.trim().toLowerCase());
  return text;
}

/** Asks what the run needs to know, and sends the answer. */
export function QuestionForm({ runId, question }: { runId: string; question: Question }) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const answer = async (value: unknown) => {
    setBusy(true);
    try {
      await client.value.actOnRun({ run_id: runId, action: 'answer', answer: value });
      showSuccess('The run continues.');
      invalidate('run');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="panel question"
      aria-label="Question of the run"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(toAnswer(text, question));
      }}
    >
      <h2>{question.question}</h2>
      {hasScope('write') && question.kind === 'repeat' && (
        <div class="workflow-actions">
          {repeatAnswers.map(([value, label]) => (
            <Button key={value} isDisabled={isBusy} onClick={() => void answer(value)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {hasScope('write') && question.kind === 'ask' && (
        <>
          <TextField label="Answer" value={text} onChange={setText} />
          <div>
            <Button kind="primary" type="submit" isBusy={isBusy}>
              Answer
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
