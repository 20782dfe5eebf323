import './sessions.css';
import { useEffect, useState } from 'preact/hooks';
import type {
  BrowserSessionWithRecording,
  BrowserStepRequest,
  BrowserStepResult,
} from '../../../../clients/typescript/src/index.ts';
import { ApiLink } from '../../components/api-link.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ArrowLeft, ChevronLeft, RotateCw, X } from '../../components/icons.ts';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { showError } from '../../components/toasts.tsx';
import { client, messageOf } from '../../data/client.ts';
import { invalidate, useQuery } from '../../data/query.ts';
import { hasScope } from '../../data/session.ts';
import { countOf } from '../../text/format.ts';
import { LiveView } from './live-view.tsx';
import { RecordedSteps } from './recorded-steps.tsx';
import { type Step, StepForm } from './step-form.tsx';
import { TimeLeft } from './time-left.tsx';

const refreshMs = 4_000;

/** Performs steps and keeps the last result. */
function useSteps(sid: string) {
  const [isBusy, setBusy] = useState(false);
  const [snapshot, setSnapshot] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = async (step: Step): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      // The form has the fields that its type needs.
      const request = { sid, ...step } as BrowserStepRequest & { sid: string };
      const result: BrowserStepResult = await client.value.browserStep(request);
      if (result.snapshot !== null) setSnapshot(result.snapshot);
      if (!result.ok) setError(result.error?.message ?? 'The step failed.');
      return result.ok;
    } catch (failure) {
      setError(messageOf(failure));
      return false;
    } finally {
      setBusy(false);
      invalidate(`session ${sid}`);
    }
  };
  return { isBusy, snapshot, error, run };
}

function AddressBar(props: { url: string; isBusy: boolean; run(step: Step): Promise<boolean> }) {
  const [address, setAddress] = useState(props.url);
  // The page itself can go to another address
  useEffect(() => setAddress(props.url), [props.url]);
  return (
    <form
      class="address-bar"
      aria-label="Address"
      onSubmit={(event) => {
        event.preventDefault();
        void props.run({ type: 'goto', url: address.trim() });
      }}
    >
      <Button
        icon={ArrowLeft}
        label="Back"
        isDisabled={props.isBusy}
        onClick={() => void props.run({ type: 'back' })}
      />
      <Button
        icon={RotateCw}
        label="Reload"
        isDisabled={props.isBusy}
        onClick={() => void props.run({ type: 'reload' })}
      />
      <input
        type="text"
        aria-label="Address of the page"
        value={address}
        onInput={(event) => setAddress(event.currentTarget.value)}
      />
      <Button type="submit" isDisabled={props.isBusy}>
        Go
      </Button>
    </form>
  );
}

/** The page as text, with the form that performs steps on its numbered elements. */
function PageAsText(props: { snapshot: string | null; isBusy: boolean; run(step: Step): Promise<boolean> }) {
  return (
    <>
      {hasScope('write') && <StepForm isBusy={props.isBusy} onStep={props.run} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
      <pre class="snapshot" tabIndex={0}>
        {props.snapshot ?? 'Reading the page…'}
      </pre>
    </>
  );
}

function OpenSession({ session }: { session: BrowserSessionWithRecording }) {
  const { isBusy, snapshot, error, run } = useSteps(session.sid);
  const [tab, setTab] = useState('steps');
  const stepCount = session.recording?.steps.length ?? 0;
  const show = (name: string) => {
    setTab(name);
    if (name === 'page') void run({ type: 'snapshot' });
  };
  const tabs = [
    { name: 'steps', label: stepCount === 0 ? 'Steps' : `Steps (${stepCount})` },
    { name: 'page', label: 'Page as text' },
  ];
  return (
    <div class="session">
      <section class="session-live" aria-label="Live view">
        {hasScope('write') && <AddressBar url={session.url} isBusy={isBusy} run={run} />}
        {error !== null && (
          <p class="field-error" role="alert">
            {error}
          </p>
        )}
        <LiveView sid={session.sid} />
      </section>
      <section class="panel session-side" aria-label="Control">
        <Tabs label="Control" tabs={tabs} selected={tab} onSelect={show}>
          {/* The steps keep their test and their edits while the page is shown as text. */}
          <div hidden={tab !== 'steps'}>
            <RecordedSteps session={session} />
          </div>
          {tab === 'page' && <PageAsText snapshot={snapshot} isBusy={isBusy} run={run} />}
        </Tabs>
      </section>
    </div>
  );
}

function CloseButton({ sid }: { sid: string }) {
  const [isBusy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    try {
      await client.value.closeBrowser({ sid });
      invalidate('session');
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="danger" icon={X} isBusy={isBusy} onClick={() => void close()}>
      Close session
    </Button>
  );
}

/** Why a session is over, in the words of a person. */
function EndedSession({ session }: { session: BrowserSessionWithRecording }) {
  return (
    <section class="panel" aria-label="Steps">
      <p class="muted session-end">
        The session has ended{session.reason !== null && `: ${session.reason}`} Last page: {session.url}
      </p>
      <RecordedSteps session={session} />
    </section>
  );
}

function SessionView({ session }: { session: BrowserSessionWithRecording }) {
  const isOpen = session.status === 'open';
  return (
    <div class="page page-wide">
      <header class="page-head session-head">
        <a class="back-link" href="#/sessions">
          <Icon icon={ChevronLeft} /> Sessions
        </a>
        <h1>{session.title || 'Browser session'}</h1>
        <StatusBadge status={session.status} />
        <span class="muted session-line">
          {isOpen ? (
            <TimeLeft at={session.expires_at} />
          ) : (
            <span>
              closed <Time at={session.closed_at} />
            </span>
          )}
          <span>{countOf(session.credits, 'credit')}</span>
        </span>
        <span class="head-space" />
        {isOpen && hasScope('write') && <CloseButton sid={session.sid} />}
      </header>
      {isOpen ? <OpenSession session={session} /> : <EndedSession session={session} />}
      <ApiLink method="GET" path={`/v1/browser/${session.sid}`} tag="browser" operation="get_browser" />
    </div>
  );
}

/** One browser session: its live view, its steps, and what can be kept of it. */
export function SessionPage({ params }: { params: Record<string, string> }) {
  const sid = params.sid ?? '';
  const { data, error, refresh } = useQuery(
    `session ${sid}`,
    (signal) => client.value.getBrowser({ sid }, { signal }),
    { refreshMs },
  );
  if (data.value !== null) return <SessionView key={sid} session={data.value} />;
  return error.value === null ? <LoadingState /> : <ErrorState message={error.value} onRetry={refresh} />;
}
