import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { JsonView } from '../../components/json-view.tsx';
import { usePart } from '../../components/part-notice.tsx';
import { ReceiptPath } from '../../components/receipt-path.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { ValueText } from '../../components/value-text.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { describeAbsence, type Search } from '../../text/absence.ts';
import { toWords } from '../../text/format.ts';
import { statedNumber } from '../../text/money.ts';
import { createQuoteFinder, cutAtQuotes, maxTextLength, type Range } from './find-quote.ts';
import { type ExtractAnswer, type ExtractedValue, listValues } from './read-page.ts';

type Evidence = NonNullable<ExtractedValue['evidence']>;

function sourceText(evidence: Evidence, isUnverified: boolean, isOnPage: boolean): string {
  const place = isOnPage
    ? 'on the page'
    : evidence.source === 'visible'
      ? 'quoted from the page'
      : `in the ${evidence.source === 'json' ? 'data' : 'attributes'} of the page: “${evidence.quote}”`;
  const doubt = isUnverified ? ' · the page does not contain it' : evidence.weak ? ' · little evidence' : '';
  return `${toWords(evidence.method)} · ${place}${doubt}`;
}

/** Returns a number as the page states it, with the sign of its currency; null where the currency is known, or the page differs. */
function statedText({ value, money, evidence }: ExtractedValue, text: string, place: Range | undefined) {
  if (typeof value !== 'number' || evidence === null || (money?.currency ?? null) !== null) return null;
  const before = place === undefined ? '' : text.charAt(place.start - 1);
  const after = place === undefined ? '' : text.slice(place.end, place.end + 2);
  const sign = /^[$€£¥]$/.test(before) ? before : '';
  return statedNumber(value, `${sign}${evidence.quote}${/^\s?[$€£¥]/.exec(after)?.[0] ?? ''}`);
}

/** A value with its source, or why there is none. */
function ValueLines({
  value,
  stated,
  isOnPage,
  model,
}: { value: ExtractedValue; stated: string | null; isOnPage: boolean } & Pick<Search, 'model'>) {
  const { evidence, isUnverified, searchedBy, money } = value;
  const absence = evidence === null ? describeAbsence({ searchedBy: searchedBy ?? 'rules', model }) : null;
  return (
    <>
      <span class="value-name">{value.name}</span>
      {absence === null ? (
        <span class="value-text">
          <ValueText value={stated ?? value.value} money={money} isPlain />
        </span>
      ) : (
        <span class="muted">{absence.label}</span>
      )}
      <span class="value-source">
        {evidence === null ? absence?.text : sourceText(evidence, isUnverified, isOnPage)}
      </span>
    </>
  );
}

function ValueList(props: {
  text: string;
  values: readonly ExtractedValue[];
  model: Search['model'];
  quotes: ReadonlyMap<string, Range>;
  active: string | null;
  onActivate(pointer: string | null): void;
}) {
  return (
    <ul class="values" aria-label="Values">
      {props.values.map((value) => {
        const { pointer } = value;
        const isOnPage = props.quotes.has(pointer);
        const name = `value${isOnPage ? ' value-shown' : ''}${props.active === pointer ? ' value-active' : ''}`;
        return (
          <li key={pointer}>
            <button
              type="button"
              class={name}
              title={value.evidence?.locator}
              onFocus={() => props.onActivate(pointer)}
              onBlur={() => props.onActivate(null)}
              onMouseEnter={() => props.onActivate(pointer)}
              onMouseLeave={() => props.onActivate(null)}
            >
              <ValueLines
                value={value}
                stated={statedText(value, props.text, props.quotes.get(pointer))}
                isOnPage={isOnPage}
                model={props.model}
              />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The text of the page with the quotes of the values; the quote of the active value is brought into view. */
function PageText(props: {
  text: string;
  quotes: ReadonlyMap<string, Range>;
  active: string | null;
  onActivate(pointer: string | null): void;
}) {
  const { text, quotes, active, onActivate } = props;
  const place = useRef<HTMLPreElement>(null);
  const segments = useMemo(() => cutAtQuotes(text, quotes), [text, quotes]);
  useEffect(() => {
    if (active !== null) place.current?.querySelector('.quote-active')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard
    <pre ref={place} class="page-text" tabIndex={0}>
      {segments.map(({ text: part, names }, at) =>
        names.length === 0 ? (
          part
        ) : (
          <mark
            // The segments of a text never move
            key={at}
            class={active !== null && names.includes(active) ? 'quote quote-active' : 'quote'}
            onMouseEnter={() => onActivate(names[0] ?? null)}
            onMouseLeave={() => onActivate(null)}
          >
            {part}
          </mark>
        ),
      )}
      {text.length > maxTextLength && '\n… The rest of the page is not shown.'}
    </pre>
  );
}

/** Warnings about missing values, each of which says more beside its name. */
const saidByValues: ReadonlySet<string> = new Set(['no_model', 'model_not_used']);

/** The values beside the text of their page. */
export function ExtractionResult({ answer }: { answer: ExtractAnswer }) {
  const text = answer.text ?? null;
  const [active, setActive] = useState<string | null>(null);
  const values = useMemo(() => listValues(answer), [answer]);
  const model = usePart('model').state;
  // A model that failed for this page may work for others.
  const hasFailed = answer.warnings.some(({ code }) => code === 'model_failed');
  const quotes = useMemo(() => {
    const find = createQuoteFinder(text ?? '');
    return new Map(
      values.flatMap(({ pointer, evidence }): [string, Range][] => {
        const range = evidence === null ? null : find(evidence.quote);
        return range === null ? [] : [[pointer, range]];
      }),
    );
  }, [values, text]);
  return (
    <>
      <Warnings
        error={answer.error}
        warnings={answer.warnings.filter(({ code }) => !saidByValues.has(code))}
      />
      {answer.status === 'ok' ? (
        <div class="extraction">
          <section class="panel" aria-label="Extracted values">
            <h2>Values</h2>
            {values.length === 0 ? (
              <p class="muted">No rule found a value. Say in words which values the page has.</p>
            ) : (
              <ValueList
                text={text ?? ''}
                values={values}
                model={hasFailed ? 'failing' : model}
                quotes={quotes}
                active={active}
                onActivate={setActive}
              />
            )}
          </section>
          <section class="panel" aria-label="Page">
            <h2>Page</h2>
            <p class="muted url">{answer.url}</p>
            {text === null ? (
              <p class="muted">The page has no text.</p>
            ) : (
              <PageText text={text} quotes={quotes} active={active} onActivate={setActive} />
            )}
          </section>
        </div>
      ) : (
        <section class="panel" aria-label="Extracted values">
          <h2>
            The page was not read <StatusBadge status={answer.status} />
          </h2>
          <p class="muted">So it is not known which values it has.</p>
        </section>
      )}
      <section class="panel" aria-label="Receipt and data">
        <ReceiptPath receipt={answer.receipt} result={answer} />
        <details>
          <summary>Response as JSON</summary>
          <JsonView value={answer} />
        </details>
      </section>
    </>
  );
}
