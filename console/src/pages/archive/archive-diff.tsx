import { useEffect, useRef } from 'preact/hooks';
import type { ArchiveDiffAnswer } from '../../../../clients/typescript/src/index.ts';
import { DiffView } from '../../components/diff-view.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { dayOf } from './capture-timeline.tsx';

function Side({ side }: { side: ArchiveDiffAnswer['from'] }) {
  if (side === null) return <>no copy</>;
  const name = side.captured_at === null ? 'the live page' : dayOf(side.captured_at);
  return <WebLink href={side.archive_url ?? side.original_url ?? ''}>{name}</WebLink>;
}

/** Differences between two versions of a page, word by word; it comes into view when it arrives. */
export function ArchiveDiff({ diff }: { diff: ArchiveDiffAnswer }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [diff]);
  return (
    <section ref={place} class="panel archive-diff" aria-label="Differences">
      <h2>
        <Side side={diff.from} /> → <Side side={diff.to} />
      </h2>
      <Warnings error={diff.error} warnings={diff.warnings} />
      {diff.changed === null && (
        <p class="muted">It is not known whether the page changed, since a version could not be read.</p>
      )}
      {diff.changed === false && <p class="muted">The content is the same.</p>}
      {diff.changed === true && (
        <DiffView
          diff={{ blocks: diff.blocks, fields: diff.fields ?? {}, summary: diff.summary, truncated: false }}
        />
      )}
      <ReceiptPath receipt={diff.receipt} />
    </section>
  );
}
