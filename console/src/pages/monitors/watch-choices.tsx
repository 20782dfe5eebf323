import '../../styles/choice-list.css';
import { Button } from '../../components/button.tsx';
import { MousePointerClick } from '../../components/icons.ts';
import { usePart } from '../../components/part-notice.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { kindOf, type MonitorDraft, stepsOfDraft, type WatchKind, watchOfKind } from './monitor-draft.ts';
import { SectionPicker } from './section-picker.tsx';

const kinds: readonly [WatchKind, string, string][] = [
  ['section', 'A section', 'Point at the part that matters'],
  ['main', 'Main content', 'The text without menus and footers'],
  ['whole', 'The whole page', 'Everything on the page'],
  ['fields', 'Values', 'A price, a date, a stock level'],
  ['dataset', 'A dataset', 'Changes of its records'],
  ['search', 'A search', 'New and lost results'],
  ['workflow', 'A workflow', 'The records of its runs'],
];

/** A draft and how to change it. */
export interface EditProps {
  draft: MonitorDraft;
  change(changes: Partial<MonitorDraft>): void;
}

/** The page that is shown to choose a section of it. */
export interface PickProps {
  /** Its address; null while no page is shown. */
  pickedUrl: string | null;
  onPick(url: string): void;
}

/** Which kind of content to compare. */
export function KindChoice({ draft, change }: EditProps) {
  return (
    <fieldset class="kind-list">
      <legend>What to watch</legend>
      {kinds.map(([kind, label, text]) => (
        <label key={kind} class="kind-choice">
          <input
            type="radio"
            name="kind"
            checked={kindOf(draft) === kind}
            onChange={() => change({ watch: watchOfKind(kind, draft) })}
          />
          <span>
            <strong>{label}</strong>
            <span class="muted">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Which dataset to watch. */
export function DatasetChoice({ draft, change }: EditProps) {
  const { data } = useQuery('datasets for a monitor', (signal) =>
    client.value.listDatasets({ limit: 200 }, { signal }),
  );
  const { watch } = draft;
  if (watch.kind !== 'dataset') return null;
  const datasets = data.value?.datasets ?? [];
  return (
    <SelectField
      label="Dataset"
      value={watch.did}
      options={[['', 'Choose a dataset'], ...datasets.map(({ did, name }) => [did, name] as const)]}
      onChange={(did) => change({ watch: { kind: 'dataset', did } })}
    />
  );
}

/** Which workflow to watch. */
export function WorkflowChoice({ draft, change }: EditProps) {
  const { data } = useQuery('workflows for a monitor', (signal) =>
    client.value.listWorkflows({ limit: 200 }, { signal }),
  );
  const { watch } = draft;
  if (watch.kind !== 'workflow') return null;
  const workflows = data.value?.workflows ?? [];
  return (
    <SelectField
      label="Workflow"
      value={watch.id}
      options={[['', 'Choose a workflow'], ...workflows.map(({ id, name }) => [id, name] as const)]}
      onChange={(id) => change({ watch: { kind: 'workflow', id } })}
    />
  );
}

/** Which search to watch. */
export function SearchChoice({ draft, change }: EditProps) {
  const { watch } = draft;
  if (watch.kind !== 'search') return null;
  return (
    <TextField
      label="Search query"
      value={watch.query}
      onChange={(query) => change({ watch: { ...watch, query } })}
    />
  );
}

/** Which section of the page to watch: shown to point at it, or named by a selector. */
export function SectionChoice({ draft, change, pickedUrl, onPick }: EditProps & PickProps) {
  const { watch, url, login } = draft;
  if (watch.kind !== 'section') return null;
  const chosen = watch.focus ?? watch.selector;
  const isOpen = pickedUrl === url && url.trim() !== '';
  const pickerHint =
    usePart('browser').state === 'missing'
      ? 'Shows the page as text (1 credit): this service has no browser.'
      : 'Opens the page in a browser (1 credit).';
  return (
    <div class="section-choice-box">
      {!isOpen && (
        <div class="picker-start">
          <Button
            kind={chosen === undefined ? 'primary' : 'secondary'}
            icon={MousePointerClick}
            isDisabled={url.trim() === ''}
            onClick={() => onPick(url)}
          >
            {chosen === undefined ? 'Show the page and choose' : 'Choose another section'}
          </Button>
          <span class="muted">{chosen === undefined ? pickerHint : <WatchedPart watch={watch} />}</span>
        </div>
      )}
      {isOpen && (
        <SectionPicker
          page={{ url: url.trim(), steps: stepsOfDraft(draft), login }}
          watch={watch}
          onChange={(next) => change({ watch: next })}
        />
      )}
      <details class="more-fields">
        <summary>Or write a selector</summary>
        <TextField
          label="Selector"
          hint="CSS, XPath that starts with //, or for an answer in JSON a JSONPath query that starts with $."
          value={watch.selector ?? ''}
          onChange={(selector) =>
            change({ watch: selector === '' ? { kind: 'section' } : { kind: 'section', selector } })
          }
        />
      </details>
    </div>
  );
}

/** The chosen part in words. */
function WatchedPart({ watch }: { watch: { focus?: string; selector?: string } }) {
  if (watch.focus !== undefined) return <>The section “{watch.focus}” is watched.</>;
  return (
    <>
      The part <code>{watch.selector}</code> is watched.
    </>
  );
}
