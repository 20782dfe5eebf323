import type { Page } from 'playwright-core';

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

/**
 * Scrolls to the end of a page and presses its button for more records, as long as the page grows: twice if scripts
 * load the records as JSON, otherwise until the list ends, at most 12 times and 25 seconds.
 */
export async function loadMore(page: Page, { settled, countAnswers }: LoadMoreOptions): Promise<void> {
  // A page that is navigating cannot be scrolled and is read as it is.
  const evaluate = (script: string) => page.evaluate(script).catch(() => null);
  const size = () => evaluate('document.querySelectorAll("*").length');
  const deadline = performance.now() + timeoutMs;
  let answers = await countAnswers();
  let answeredRounds = 0;
  const address = page.url();
  for (let round = 0; round < maxRounds && performance.now() < deadline; round += 1) {
    const before = await size();
    await evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await settled();
    if ((await size()) === before) {
      const isPressed = await evaluate(pressButton);
      if (isPressed === true) await settled();
    }
    if ((await size()) === before || page.url() !== address) return;
    const answersNow = await countAnswers();
    if (answersNow > answers) answeredRounds += 1;
    answers = answersNow;
    if (answeredRounds >= minRounds) return;
  }
}
