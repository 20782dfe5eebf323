import type { ComponentChildren } from 'preact';
import { hasScope } from '../data/session.ts';

/** Properties of {@link NotConfigured}. */
interface NotConfiguredProps {
  /** What does not work without it, in one sentence. */
  children: ComponentChildren;
  /** Setting that changes it. */
  setting: string;
  /** Page of the documentation, such as `/docs/exits`. */
  docs: string;
}

/** Says before a form that the service is not configured for it, and what to set. */
export function NotConfigured({ children, setting, docs }: NotConfiguredProps) {
  return (
    <p class="warning" role="note">
      {children} An operator sets <code>{setting}</code>
      {hasScope('operator') && (
        <>
          , see <a href="#/health">Health and settings</a>
        </>
      )}
      .{' '}
      <a href={docs} target="_blank" rel="noreferrer">
        Read the documentation
      </a>
    </p>
  );
}
