import { Button } from '../../components/button.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { TextField } from '../../components/text-field.tsx';
import { stepText } from '../../text/step.ts';
import { requestWithoutSteps, stepsOfDraft, watchesPage } from './monitor-draft.ts';
import {
  DatasetChoice,
  type EditProps,
  KindChoice,
  type PickProps,
  SearchChoice,
  SectionChoice,
  WorkflowChoice,
} from './watch-choices.tsx';

/** The steps that each check performs before it reads the page. */
function PageSteps({ draft, change }: EditProps) {
  const steps = stepsOfDraft(draft);
  if (steps.length === 0) return null;
  return (
    <div class="page-steps">
      <div class="picker-start">
        <strong>Steps before the page is read</strong>
        <Button kind="quiet" onClick={() => change({ request: requestWithoutSteps(draft) })}>
          Remove the steps
        </Button>
      </div>
      <ol aria-label="Steps before the page is read">
        {steps.map((step, at) => (
          // Steps have no identity of their own
          <li key={at}>{stepText(step)}</li>
        ))}
      </ol>
    </div>
  );
}

/** What a monitor watches. */
export function ContentFields(props: EditProps & PickProps) {
  const { draft, change } = props;
  return (
    <section class="panel form-panel" aria-label="Content">
      {watchesPage(draft) && (
        <TextField
          label="Address of the page"
          type="url"
          placeholder="https://"
          value={draft.url}
          onChange={(url) => change({ url })}
        />
      )}
      {watchesPage(draft) && <PageSteps {...props} />}
      <KindChoice {...props} />
      <SectionChoice {...props} />
      <DatasetChoice {...props} />
      {draft.watch.kind === 'workflow' && <WorkflowChoice {...props} />}
      <SearchChoice {...props} />
      {draft.watch.kind === 'fields' &&
        (draft.fields === null ? (
          <p class="muted">The values have a JSON Schema that this form cannot show. It stays as it is.</p>
        ) : (
          <FieldRows fields={draft.fields} onChange={(fields) => change({ fields })} />
        ))}
    </section>
  );
}
