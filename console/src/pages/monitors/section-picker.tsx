import '../../styles/choice-list.css';
import { useEffect, useState } from 'preact/hooks';
import { ErrorState, LoadingState } from '../../components/states.tsx';
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

async function readPicture(url: string, signal: AbortSignal): Promise<Shown> {
  const session = await client.value.openBrowser(
    { url, ttl_seconds: sessionSeconds, idle_seconds: sessionSeconds },
    { signal },
  );
  const { sid } = session;
  try {
    if (session.error != null) throw new Error(session.error.message);
    const step = { sid, snapshot: false as const };
    const taken = await client.value.browserStep(
      { ...step, type: 'screenshot', full_page: true, quality: pictureQuality },
      { signal },
    );
    const listed = await client.value.browserStep(
      { ...step, type: 'evaluate', text: listElementsScript },
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
async function readPage(url: string, signal: AbortSignal): Promise<Shown> {
  try {
    return await readPicture(url, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const answer = await client.value.scrape({ url, formats: ['markdown'] }, { signal });
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
            <span class="muted">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows a page and lets the user choose the section to watch by pointing at it. */
export function SectionPicker(props: { url: string; watch: WatchDraft; onChange(watch: WatchDraft): void }) {
  const { url, watch, onChange } = props;
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<string | null>(null);
  // `attempt` reads the page again
  useEffect(() => {
    const abort = new AbortController();
    setShown(null);
    setError(null);
    readPage(url, abort.signal).then(setShown, (failure: unknown) => {
      if (!abort.signal.aborted) setError(messageOf(failure));
    });
    return () => abort.abort();
  }, [url, attempt]);
  if (error !== null) return <ErrorState message={error} onRetry={() => setAttempt((count) => count + 1)} />;
  if (shown === null) return <LoadingState label="Opening the page" />;
  if (shown.kind === 'sections') {
    return (
      <>
        <p class="muted">
          The page is shown as text, because no browser could open it ({shown.reason}) Choose a section by its
          heading.
        </p>
        <Sections sections={shown.sections} watch={watch} onChange={onChange} />
      </>
    );
  }
  return <PagePicture picture={shown.picture} page={shown.page} watch={watch} onChange={onChange} />;
}
