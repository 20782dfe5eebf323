import type { MonitorVersion } from '../../../../clients/typescript/src/index.ts';
import { PageView } from '../../components/page-view.tsx';

/** The version with which the next check is compared. */
export function CurrentVersion({ version }: { version: MonitorVersion | null }) {
  if (version === null) return <p class="muted">No good version was read so far.</p>;
  const { text, data, title, url } = version;
  return (
    <section class="panel" aria-label="Current version">
      <PageView
        result={{
          ...(url !== null && { url }),
          title,
          ...(text !== null && { markdown: text }),
          ...(data !== null && data !== undefined && { data }),
        }}
      />
    </section>
  );
}
