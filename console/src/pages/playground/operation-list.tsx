import { useState } from 'preact/hooks';
import type { OperationInfo } from '../../data/openapi.ts';
import { toWords } from '../../text/format.ts';

/** Properties of {@link OperationList}. */
export interface OperationListProps {
  operations: readonly OperationInfo[];
  selected: string;
  onSelect(name: string): void;
}

/** All operations by group, with a filter; a select on narrow screens. */
export function OperationList({ operations, selected, onSelect }: OperationListProps) {
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(' ').filter(Boolean);
  const shown = operations.filter(({ name, title, tag }) =>
    words.every((word) => `${name} ${title} ${tag}`.toLowerCase().includes(word)),
  );
  const groups = [...Map.groupBy(shown, ({ tag }) => tag)];
  return (
    <>
      <nav class="operation-list" aria-label="Operations">
        <input
          type="search"
          aria-label="Filter operations"
          placeholder={`Filter ${operations.length} operations`}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {groups.map(([tag, members]) => (
          <div key={tag}>
            <h2>{toWords(tag)}</h2>
            {members.map(({ name, title }) => (
              <a
                key={name}
                href={`#/playground/${name}`}
                aria-current={name === selected ? 'page' : undefined}
              >
                {title}
              </a>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p class="muted">No operation matches.</p>}
      </nav>
      <label class="operation-select">
        Operation
        <select value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
          {[...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, members]) => (
            <optgroup key={tag} label={toWords(tag)}>
              {members.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </>
  );
}
