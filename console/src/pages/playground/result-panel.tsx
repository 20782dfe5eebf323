import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Play, Square } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { PageView, type ShownResult } from '../../components/page-view.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { countOf, formatDuration } from '../../text/format.ts';
import { type CallState, callState, cancelCall } from './call-state.ts';

const tickMs = 100;

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return <span>{formatDuration(Math.max(0, now - since))}</span>;
}

/** Returns the results of a response for many pages, each with a receipt; otherwise the response itself. */
function resultsOf(value: unknown): ShownResult[] {
  if (typeof value !== 'object' || value === null) return [{}];
  const { results } = value as { results?: unknown };
  const isOfPages = Array.isArray(results) && (results[0] as ShownResult | undefined)?.receipt !== undefined;
  return isOfPages ? (results as ShownResult[]) : [value as ShownResult];
}

function Results({ value }: { value: unknown }) {
  const results = resultsOf(value);
  const [at, setAt] = useState(0);
  const shown = results[Math.min(at, results.length - 1)] ?? {};
  if (typeof value !== 'object' || value === null) return <JsonView value={value} />;
  return (
    <>
      {results.length > 1 && (
        <label class="result-choice">
          {countOf(results.length, 'result')}
          <select value={String(at)} onChange={(event) => setAt(Number(event.currentTarget.value))}>
            {results.map((result, index) => (
              // The results of a response never move
              <option key={index} value={String(index)}>
                {`${index + 1}. ${result.url ?? result.title ?? 'result'}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <PageView key={at} result={shown} />
    </>
  );
}

function StateView({ state }: { state: CallState }) {
  switch (state.phase) {
    case 'idle':
      return (
        <EmptyState icon={Play} title="Run the operation" text="The result and its receipt appear here." />
      );
    case 'running':
      return (
        <div class="running-state" role="status">
          <span class="spinner" aria-hidden="true" />
          Running <Elapsed since={state.startedAt} />
          <Button icon={Square} onClick={cancelCall}>
            Cancel
          </Button>
          {state.events.length > 0 && <JsonView value={state.events} />}
        </div>
      );
    case 'failed':
      return (
        <>
          <ErrorState message={state.message} />
          {state.requestId !== null && (
            <p class="muted">
              Request <code>{state.requestId}</code>
            </p>
          )}
        </>
      );
    case 'saved':
      return <p>The file was downloaded.</p>;
    case 'done':
      return <Results value={state.value} />;
  }
}

/** The result of the last call. */
export function ResultPanel() {
  const state = callState.value;
  const panel = useRef<HTMLElement>(null);
  // Below the form, the result would arrive out of sight.
  useEffect(() => {
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    if (state.phase !== 'idle' && top > innerHeight / 2) panel.current?.scrollIntoView();
  }, [state.phase]);
  return (
    <section
      ref={panel}
      class="panel result-panel"
      aria-label="Result"
      aria-live="polite"
      aria-busy={state.phase === 'running'}
    >
      <h2>Result {'ms' in state && <span class="muted">{formatDuration(state.ms)}</span>}</h2>
      <StateView state={state} />
    </section>
  );
}
