import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';

const pageSize = 100;
const maxTextLength = 2_000;
/** Levels that are open at first. */
const openLevels = 2;

function Leaf({ value }: { value: unknown }) {
  const [isWhole, setWhole] = useState(false);
  if (typeof value !== 'string')
    return <span class={`json-${value === null ? 'null' : typeof value}`}>{String(value)}</span>;
  const isLong = value.length > maxTextLength && !isWhole;
  return (
    <span class="json-string">
      {JSON.stringify(isLong ? value.slice(0, maxTextLength) : value)}
      {isLong && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          show all {value.length} characters
        </button>
      )}
    </span>
  );
}

function Branch({ entries, level }: { entries: [string, unknown][]; level: number }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <ul class="json-branch">
      {entries.slice(0, shown).map(([name, value]) => (
        <Node key={name} name={name} value={value} level={level + 1} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" class="link" onClick={() => setShown(shown + pageSize)}>
            show more ({entries.length - shown} left)
          </button>
        </li>
      )}
    </ul>
  );
}

function Node({ name, value, level }: { name: string; value: unknown; level: number }) {
  const [isOpen, setOpen] = useState(level < openLevels);
  if (typeof value !== 'object' || value === null) {
    return (
      <li>
        <span class="json-name">{name}</span>: <Leaf value={value} />
      </li>
    );
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <li>
      <button type="button" class="json-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="json-name">{name}</span> <span class="muted">{size}</span>
      </button>
      {isOpen && <Branch entries={entries} level={level} />}
    </li>
  );
}

/** A JSON value as a tree; long lists and texts are shown in parts. */
export function JsonView({ value }: { value: unknown }) {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return (
    <div class="json-view">
      <div class="view-actions">
        <CopyButton text={JSON.stringify(value, null, 2) ?? ''} label="Copy JSON" />
      </div>
      {entries.length === 0 ? <Leaf value={value} /> : <Branch entries={entries} level={0} />}
    </div>
  );
}
