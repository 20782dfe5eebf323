import { useState } from 'preact/hooks';
import type { OperationInfo } from '../../data/openapi.ts';

/** Properties of {@link OperationList}. */
export interface OperationListProps {
  operations: readonly OperationInfo[];
  selected: string;
  onSelect(name: string): void;
}

/** Properties of {@link Topic}. */
interface TopicProps {
  topic: string;
  operations: readonly OperationInfo[];
  selected: string;
  /** True while a search shows only what matches. */
  isSearched: boolean;
}

/** The operations of a topic; folded unless one of them is selected or found. */
function Topic({ topic, operations, selected, isSearched }: TopicProps) {
  const isCurrent = operations.some(({ name }) => name === selected);
  const [isOpen, setOpen] = useState(isCurrent);
  return (
    <details
      open={isOpen || isSearched || isCurrent}
      onToggle={(event) => {
        if (!isSearched) setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        {topic}
        <span class="operation-count">{operations.length}</span>
      </summary>
      {operations.map(({ name, title }) => (
        <a key={name} href={`#/playground/${name}`} aria-current={name === selected ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </details>
  );
}

/** All operations by topic, with a search; a select on narrow screens. */
export function OperationList({ operations, selected, onSelect }: OperationListProps) {
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(' ').filter(Boolean);
  const shown = operations.filter(({ name, title, tag, topic }) =>
    words.every((word) => `${name} ${title} ${tag} ${topic}`.toLowerCase().includes(word)),
  );
  return (
    <>
      <nav class="operation-list" aria-label="Operations">
        <input
          type="search"
          aria-label="Search operations"
          placeholder={`Search ${operations.length} operations`}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {[...Map.groupBy(shown, ({ topic }) => topic)].map(([topic, members]) => (
          <Topic
            key={topic}
            topic={topic}
            operations={members}
            selected={selected}
            isSearched={words.length > 0}
          />
        ))}
        {shown.length === 0 && <p class="muted">No operation matches.</p>}
      </nav>
      <label class="operation-select">
        Operation
        <select value={selected} onChange={(event) => onSelect(event.currentTarget.value)}>
          {[...Map.groupBy(operations, ({ topic }) => topic)].map(([topic, members]) => (
            <optgroup key={topic} label={topic}>
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
