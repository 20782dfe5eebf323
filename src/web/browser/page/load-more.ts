import type { Page } from 'playwright-core';
import type { ScrolledLists } from '../../../domain/pages/records.ts';

/** Dependencies of {@link loadMore}. */
export interface LoadMoreOptions {
  /** Waits until the requests that the page started have settled. */
  settled(): Promise<void>;
  /** Returns the number of JSON responses that the page's scripts have received. */
  countAnswers(): Promise<number>;
}

/**
 * Rounds after which enough is known of a list that scripts load as JSON, because its calls can be repeated without the
 * page, and maximum number of rounds for other lists.
 */
const minRounds = 2;
const maxRounds = 12;
const timeoutMs = 25_000;

/**
 * Texts of buttons that add records to a list, in the languages of most pages: the verb or noun with "more". A button
 * that only expands a text (`Read more`) does not match.
 */
const labels = [
  '(?:load|show|view|see|display|fetch)(?: \\w+)? more(?: \\w+){0,2}',
  'more (?:results|items|products|posts|articles|entries|stories|jobs|events|reviews|comments)',
  '(?:noch )?mehr (?:\\w+ )?(?:laden|anzeigen|zeigen)',
  'weitere(?: \\w+)?(?: laden| anzeigen)?',
  '(?:afficher|voir|charger)(?: \\w+)? (?:plus|davantage)(?: \\w+){0,2}',
  "plus (?:de |d'|d’)\\w+",
  '(?:cargar|ver|mostrar) m[aá]s(?: \\w+){0,2}',
  '(?:carica|mostra|vedi) (?:altr[oiae]|di pi[uù])(?: \\w+){0,2}',
  '(?:carregar|ver|mostrar) mais(?: \\w+){0,2}',
  '(?:meer|toon meer|laad meer)(?: \\w+){0,2}(?: laden| tonen)?',
  '(?:visa|vis|ladda|last|indlæs) (?:fler|flere|mer)(?: \\w+)?',
  '(?:pokaż|załaduj|zobacz) więcej(?: \\w+)?',
  '(?:показать|загрузить|смотреть) ещ[её](?: \\S+)?',
  'daha fazla(?: \\S+)?(?: yükle| göster)?',
  'もっと(?:見る|読み込む|表示)',
  '(?:加载|查看|显示|載入|顯示|查看)更多',
  '더 ?(?:보기|불러오기)',
  'تحميل المزيد',
];

/** Ends of such a text: a number, dots or an arrow. */
const labelEnd = '\\s*(?:\\(?\\d+\\)?|[…\\.›»↓+▾▼])*$';
const outside =
  'header, nav, footer, [role="navigation"], [role="banner"], [role="contentinfo"], [role="dialog"], dialog';

/**
 * Presses the last visible button that adds records to a list; the value is false if there is none. Runs in the page.
 * Links to another page are not pressed: the pages that they name are read on their own.
 */
const pressButton = `(() => {
  const label = new RegExp(${JSON.stringify(`^(?:${labels.join('|')})${labelEnd}`)}, 'iu');
  const isPage = (element) =>
    element.localName === 'a' && !/^(?:#|javascript:|$)/i.test(element.getAttribute('href') ?? '');
  const isUsable = (element) => {
    const box = element.getBoundingClientRect();
    const isSubmit = element.localName === 'button' && element.form !== null && element.type === 'submit';
    const isDisabled = element.matches(':disabled, [aria-disabled="true"]');
    return box.width > 0 && box.height > 0 && !isSubmit && !isDisabled && !isPage(element) &&
      element.closest(${JSON.stringify(outside)}) === null;
  };
  const nameOf = (element) =>
    (element.textContent.trim() || element.getAttribute('aria-label') || element.getAttribute('value') || '')
      .replace(/\\s+/g, ' ').slice(0, 100);
  const button = [...document.querySelectorAll('button, a, [role="button"], input[type="button"]')]
    .filter((element) => label.test(nameOf(element)) && isUsable(element)).at(-1);
  if (button === undefined) return false;
  button.scrollIntoView({ block: 'center' });
  button.click();
  return true;
})()`;

/** Milliseconds in which entries may follow a scroll without a request, such as by a timer. */
const quietMs = 1_000;
const pollMs = 150;
/** Minimum number of entries that leave a page, and that come, if it replaces the first ones. */
const minReplaced = 3;

