import { useState } from 'preact/hooks';
import type { ArchiveDiffAnswer, ArchiveSnapshotsAnswer } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { History } from '../../components/icons.ts';
import { EmptyState, ErrorState, SkeletonState } from '../../components/states.tsx';
import { client } from '../../data/client.ts';
import type { Call } from '../../data/use-call.ts';
import { countOf } from '../../text/format.ts';
import { ArchiveDiff } from './archive-diff.tsx';
import { CaptureList, live, Timeline, versionName } from './capture-timeline.tsx';

type Source = ArchiveSnapshotsAnswer['sources'][number];

const titles: Readonly<Record<string, string>> = { wayback: 'Wayback Machine', commoncrawl: 'Common Crawl' };

function sourceTitle(source: string): string {
  return titles[source] ?? source.replace(/^memento:/, '');
}

function silentOf(sources: readonly Source[]): Source[] {
  return sources.filter(({ outcome }) => outcome === 'failed');
}

function reasonsOf(silent: readonly Source[]): string {
  return silent.map(({ source, reason }) => `${sourceTitle(source)}: ${reason ?? 'no answer'}`).join(' ');
}

/** Returns why it is not known whether an archive has a copy. */
function describeSilence(silent: readonly Source[], count: number): string {
  const which = silent.length === count ? 'No web archive' : 'Not every web archive';
  return `${which} could be asked, so it is not known whether this page has a copy. ${reasonsOf(silent)}`;
}

/** Says that no archive has a copy, or that this is not known. */
function NoCaptures({ answer, onRetry }: { answer: ArchiveSnapshotsAnswer; onRetry(): void }) {
  const { sources, error } = answer;
  const silent = silentOf(sources);
  if (silent.length > 0)
    return <ErrorState message={describeSilence(silent, sources.length)} onRetry={onRetry} />;
  if (error !== undefined && error.code !== 'not_archived')
    return <ErrorState message={error.message} onRetry={onRetry} />;
  const asked = sources.filter(({ outcome }) => outcome === 'empty').map(({ source }) => sourceTitle(source));
  return (
    <EmptyState
      icon={History}
      title="No captures"
      text={`${asked.join(' and ') || 'The web archives'} answered: there is no copy of this page in this time.`}
    />
  );
}

/** Properties of {@link Captures}. */
interface CapturesProps {
  answer: ArchiveSnapshotsAnswer;
  diff: Call<ArchiveDiffAnswer>;
  onRetry(): void;
}

/** The captures of one page, of which two are chosen, and their difference. At first the last change is chosen. */
export function Captures({ answer, diff, onRetry }: CapturesProps) {
  const { captures, changes, total, complete, sources } = answer;
  const versions = [...captures.map(({ captured_at: at }) => at), live];
  const [chosen, setChosen] = useState<readonly string[]>(versions.slice(0, -1).slice(-2));
  const [from, to] = versions.filter((version) => chosen.includes(version));
  const compare = (older: string, newer: string) => {
    setChosen([older, newer]);
    diff.start(async (signal) => {
      const fields = { action: 'diff', url: answer.url, at: older, compare_to: newer } as const;
      return (await client.value.archive(fields, { signal })) as ArchiveDiffAnswer;
    });
  };
  const toggle = (version: string) =>
    setChosen((before) =>
      before.includes(version) ? before.filter((one) => one !== version) : [...before, version].slice(-2),
    );
  if (captures.length === 0) return <NoCaptures answer={answer} onRetry={onRetry} />;
  const silent = silentOf(sources);
  const isPair = from !== undefined && to !== undefined;
  return (
    <>
      {silent.length > 0 && (
        <p class="warning">
          Other captures may exist, since not every web archive could be asked. {reasonsOf(silent)}
        </p>
      )}
      <section class="panel" aria-label="Timeline">
        <h2>
          {countOf(changes, 'change')} in {countOf(total, 'capture')}
          {!complete && <span class="muted"> · more captures exist</span>}
        </h2>
        <Timeline captures={captures} chosen={chosen} onToggle={toggle} />
        <div class="version-choice">
          <span role="status">
            {isPair ? (
              <>
                <strong>{versionName(from)}</strong> → <strong>{versionName(to)}</strong>
              </>
            ) : (
              <span class="muted">Choose two versions.</span>
            )}
          </span>
          <Button
            kind="primary"
            isBusy={diff.isRunning}
            isDisabled={!isPair}
            onClick={() => isPair && compare(from, to)}
          >
            Compare
          </Button>
        </div>
      </section>
      {diff.isRunning && <SkeletonState label="Reading both versions" rows={3} />}
      {diff.error !== null && <ErrorState message={diff.error} onRetry={() => isPair && compare(from, to)} />}
      {!diff.isRunning && diff.value !== null && <ArchiveDiff diff={diff.value} />}
      <section class="panel" aria-label="All captures">
        <CaptureList captures={captures} chosen={chosen} onToggle={toggle} onCompare={compare} />
      </section>
    </>
  );
}
