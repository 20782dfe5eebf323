import './recipes.css';
import type { Collected, Recipe, TestRecipeAnswer } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { FlaskConical, Play, Trash2 } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { PlainTable } from '../../components/plain-table.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { showError, showSuccess } from '../../components/toasts.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { client } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { useCall } from '../../data/use-call.ts';
import { countOf, toWords } from '../../text/format.ts';

const runLimit = 50;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Records({
  fields,
  records,
}: {
  fields: readonly string[];
  records: readonly Record<string, unknown>[];
}) {
  if (records.length === 0) return <p class="muted">No records were found.</p>;
  return (
    <PlainTable
      label="Records"
      head={fields}
      rows={records.map((record, at) => ({
        key: String(at),
        cells: fields.map((field) => cellText(record[field])),
      }))}
    />
  );
}

function RecipeFacts({ recipe }: { recipe: Recipe }) {
  const { source, last_run: run, health } = recipe;
  return (
    <Facts
      facts={[
        ['Source', source === null ? 'not found yet' : toWords(source.kind)],
        ['Needs a browser', source === null ? null : source.rendered ? 'yes' : 'no'],
        ['Country', recipe.country],
        ['Last run', run === null ? 'never' : <Time key="run" at={run.at} />],
        ['Records', run === null ? null : `${run.records}${run.complete ? ', all' : ''}`],
        ['Runs without error', health.runs === 0 ? null : `${health.ok} of ${health.runs}`],
        ['Last error', health.last_error],
      ]}
    />
  );
}

function TestView({ fields, test }: { fields: readonly string[]; test: TestRecipeAnswer }) {
  return (
    <section aria-label="Test">
      <h2>
        Test <StatusBadge status={test.ok ? 'ok' : 'failed'} />
      </h2>
      <ul class="checks">
        {test.checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <StatusBadge status={ok ? 'ok' : 'failed'} /> <strong>{toWords(name)}</strong> {detail}
          </li>
        ))}
      </ul>
      <Records fields={fields} records={test.sample} />
    </section>
  );
}

function RunView({ fields, collected }: { fields: readonly string[]; collected: Collected }) {
  return (
    <section aria-label="Records of the run">
      <h2>
        {countOf(collected.count, 'record')} <StatusBadge status={collected.status} />
      </h2>
      <Warnings error={collected.error} warnings={collected.warnings} />
      <Records fields={fields} records={collected.records} />
      <ReceiptPath receipt={collected.receipt} result={collected} />
    </section>
  );
}

function Detail({ recipe, onDeleted }: { recipe: Recipe; onDeleted(): void }) {
  const { rid, fields, name } = recipe;
  const test = useCall<TestRecipeAnswer>();
  const run = useCall<Collected>();
  const remove = async () => {
    const text = 'Datasets that use it have their own copy and go on.';
    if (!(await confirmAction({ title: `Delete "${name}"?`, text, action: 'Delete recipe' }))) return;
    try {
      await client.value.deleteRecipe({ rid });
      showSuccess(`The recipe "${name}" was deleted.`);
      onDeleted();
      invalidate('recipes');
    } catch (error) {
      showError(error);
    }
  };
  const startRun = () =>
    run.start(async (signal) => {
      const answer = await client.value.runRecipe({ rid, limit: runLimit }, { signal });
      invalidate('recipe');
      return answer as Collected;
    });
  const startTest = () => test.start((signal) => client.value.testRecipe({ rid }, { signal }));
  return (
    <>
      <p class="url">{recipe.url}</p>
      {hasScope('write') && (
        <div class="recipe-actions">
          <Button kind="primary" icon={Play} isBusy={run.isRunning} onClick={startRun}>
            Run
          </Button>
          <Button icon={FlaskConical} isBusy={test.isRunning} onClick={startTest}>
            Test
          </Button>
          <Button kind="danger" icon={Trash2} onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      )}
      <RecipeFacts recipe={recipe} />
      {(run.error ?? test.error) !== null && <ErrorState message={run.error ?? test.error ?? ''} />}
      {test.value !== null && <TestView fields={fields} test={test.value} />}
      {run.value !== null && <RunView fields={fields} collected={run.value} />}
      {recipe.source !== null && (
        <details>
          <summary>Source of the records</summary>
          <JsonView value={recipe.source} />
        </details>
      )}
    </>
  );
}

/** One recipe: where its records come from, test, run and deletion. */
export function RecipePanel({ rid, onClose }: { rid: string; onClose(): void }) {
  const { data, error, refresh } = useQuery(`recipe ${rid}`, (signal) =>
    client.value.getRecipe({ rid }, { signal }),
  );
  return (
    <SidePanel title={data.value?.name ?? 'Recipe'} onClose={onClose}>
      {data.value !== null && <Detail recipe={data.value} onDeleted={onClose} />}
      {data.value === null && error.value !== null && <ErrorState message={error.value} onRetry={refresh} />}
      {data.value === null && error.value === null && <LoadingState />}
    </SidePanel>
  );
}
