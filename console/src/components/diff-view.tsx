import '../styles/diff.css';
import { useMemo, useState } from 'preact/hooks';
import type { VersionDiff } from '../../../clients/typescript/src/index.ts';
import { compareWords, type Part } from '../text/compare-words.ts';
import { fieldName } from '../text/field-name.ts';
import { countOf } from '../text/format.ts';
import { haveCents, moneyOf } from '../text/money.ts';
import { ValueText } from './value-text.tsx';

type Block = VersionDiff['blocks'][number];

function Words({ parts, hidden }: { parts: readonly Part[]; hidden: Part['kind'] | null }) {
  return (
    <>
      {parts
        .filter(({ kind }) => kind !== hidden)
        .map(({ kind, text }, at) => {
          // The parts of a difference never change
          if (kind === 'removed') return <del key={at}>{text}</del>;
          return kind === 'added' ? <ins key={at}>{text}</ins> : <span key={at}>{text}</span>;
        })}
    </>
  );
}

function BlockView({ block, isInline }: { block: Block; isInline: boolean }) {
  const before = block.before ?? '';
  const after = block.after ?? '';
  const parts = useMemo(() => compareWords(before, after), [before, after]);
  return (
    <section class={`diff-block diff-${block.type}`}>
      {block.section !== null && <h3>{block.section}</h3>}
      {isInline ? (
        <p class="diff-text">
          <Words parts={parts} hidden={null} />
        </p>
      ) : (
        <div class="diff-sides">
          <p class="diff-text">
            {before === '' ? <span class="muted">not there</span> : <Words parts={parts} hidden="added" />}
          </p>
          <p class="diff-text">
            {after === '' ? (
              <span class="muted">no longer there</span>
            ) : (
              <Words parts={parts} hidden="removed" />
            )}
          </p>
        </div>
      )}
    </section>
  );
}

/** Values before and after, as a table. */
export function FieldChanges(props: {
  fields: VersionDiff['fields'];
  /** The other values of the record, one of which can be the currency of its prices. */
  record?: Record<string, unknown>;
}) {
  const { fields, record = {} } = props;
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <table class="field-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(([name, { old, new: current }]) => {
          const money = moneyOf(name.split('/').at(-1) ?? name, record, haveCents([old, current]));
          return (
            <tr key={name}>
              <th scope="row">{name.startsWith('/') ? fieldName(name) : name}</th>
              <td>
                <del>
                  <ValueText value={old} money={money} isPlain />
                </del>
              </td>
              <td>
                <ins>
                  <ValueText value={current} money={money} isPlain />
                </ins>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The difference between two versions of a page: texts side by side or inline, and values. */
export function DiffView({ diff }: { diff: VersionDiff }) {
  const [isInline, setInline] = useState(() => matchMedia('(max-width: 760px)').matches);
  const { added, removed, changed } = diff.summary;
  return (
    <div class="diff">
      <div class="diff-head">
        <span class="muted">
          {countOf(changed, 'change')}, {countOf(added, 'addition')}, {countOf(removed, 'removal')}
        </span>
        {diff.blocks.length > 0 && (
          <fieldset class="choices" aria-label="View of the difference">
            {[false, true].map((choice) => (
              <label key={String(choice)} class="choice">
                <input
                  type="radio"
                  name="diff-view"
                  checked={isInline === choice}
                  onChange={() => setInline(choice)}
                />
                <span>{choice ? 'Inline' : 'Side by side'}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <FieldChanges fields={diff.fields} />
      {diff.blocks.map((block, at) => (
        <BlockView key={at} block={block} isInline={isInline} />
      ))}
      {diff.truncated && <p class="muted">Only the first part of the difference is shown.</p>}
    </div>
  );
}
