import '../../styles/choice-list.css';
import './datasets.css';
import { useEffect, useState } from 'preact/hooks';
import type { CreateDatasetRequest, ScheduleInput } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { FieldRows, type NamedField, schemaOf } from '../../components/field-rows.tsx';
import { Icon } from '../../components/icon.tsx';
import { Check, ChevronLeft, Search } from '../../components/icons.ts';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { ErrorState, SkeletonState } from '../../components/states.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showSuccess } from '../../components/toasts.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { navigate, route } from '../../data/route.ts';
import { completeAddress } from '../../text/address.ts';
import { FieldPreview } from './field-preview.tsx';
import { hasNewNames, type Proposal, useProposal } from './use-proposal.ts';

type SourceKind = 'collect' | 'extract';

interface Draft {
  name: string;
  kind: SourceKind;
  url: string;
  urls: string;
  fields: string;
  rows: NamedField[];
  schedule: ScheduleInput | null;
}

const kinds: readonly [SourceKind, string, string][] = [
  ['collect', 'A listing', 'Products, articles or jobs on one or many pages of a list'],
  ['extract', 'Pages', 'One record from each address'],
];

const namesOf = (text: string) =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns the names of the fields of a listing: the ticked ones, or the ones that the user has written. */
function listingFields({ fields }: Draft, proposal: Proposal | null): string[] {
  if (proposal === null) return namesOf(fields);
  return proposal.fields.filter(({ isTicked }) => isTicked).map(({ name }) => name);
}

function sourceOf(draft: Draft, proposal: Proposal | null): CreateDatasetRequest['source'] {
  const { kind, url, urls, rows } = draft;
  if (kind === 'collect') return { kind, url: url.trim(), fields: listingFields(draft, proposal) };
  return { kind, urls: namesOf(urls), schema: schemaOf(rows) };
}

function hasFields(draft: Draft, proposal: Proposal | null): boolean {
  if (draft.kind === 'collect') return listingFields(draft, proposal).length > 0;
  return draft.rows.some(({ name }) => name.trim() !== '');
}

function nameFor({ name, kind, url, urls }: Draft): string {
  const address = kind === 'collect' ? url : (namesOf(urls)[0] ?? '');
  return name.trim() || (URL.parse(address.trim())?.hostname ?? 'Dataset');
}

function KindField({ kind, onChange }: { kind: SourceKind; onChange(kind: SourceKind): void }) {
  return (
    <fieldset class="kind-list">
      <legend>Source</legend>
      {kinds.map(([name, label, text]) => (
        <label key={name} class="kind-choice">
          <input type="radio" name="kind" checked={kind === name} onChange={() => onChange(name)} />
          <span>
            <strong>{label}</strong>
            <span class="muted">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Properties of {@link ListingFields}. */
interface ListingFieldsProps {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  proposing: ReturnType<typeof useProposal>;
}

/** The address of a listing, the fields that were found there, and its first records. */
function ListingFields({ draft, change, proposing }: ListingFieldsProps) {
  const { proposal, error, isRunning } = proposing;
  const url = draft.url.trim();
  const find = () => url !== '' && proposing.find(completeAddress(url));
  return (
    <>
      <div class="find-line">
        <TextField
          label="Address of the listing"
          type="url"
          placeholder="https://"
          value={draft.url}
          onChange={(changed) => change({ url: changed })}
        />
        <Button
          kind={proposal === null ? 'primary' : 'secondary'}
          icon={Search}
          isBusy={isRunning && proposal === null}
          isDisabled={url === ''}
          onClick={find}
        >
          {proposal === null ? 'Find its records' : 'Find again'}
        </Button>
      </div>
      {isRunning && proposal === null && <SkeletonState label="Looking for the records of the page" />}
      {error !== null && <ErrorState message={error} />}
      {proposal !== null && (
        <FieldPreview
          proposal={proposal}
          isBusy={isRunning}
          onTick={proposing.tick}
          onRename={proposing.rename}
          onAdd={(name) => proposing.add(url, name)}
        />
      )}
      {proposal === null && error !== null && (
        <TextField
          label="Fields"
          hint="Names of the values of each record, separated by commas."
          placeholder="name, price, link"
          value={draft.fields}
          onChange={(fields) => change({ fields })}
        />
      )}
    </>
  );
}

/** Creates a dataset. The parameter `url` of the place fills in the address. */
export function NewDatasetPage() {
  const [draft, setDraft] = useState<Draft>({
    name: '',
    kind: 'collect',
    url: route.value.params.get('url') ?? '',
    urls: '',
    fields: '',
    rows: [{ name: '', type: 'string' }],
    schedule: { every: '1d' },
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setError(null);
  };
  const proposing = useProposal();
  const { proposal } = proposing;
  // An address that comes along is looked at without another click.
  useEffect(() => {
    if (draft.url !== '') proposing.find(draft.url);
  }, []);
  const isListing = draft.kind === 'collect';
  const hasUnread = isListing && proposal !== null && hasNewNames(proposal);
  const save = async () => {
    if ((isListing ? draft.url : draft.urls).trim() === '') return setError('Enter the address of a page.');
    // Enter in the field of the address looks for its records first.
    if (isListing && proposal === null && draft.fields.trim() === '') {
      if (!proposing.isRunning) proposing.find(completeAddress(draft.url));
      return;
    }
    // Only the page knows whether the new names find anything.
    if (hasUnread) return proposing.check(completeAddress(draft.url));
    if (!hasFields(draft, proposal)) return setError('Name at least one field.');
    setBusy(true);
    setError(null);
    try {
      const source = sourceOf(draft, proposal);
      const request = { name: nameFor(draft), source, schedule: draft.schedule };
      const { did } = await client.value.createDataset(request);
      showSuccess('The first refresh has started.');
      invalidate('dataset');
      navigate(`/datasets/${did}`);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const isReady = !isListing || proposal !== null || draft.fields.trim() !== '';
  return (
    <div class={proposal !== null && isListing ? 'page' : 'page page-narrow'}>
      <header class="page-head">
        <a class="back-link" href="#/datasets">
          <Icon icon={ChevronLeft} /> Datasets
        </a>
        <h1>New dataset</h1>
      </header>
      <form
        class="panel dataset-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <KindField kind={draft.kind} onChange={(kind) => change({ kind })} />
        {isListing ? (
          <ListingFields draft={draft} change={change} proposing={proposing} />
        ) : (
          <>
            <TextField
              label="Addresses of the pages"
              hint="One per line, up to 1,000."
              rows={4}
              value={draft.urls}
              onChange={(urls) => change({ urls })}
            />
            <FieldRows fields={draft.rows} onChange={(rows) => change({ rows })} />
          </>
        )}
        {isReady && (
          <div class="dataset-options">
            <TextField
              label="Name"
              placeholder={nameFor(draft)}
              value={draft.name}
              onChange={(name) => change({ name })}
            />
            <ScheduleField
              value={draft.schedule}
              noneLabel="Only on request"
              onChange={(schedule) => change({ schedule })}
            />
          </div>
        )}
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        {isReady && (
          <div class="form-end">
            <Button
              kind="primary"
              type="submit"
              icon={Check}
              isBusy={isBusy || (isReady && proposing.isRunning)}
            >
              {hasUnread ? 'Read the new names' : 'Create dataset'}
            </Button>
          </div>
        )}
      </form>
    </div>
  );
}
