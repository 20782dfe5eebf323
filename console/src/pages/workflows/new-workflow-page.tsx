import './workflows.css';
import { useState } from 'preact/hooks';
import type { CreateWorkflowRequest } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Check, ChevronLeft } from '../../components/icons.ts';
import type { AnyStep } from '../../components/step-kinds.ts';
import { StepList } from '../../components/step-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';

/** Creates a workflow from steps that the user writes. */
export function NewWorkflowPage() {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [steps, setSteps] = useState<readonly AnyStep[]>([]);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setError(null);
    try {
      const request = { name, steps: [{ type: 'goto', url: url.trim() }, ...steps] } as CreateWorkflowRequest;
      const { id } = await client.value.createWorkflow(request);
      invalidate('workflow');
      navigate(`/workflows/${id}`);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <div class="page page-narrow">
      <header class="page-head">
        <a class="back-link" href="#/workflows">
          <Icon icon={ChevronLeft} /> Workflows
        </a>
        <h1>New workflow</h1>
      </header>
      <form
        class="panel start-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="muted">
          It is easier to <a href="#/sessions">record the steps in a browser session</a>.
        </p>
        <TextField label="Name" value={name} onChange={setName} />
        <TextField label="First page" type="url" placeholder="https://" value={url} onChange={setUrl} />
        <StepList steps={steps} canEdit onChange={setSteps} />
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <Button
          kind="primary"
          type="submit"
          icon={Check}
          isDisabled={name.trim() === '' || url.trim() === ''}
        >
          Create workflow
        </Button>
      </form>
    </div>
  );
}
