import '../../styles/choice-list.css';
import { useEffect, useState } from 'preact/hooks';
import type { BrowserStepRequest } from '../../../../clients/typescript/src/index.ts';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import type { AnyStep } from '../../components/step-kinds.ts';
import { client, messageOf } from '../../data/client.ts';
import type { WatchDraft } from './monitor-facts.ts';
import { listElementsScript, type PageElements, readElements } from './page-elements.ts';
import { PagePicture } from './page-picture.tsx';
import { readSections, type TextSection } from './page-sections.ts';

/** What the picker shows: a picture of the page, or its sections as text. */
type Shown =
  | { kind: 'picture'; picture: string; page: PageElements }
  | { kind: 'sections'; sections: TextSection[]; reason: string };

const sessionSeconds = 120;
const pictureQuality = 70;

/** The page to show: its address, the steps before it is read, and the login with which it is opened. */
export interface ShownPage {
  url: string;
  steps: readonly AnyStep[];
  login: string | null;
}

/** Performs a step of a page request in the session. */
async function performStep(sid: string, step: AnyStep, signal: AbortSignal): Promise<void> {
  const type = step.type === 'script' ? 'evaluate' : step.type;
  const request = { ...step, type, sid, snapshot: false } as BrowserStepRequest & { sid: string };
  const { ok, error } = await client.value.browserStep(request, { signal });
  if (!ok) throw new Error(error?.message ?? 'A step before the page is read failed.');
}

async function readPicture({ url, steps, login }: ShownPage, signal: AbortSignal): Promise<Shown> {
  const session = await client.value.openBrowser(
    { url, login, ttl_seconds: sessionSeconds, idle_seconds: sessionSeconds },
    { signal },
  );
  const { sid } = session;
  try {
    if (session.error != null) throw new Error(session.error.message);
    for (const step of steps) await performStep(sid, step, signal);
    const taken = await client.value.browserStep(
      { sid, snapshot: false, type: 'screenshot', full_page: true, quality: pictureQuality },
      { signal },
    );
    const listed = await client.value.browserStep(
      { sid, snapshot: false, type: 'evaluate', text: listElementsScript },
      { signal },
    );
    const page = readElements(listed.result);
    if (taken.screenshot === undefined || page === null || page.elements.length === 0)
      throw new Error('The browser could not show the page.');
    return { kind: 'picture', picture: taken.screenshot, page };
  } finally {
    // The session ends by itself if this fails.
    void client.value.closeBrowser({ sid }).catch(() => {});
  }
}

/** Reads the page with a browser; without one, as text. */
async function readPage(shown: ShownPage, signal: AbortSignal): Promise<Shown> {
  try {
    return await readPicture(shown, signal);
  } catch (error) {
    // Without its steps the page would be another one.
    if (signal.aborted || shown.steps.length > 0) throw error;
    const { url, login } = shown;
    const answer = await client.value.scrape({ url, login, formats: ['markdown'] }, { signal });
    const result = answer as { markdown?: string; error?: { message: string } | null };
    if (result.markdown === undefined) throw new Error(result.error?.message ?? messageOf(error));
    return { kind: 'sections', sections: readSections(result.markdown), reason: messageOf(error) };
  }
}

function Sections(props: {
  sections: readonly TextSection[];
  onChange(watch: WatchDraft): void;
  watch: WatchDraft;
}) {
  const chosen = props.watch.kind === 'section' ? props.watch.focus : undefined;
  if (props.sections.length === 0) return <p class="muted">The page has no headings to choose from.</p>;
  return (
    <fieldset class="section-list picker-sections">
      <legend>Section to watch</legend>
      {props.sections.map(({ heading, text }) => (
        <label key={heading} class="section-choice">
          <input
            type="radio"
            name="section"
            checked={chosen === heading}
            onChange={() => props.onChange({ kind: 'section', focus: heading })}
          />
          <span>
            <strong>{heading}</strong>
            <span class="muted section-start">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows a page and lets the user choose the section to watch by pointing at it. */
export function SectionPicker(props: {
  page: ShownPage;
  watch: WatchDraft;
  onChange(watch: WatchDraft): void;
}) {
  const { page, watch, onChange } = props;
  const wanted = JSON.stringify(page);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<string | null>(null);
  // `attempt` reads the page again
  useEffect(() => {
    const abort = new AbortController();
    setShown(null);
    setError(null);
    readPage(JSON.parse(wanted) as ShownPage, abort.signal).then(setShown, (failure: unknown) => {
      if (!abort.signal.aborted) setError(messageOf(failure));
    });
    return () => abort.abort();
  }, [wanted, attempt]);
  if (error !== null) return <ErrorState message={error} onRetry={() => setAttempt((count) => count + 1)} />;
  if (shown === null) return <LoadingState label="Opening the page" />;
  if (shown.kind === 'sections') {
    return (
      <>
        <p class="muted picker-reason">
          No browser could open the page, so it is shown as text. Choose a section by its heading.{' '}
          <span title={shown.reason}>{shown.reason}</span>
        </p>
        <Sections sections={shown.sections} watch={watch} onChange={onChange} />
      </>
    );
  }
  return <PagePicture picture={shown.picture} page={shown.page} watch={watch} onChange={onChange} />;
}
