import { useState } from 'preact/hooks';
import type { BrowserSessionWithRecording } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { CircleStop, Eye, KeyRound, Play, RotateCcw, Save } from '../../components/icons.ts';
import { StepList } from '../../components/step-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import { keepMonitorStart } from '../../data/monitor-start.ts';
import { navigate } from '../../data/route.ts';
import { hasScope } from '../../data/session.ts';
import { stepText } from '../../text/step.ts';
import { type Saved, SaveForm } from './save-form.tsx';
import { type Recording, requiredInputs, toPageWithSteps, usedInputs } from './step-draft.ts';
import { StepResult, TestSummary } from './test-result.tsx';
import { type EditedSteps, useStepDraft } from './use-step-draft.ts';
import { type StepTest, useStepTest } from './use-step-test.ts';

interface SessionProps {
  session: BrowserSessionWithRecording;
}

/** Asks for the inputs of a test, and starts it. */
function TestForm(props: { recording: Recording; onStart(values: Record<string, string>): void }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const isMissing = requiredInputs(props.recording).some((name) => !values[name]);
  return (
    <form
      class="save-form"
      aria-label="Inputs of the test"
      onSubmit={(event) => {
        event.preventDefault();
        props.onStart(values);
      }}
    >
      {usedInputs(props.recording).map(([name, { writeOnly, description, default: recorded }]) => (
        <TextField
          key={name}
          label={`Input ${name}`}
          isSecret={writeOnly === true}
          {...(typeof description === 'string' && { hint: description })}
          {...(recorded !== undefined && { placeholder: String(recorded) })}
          value={values[name] ?? ''}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <div>
        <Button kind="primary" type="submit" icon={Play} isDisabled={isMissing}>
          Start the test
        </Button>
      </div>
    </form>
  );
}

/** Opens the form of a monitor that performs the steps before it reads the page. */
function watchResult({ session }: SessionProps, recording: Recording): string | null {
  const page = toPageWithSteps(recording, stepText);
  if (typeof page === 'string') return page;
  keepMonitorStart({ ...page, name: session.title, login: session.login });
  navigate(`/monitors/new?url=${encodeURIComponent(page.url)}`);
  return null;
}

function TestButton({ test, onStart }: { test: StepTest; onStart(): void }) {
  return test.isRunning ? (
    <Button icon={CircleStop} onClick={() => void test.stop()}>
      Stop the test
    </Button>
  ) : (
    <Button kind="primary" icon={Play} onClick={onStart}>
      Test the steps
    </Button>
  );
}

type Opened = Saved | 'test' | null;

function Actions(props: SessionProps & { edited: EditedSteps; test: StepTest }) {
  const { session, edited, test } = props;
  const { recording } = edited;
  const [opened, setOpened] = useState<Opened>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = (next: Opened) => {
    setRefusal(null);
    setOpened(next === opened ? null : next);
  };
  const start = (values: Record<string, string>) => {
    setOpened(null);
    void test.start(recording, session.login, values);
  };
  const hasSteps = recording.steps.length > 0;
  return (
    <>
      <div class="keep-actions">
        {hasSteps && (
          <TestButton
            test={test}
            onStart={() => (usedInputs(recording).length > 0 ? open('test') : start({}))}
          />
        )}
        {hasSteps && (
          <Button icon={Save} onClick={() => open('workflow')}>
            Save as workflow
          </Button>
        )}
        {session.status === 'open' && hasScope('admin') && (
          <Button icon={KeyRound} onClick={() => open('login')}>
            Save login
          </Button>
        )}
        {hasSteps && (
          <Button
            icon={Eye}
            onClick={() => {
              setOpened(null);
              setRefusal(watchResult(props, recording));
            }}
          >
            Watch the result
          </Button>
        )}
      </div>
      {opened === 'test' && <TestForm recording={recording} onStart={start} />}
      {(opened === 'workflow' || opened === 'login') && (
        <SaveForm
          key={opened}
          saved={opened}
          session={session}
          recording={recording}
          onEnd={() => setOpened(null)}
        />
      )}
      {refusal !== null && (
        <p class="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

/** The steps of a recorded session: what its workflow will contain. They can be edited, tested and saved. */
export function RecordedSteps({ session }: SessionProps) {
  const edited = useStepDraft(session);
  const test = useStepTest(edited.recording);
  const { steps, inputs } = edited.recording;
  const canEdit = hasScope('write');
  return (
    <div class="recorded">
      {canEdit && <Actions session={session} edited={edited} test={test} />}
      <TestSummary test={test} hasNewSteps={steps.length > test.stepCount} />
      {steps.length === 0 ? (
        <p class="muted">
          {session.recording === undefined
            ? 'The steps of this session are not recorded.'
            : 'No step so far. Open an address, click and type: each step is listed here.'}
        </p>
      ) : (
        <StepList
          label="Recorded steps"
          steps={steps}
          inputs={inputs}
          canEdit={canEdit}
          resultOf={(at) => <StepResult test={test} at={at} />}
          onChange={edited.change}
        />
      )}
      {edited.isEdited && (
        <div>
          <Button kind="quiet" icon={RotateCcw} onClick={edited.reset}>
            Undo all edits
          </Button>
        </div>
      )}
    </div>
  );
}
