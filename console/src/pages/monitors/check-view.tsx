import { useState } from 'preact/hooks';
import type { GoalDecision, MonitorCheck } from '../../../../clients/typescript/src/index.ts';
import { DiffView } from '../../components/diff-view.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { StoredImage } from '../../components/stored-image.tsx';
import { Time } from '../../components/time.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { errorText } from '../../text/format.ts';

const pictureSearchSize = 200;

/** Finds the screenshot of the version before a check. */
function usePictureBefore(mid: string, check: MonitorCheck | undefined) {
  const isWanted = check?.screenshot !== undefined;
  const { data } = useQuery(`monitor ${mid} picture ${check?.check} ${isWanted}`, async (signal) => {
    if (check === undefined || !isWanted) return null;
    const fields = { mid, before: check.check, limit: pictureSearchSize };
    const { checks } = await client.value.listMonitorChecks(fields, { signal });
    return checks.find(({ screenshot }) => screenshot !== undefined)?.screenshot ?? null;
  });
  return data.value;
}

const pictureViews = [
  ['sides', 'Side by side'],
  ['overlay', 'One over the other'],
  ['marked', 'Marked differences'],
] as const;

function Overlay({ before, after }: { before: string; after: string }) {
  const [share, setShare] = useState(50);
  return (
    <div>
      <label class="overlay-control">
        Before
        <input
          type="range"
          min={0}
          max={100}
          aria-label="Visibility of the picture after the change"
          value={share}
          onInput={(event) => setShare(Number(event.currentTarget.value))}
        />
        After
      </label>
      <div class="overlay">
        <StoredImage address={before} alt="Page before the change" />
        <div class="overlay-top" style={{ opacity: share / 100 }}>
          <StoredImage address={after} alt="Page after the change" />
        </div>
      </div>
    </div>
  );
}

function Pictures({ check, before }: { check: MonitorCheck; before: string | null }) {
  const [view, setView] = useState<string>('sides');
  const after = check.screenshot;
  const marked = check.visual_diff;
  if (after === undefined) return null;
  if (before === null) return <StoredImage address={after} alt="Page at this check" />;
  return (
    <section class="panel visual-diff" aria-label="Visual difference">
      <div class="diff-head">
        <h2>
          Pictures
          {marked !== undefined && (
            <span class="muted">
              {' '}
              · {marked.share < 0.001 ? 'less than 0.1' : (marked.share * 100).toFixed(1)} % of the picture
              differs
            </span>
          )}
        </h2>
        <fieldset class="choices" aria-label="View of the pictures">
          {pictureViews
            .filter(([name]) => name !== 'marked' || marked !== undefined)
            .map(([name, label]) => (
              <label key={name} class="choice">
                <input
                  type="radio"
                  name="picture-view"
                  checked={view === name}
                  onChange={() => setView(name)}
                />
                <span>{label}</span>
              </label>
            ))}
        </fieldset>
      </div>
      {view === 'sides' && (
        <div class="picture-sides">
          <figure>
            <figcaption>Before</figcaption>
            <StoredImage address={before} alt="Page before the change" />
          </figure>
          <figure>
            <figcaption>After</figcaption>
            <StoredImage address={after} alt="Page after the change" />
          </figure>
        </div>
      )}
      {view === 'overlay' && <Overlay before={before} after={after} />}
      {view === 'marked' && marked !== undefined && (
        <StoredImage address={marked.url} alt="Differences between the two pictures, marked" />
      )}
    </section>
  );
}

const deciders = { values: 'by the values of the page', model: 'by the language model', none: '' } as const;

/** Whether a change meets the goal of the monitor, and by what. */
function Decision({ decision: { met, by, evidence, reason } }: { decision: GoalDecision }) {
  const verdict = met === null ? 'could not be decided' : met ? 'is met' : 'is not met';
  return (
    <section class="panel" aria-label="Goal">
      <p>
        The goal <strong>{verdict}</strong> {deciders[by]}
        {reason !== undefined && <span class="muted"> ({reason})</span>}
      </p>
      {evidence.length > 0 && (
        <ul>
          {evidence.map(({ place, old, new: after }) => (
            <li key={`${place} ${old} ${after}`}>
              {place !== null && <strong>{place.replace(/^\//, '')}: </strong>}
              {old ?? 'nothing'} → {after ?? 'nothing'}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One check: what changed, as text and in pictures. */
export function CheckView(props: { mid: string; number: number; hasConditions: boolean }) {
  const { mid, number, hasConditions } = props;
  const { data, error, refresh } = useQuery(`monitor ${mid} check ${number}`, (signal) =>
    client.value.getMonitorCheck({ mid, check: String(number) }, { signal }),
  );
  const check = data.value?.check;
  const before = usePictureBefore(mid, check);
  if (check === undefined)
    return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
  return (
    <div class="check-view">
      <p class="check-line">
        <StatusBadge status={check.state} />
        <strong>Check {check.check}</strong>
        <span class="muted">
          <Time at={check.at} />
        </span>
        {hasConditions && check.condition_met && <span class="muted">conditions met</span>}
        <span>{check.summary}</span>
      </p>
      {check.decision !== undefined && <Decision decision={check.decision} />}
      {check.error !== null && <p class="field-error">{errorText(check.error)}</p>}
      {check.diff !== null && (
        <section class="panel" aria-label="Difference">
          <DiffView diff={check.diff} />
        </section>
      )}
      <Pictures check={check} before={before} />
    </div>
  );
}
