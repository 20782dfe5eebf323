import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Maximize2, Minimize2 } from '../../components/icons.ts';
import { StoredImage } from '../../components/stored-image.tsx';
import type { WatchDraft } from './monitor-facts.ts';
import { type Box, elementAt, type PageElement, type PageElements } from './page-elements.ts';

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

function Frame({ box, page, kind }: { box: Box; page: PageElements; kind: string }) {
  const { x, y, width, height } = box;
  return (
    <div
      class={`picker-frame picker-${kind}`}
      style={{
        left: percent(x, page.width),
        top: percent(y, page.height),
        width: percent(width, page.width),
        height: percent(height, page.height),
      }}
    />
  );
}

function watchesHeading(watch: WatchDraft): boolean {
  return watch.kind === 'section' && watch.focus !== undefined;
}

/** Returns what to watch after the user pointed at an element: of a heading its section, since the heading alone says little. */
function watchOf({ section, heading, selector }: PageElement): WatchDraft {
  return section !== null && section.text !== '' && heading !== ''
    ? { kind: 'section', focus: heading }
    : { kind: 'section', selector };
}

/** Returns the watched part of the picture: the element, or the section whose heading it is. */
function watchedBox(element: PageElement, watch: WatchDraft): Box {
  return watchesHeading(watch) ? (element.section ?? element) : element;
}

/** How the chosen part is found in later checks. */
function Anchor(props: { element: PageElement; watch: WatchDraft; onChange(watch: WatchDraft): void }) {
  const { selector, heading, section } = props.element;
  const isHeading = watchesHeading(props.watch);
  const text = isHeading && section !== null ? section.text : props.element.text;
  return (
    <div class="picker-anchor" aria-live="polite">
      <p class="watched-text">
        <strong>Watched text:</strong> {text}
        {text.length >= 240 && '…'}
      </p>
      <fieldset class="choices" aria-label="How later checks find this part">
        <label class="choice">
          <input
            type="radio"
            name="anchor"
            checked={!isHeading}
            onChange={() => props.onChange({ kind: 'section', selector })}
          />
          <span>
            {section === null ? 'by its place' : 'the heading alone'} <code>{selector}</code>
          </span>
        </label>
        {heading !== '' && (
          <label class="choice">
            <input
              type="radio"
              name="anchor"
              checked={isHeading}
              onChange={() => props.onChange({ kind: 'section', focus: heading })}
            />
            <span>
              {section === null ? 'by its heading' : 'the section under the heading'} “{heading}”
            </span>
          </label>
        )}
      </fieldset>
    </div>
  );
}

/** The sections of the page beside its picture: for the keyboard, for screen readers and for small screens. */
function SectionList(props: { page: PageElements; chosen: number; onChoose(at: number): void }) {
  const sections = props.page.elements
    .map(({ heading, section }, at) => ({ heading, section, at }))
    .filter(({ heading, section }) => heading !== '' && section !== null && section.text !== '');
  if (sections.length === 0) return null;
  return (
    <fieldset class="section-list picker-sections">
      <legend>Sections of the page</legend>
      {sections.map(({ heading, section, at }) => (
        <label key={at} class="section-choice">
          <input
            type="radio"
            name="page section"
            checked={props.chosen === at}
            onChange={() => props.onChoose(at)}
          />
          <span>
            <strong>{heading}</strong>
            <span class="muted section-start">{section?.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Properties of {@link PagePicture}. */
export interface PagePictureProps {
  /** Address of the picture of the whole page. */
  picture: string;
  page: PageElements;
  watch: WatchDraft;
  onChange(watch: WatchDraft): void;
}

/** A picture of a page; the user points at the part to watch. */
export function PagePicture({ picture, page, watch, onChange }: PagePictureProps) {
  const surface = useRef<HTMLButtonElement>(null);
  const [hovered, setHovered] = useState(-1);
  const [chosen, setChosen] = useState(() =>
    watch.kind !== 'section'
      ? -1
      : page.elements.findIndex(({ selector, section, heading }) =>
          watch.focus === undefined
            ? selector === watch.selector
            : section !== null && heading === watch.focus,
        ),
  );
  // A larger part was chosen from this one, so that it can be made smaller again
  const [inner, setInner] = useState<number[]>([]);
  useEffect(() => setHovered(-1), [page]);
  const at = (event: MouseEvent): number => {
    const box = surface.current?.getBoundingClientRect();
    if (box === undefined) return -1;
    const x = ((event.clientX - box.left) / box.width) * page.width;
    const y = ((event.clientY - box.top) / box.height) * page.height;
    return elementAt(page, x, y);
  };
  const choose = (index: number) => {
    const element = page.elements[index];
    if (element === undefined) return;
    setChosen(index);
    onChange(watchOf(element));
  };
  const element = page.elements[chosen];
  const over = page.elements[hovered];
  return (
    <div class="picker">
      <div class="picker-hint">
        <span>Click the part of the page to watch, or choose one of its sections.</span>
        <Button
          icon={Maximize2}
          isDisabled={element === undefined || element.parent < 0}
          onClick={() => {
            setInner((list) => [...list, chosen]);
            choose(element?.parent ?? -1);
          }}
        >
          Larger
        </Button>
        <Button
          icon={Minimize2}
          isDisabled={inner.length === 0}
          onClick={() => {
            choose(inner.at(-1) ?? -1);
            setInner((list) => list.slice(0, -1));
          }}
        >
          Smaller
        </Button>
      </div>
      {element !== undefined && <Anchor element={element} watch={watch} onChange={onChange} />}
      <div class="picker-sides">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard */}
        <section class="picker-scroll" tabIndex={0} aria-label="Picture of the page">
          <button
            ref={surface}
            type="button"
            class="picker-surface"
            aria-label="Picture of the page: click the part to watch"
            tabIndex={-1}
            onMouseMove={(event) => setHovered(at(event))}
            onMouseLeave={() => setHovered(-1)}
            onClick={(event) => {
              setInner([]);
              choose(at(event));
            }}
          >
            <StoredImage class="picker-picture" address={picture} alt="" />
            {over !== undefined && <Frame box={watchedBox(over, watchOf(over))} page={page} kind="hovered" />}
            {element !== undefined && <Frame box={watchedBox(element, watch)} page={page} kind="chosen" />}
          </button>
        </section>
        <SectionList
          page={page}
          chosen={chosen}
          onChoose={(at) => {
            setInner([]);
            choose(at);
          }}
        />
      </div>
    </div>
  );
}
