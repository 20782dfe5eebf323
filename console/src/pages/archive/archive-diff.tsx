import type { ArchiveDiffAnswer } from '../../../../clients/typescript/src/index.ts';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { dayOf } from './capture-timeline.tsx';

function nameOf(side: ArchiveDiffAnswer['from']): string {
  if (side === null) return 'no copy';
  return side.captured_at === null ? 'the live page' : dayOf(side.captured_at);
}

/** Differences between two versions of a page, block by block, as text. */
export function ArchiveDiff({ diff }: { diff: ArchiveDiffAnswer }) {
  const { added, removed, changed } = diff.summary;
  return (
    <section class="panel" aria-label="Differences">
      <h2>
        {nameOf(diff.from)} → {nameOf(diff.to)}
      </h2>
      <p class="muted">
        {diff.changed === null && 'The two copies could not be compared.'}
        {diff.changed === false && 'The content is the same.'}
        {diff.changed === true && `${added} added, ${removed} removed, ${changed} changed`}
      </p>
      <Warnings error={diff.error} warnings={diff.warnings} />
      <ul class="diff-blocks" aria-label="Changed blocks">
        {diff.blocks.map(({ section, before, after }, at) => (
          // The blocks of a response never move
          <li key={at}>
            {section !== null && <h3>{section}</h3>}
            {before !== null && <del>{before}</del>}
            {after !== null && <ins>{after}</ins>}
          </li>
        ))}
      </ul>
      <details>
        <summary>Receipt</summary>
        <ReceiptPath receipt={diff.receipt} />
      </details>
    </section>
  );
}
