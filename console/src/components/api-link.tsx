import { signal } from '@preact/signals';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { BookOpen, Terminal } from './icons.ts';

/** Properties of {@link ApiLink}. */
export interface ApiLinkProps {
  method: string;
  /** Path with its query, as the page reads it. */
  path: string;
  /** Tag and name of the operation in the API reference. */
  tag: string;
  operation: string;
}

const openPath = signal<string | null>(null);

/** Shows how to get the same list with curl, and links to the API reference. */
export function ApiLink({ method, path, tag, operation }: ApiLinkProps) {
  const flag = method === 'GET' ? '' : `-X ${method} `;
  const command = `curl ${flag}-H "Authorization: Bearer $WEBDATA_KEY" '${location.origin}${path}'`;
  const isOpen = openPath.value === path;
  return (
    <div class="api-link">
      <button
        type="button"
        class="link"
        aria-expanded={isOpen}
        onClick={() => {
          openPath.value = isOpen ? null : path;
        }}
      >
        <Icon icon={Terminal} /> curl
      </button>
      <a href={`/docs/api-reference#/${tag}/${operation}`} target="_blank" rel="noreferrer">
        <Icon icon={BookOpen} /> API reference
      </a>
      {isOpen && (
        <div class="code-line">
          <code>{command}</code>
          <CopyButton text={command} />
        </div>
      )}
    </div>
  );
}