/**
 * Returns the entries of all groups of at least three like elements of a page: their text, or the address of their
 * picture or link. Runs in the page.
 */
const readEntries = `(() => {
  const entries = [];
  for (const parent of document.querySelectorAll('body, body *')) {
    if (parent.childElementCount < 3 || /^(?:select|svg|head)$/.test(parent.localName)) continue;
    const groups = new Map();
    for (const child of parent.children) {
      if (/^(?:script|style|br|option|link|template)$/.test(child.localName)) continue;
      if (!groups.has(child.localName)) groups.set(child.localName, []);
      groups.get(child.localName).push(child);
    }
    for (const group of groups.values()) {
      if (group.length < 3) continue;
      for (const child of group) {
        // A large part of the page is no entry.
        if (child.getElementsByTagName('*').length > 300) continue;
        const text = child.textContent.replace(/\\s+/g, ' ').trim().slice(0, 200);
        const media = text === '' ? child.querySelector('[src], [href]') : null;
        entries.push(text || media?.getAttribute('src') || media?.getAttribute('href') || '');
        if (entries.length >= 20000) return entries;
      }
    }
  }
  return entries;
})()`;

/** Scrolls the window, and each part that scrolls on its own, to the end. Runs in the page. */
const scrollToEnd = `(() => {
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollHeight <= element.clientHeight + 40 || element.clientHeight < 100) continue;
    if (/auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) element.scrollTop = element.scrollHeight;
  }
  window.scrollTo(0, document.documentElement.scrollHeight);
})()`;

/** Scrolls all parts back to the start. Runs in the page. */
const scrollToStart = `(() => {
  for (const element of document.querySelectorAll('body *')) if (element.scrollTop > 0) element.scrollTop = 0;
  window.scrollTo(0, 0);
})()`;

/** Returns the difference between the entries of a page at two times. */
function compareEntries(before: readonly string[], after: readonly string[]): 'same' | 'grown' | 'replaced' {
  const [known, present] = [new Set(before), new Set(after)];
  const gone = [...known].filter((entry) => !present.has(entry)).length;
  const added = [...present].filter((entry) => !known.has(entry)).length;
  if (gone >= minReplaced && added >= minReplaced) return 'replaced';
  return after.length > before.length ? 'grown' : 'same';
}

/**
 * Scrolls to the end of a page and presses its button for more records, as long as its lists change: twice if scripts
 * load the records as JSON, otherwise until they end, at most 12 times and 25 seconds. Returns how they ended.
 */
export async function loadMore(
  page: Page,
  { settled, countAnswers }: LoadMoreOptions,
): Promise<ScrolledLists> {
  // A page that is navigating cannot be scrolled and is read as it is.
  const evaluate = (script: string) => page.evaluate(script).catch(() => null);
  const entries = async () => (await evaluate(readEntries)) as string[] | null;
  const deadline = performance.now() + timeoutMs;
  const address = page.url();

  /** Waits until entries differ from `before`, up to {@link quietMs}. Returns null if the page navigates. */
  async function awaitChange(before: string[]): Promise<'same' | 'grown' | 'replaced' | null> {
    await settled();
    const end = performance.now() + quietMs;
    for (;;) {
      const after = await entries();
      if (after === null || page.url() !== address) return null;
      const change = compareEntries(before, after);
      if (change !== 'same' || performance.now() >= end) return change;
      await page.waitForTimeout(pollMs);
    }
  }

  let answers = await countAnswers();
  let answeredRounds = 0;
  let isReplaced = false;
  for (let round = 0; round < maxRounds && performance.now() < deadline; round += 1) {
    const before = await entries();
    if (before === null) return 'growing';
    await evaluate(scrollToEnd);
    let change = await awaitChange(before);
    if (change === 'same' && (await evaluate(pressButton)) === true) change = await awaitChange(before);
    if (change === null) return 'growing';
    isReplaced ||= change === 'replaced';
    if (change === 'same') {
      // The first entries are the beginning of the list.
      if (isReplaced) await evaluate(scrollToStart).then(settled);
      return isReplaced ? 'replaced' : 'ended';
    }
    const answersNow = await countAnswers();
    if (answersNow > answers) answeredRounds += 1;
    answers = answersNow;
    if (answeredRounds >= minRounds) break;
  }
  return isReplaced ? 'replaced' : 'growing';
}
