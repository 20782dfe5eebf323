import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Plus } from '../../components/icons.ts';
import { ValueText } from '../../components/value-text.tsx';
import { countOf } from '../../text/format.ts';
import { haveCents, type Money, moneyOf } from '../../text/money.ts';
import { hasNewNames, type Proposal, type ProposedField } from './use-proposal.ts';

type Row = Proposal['records'][number];

/** Width of a short name, in letters. */
const minNameSize = 6;

/** Properties of {@link FieldHead}. */
interface FieldHeadProps {
  field: ProposedField;
  /** Place among the fields, from 0. */
  at: number;
  /** Names that are taken. */
  names: readonly string[];
  isBusy: boolean;
  onTick(isTicked: boolean): void;
  onRename(name: string): void;
}

/** The head of a column: whether the dataset has the field, and its name. */
function FieldHead({ field, at, names, isBusy, onTick, onRename }: FieldHeadProps) {
  const [text, setText] = useState(field.name);
  useEffect(() => setText(field.name), [field.name]);
  const rename = () => {
    const name = text.trim();
    if (name === field.name) return;
    if (name === '' || names.includes(name)) setText(field.name);
    else onRename(name);
  };
  return (
    <th scope="col" style={{ '--field': at }}>
      <span class="field-choice">
        <input
          type="checkbox"
          aria-label={`Keep ${field.name}`}
          checked={field.isTicked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <input
          type="text"
          aria-label={`Name of the field ${field.name}`}
          value={text}
          size={Math.max(minNameSize, text.length)}
          disabled={isBusy}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText(field.name);
            if (event.key !== 'Enter') return;
            // It would create the dataset.
            event.preventDefault();
            rename();
          }}
        />
      </span>
      {field.name !== field.readAs && <span class="field-renamed">read as {field.readAs}</span>}
      {!field.isFound && <span class="field-missing">nothing found</span>}
    </th>
  );
}

/** Adds a field that the user describes. */
function AddField({
  names,
  isBusy,
  onAdd,
}: {
  names: readonly string[];
  isBusy: boolean;
  onAdd(name: string): void;
}) {
  const [text, setText] = useState('');
  const name = text.trim();
  const add = () => {
    if (name === '' || names.includes(name)) return;
    setText('');
    onAdd(name);
  };
  return (
    <div class="add-field">
      <input
        type="text"
        aria-label="Another field, in words"
        placeholder="Another field, in words"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon={Plus} isDisabled={name === ''} isBusy={isBusy} onClick={add}>
        Add field
      </Button>
    </div>
  );
}

/** Properties of {@link FieldPreview}. */
interface FieldPreviewProps {
  proposal: Proposal;
  isBusy: boolean;
  onTick(name: string, isTicked: boolean): void;
  onRename(before: string, after: string): void;
  onAdd(name: string): void;
}

/** Returns how a value is written that is an amount of money: its currency is beside it, or on the page. */
function moneyIn({ readAs, unit }: ProposedField, record: Row, records: readonly Row[]): Money | null {
  const hasCents = haveCents(records.map((one) => one[readAs]));
  const money = moneyOf(readAs, record, hasCents) ?? (unit === null ? null : { currency: null, hasCents });
  return money === null ? null : { ...money, currency: money.currency ?? unit };
}

/** The first records of a listing, whose fields are ticked, renamed and added. */
export function FieldPreview({ proposal, isBusy, onTick, onRename, onAdd }: FieldPreviewProps) {
  const { fields, records, credits } = proposal;
  const names = fields.map(({ name }) => name);
  const classOf = ({ readAs, isTicked }: ProposedField) => {
    const isNumeric = records.some((record) => typeof record[readAs] === 'number');
    return `${isTicked ? '' : 'field-off'}${isNumeric ? ' end' : ''}`;
  };
  return (
    <section class="field-preview" aria-label="Fields and first records" aria-busy={isBusy}>
      <p class="muted">
        The first {countOf(records.length, 'record')}. Tick the fields to keep, and rename them. This preview
        has cost {countOf(credits, 'credit')}.
      </p>
      {hasNewNames(proposal) && (
        <p class="muted">A name also says what is looked for, so the page is read again for the new names.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
      <div class="plain-table field-table" tabIndex={0}>
        <table aria-label="First records">
          <thead>
            <tr>
              {fields.map((field, at) => (
                <FieldHead
                  key={field.readAs}
                  field={field}
                  at={at}
                  names={names}
                  isBusy={isBusy}
                  onTick={(isTicked) => onTick(field.name, isTicked)}
                  onRename={(name) => onRename(field.name, name)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record, row) => (
              // The records of a preview never move
              <tr key={row}>
                {fields.map((field, at) => (
                  <td key={field.readAs} class={classOf(field)} style={{ '--field': at }}>
                    <ValueText value={record[field.readAs]} money={moneyIn(field, record, records)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AddField names={names} isBusy={isBusy} onAdd={onAdd} />
    </section>
  );
}
