import type { Browser } from 'playwright-core';

/** Stands for a control in a text: a line separator, which `trim` removes. */
const controlMark = '\u2028';

/** Visible text of a page, with a mark in place of each button and field, which are controls and no content. */
export interface RenderedText {
  /** Text outside of header, navigation, footer and asides; of the `main` element if there is one. */
  main: string;
  all: string;
}

const settleTimeoutMs = 8_000;
const settlePauseMs = 700;

/** Collects the visible text of the document, with shadow roots and slots. Runs in the page. */
const collectText = `(() => {
  const chrome = 'header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo]';
  const text = (node, skipsChrome) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 && node.nodeType !== 11) return '';
    if (node.nodeType === 1) {
      if (/^(?:select|button)$/i.test(node.tagName)) return '${controlMark}';
      if (/^(?:script|style|noscript|template|svg)$/i.test(node.tagName)) return '';
      if (skipsChrome && node.matches(chrome)) return '';
      if (!node.checkVisibility({ visibilityProperty: true }) && getComputedStyle(node).display !== 'contents') return '';
      if (node.tagName === 'SLOT' && node.assignedNodes().length > 0) return node.assignedNodes({ flatten: true }).map((one) => text(one, skipsChrome)).join(' ');
    }
    return [...(node.shadowRoot ?? node).childNodes].map((one) => text(one, skipsChrome)).join(' ');
  };
  const deep = (root) => {
    const found = root.querySelector('main, [role=main]');
    if (found !== null) return found;
    for (const one of root.querySelectorAll('*')) {
      const inner = one.shadowRoot === null ? null : deep(one.shadowRoot);
      if (inner !== null) return inner;
    }
    return null;
  };
  return { main: text(deep(document) ?? document.body, true), all: text(document.body, false) };
})()`;

/** Returns the visible text of a page with or without its scripts. */
export async function readRenderedText(
  browser: Browser,
  url: string,
  runsScripts: boolean,
): Promise<RenderedText> {
  const context = await browser.newContext({ javaScriptEnabled: runsScripts });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    if (runsScripts) {
      // Pages that poll never become idle.
      await page.waitForLoadState('networkidle', { timeout: settleTimeoutMs }).catch(() => undefined);
      await page.waitForTimeout(settlePauseMs);
    }
    return (await page.evaluate(collectText)) as RenderedText;
  } finally {
    await context.close();
  }
}

const wordsPerShingle = 3;

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shingles(words: readonly string[], size: number): string[] {
  return words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(' '));
}

/**
 * Returns the share of a text's groups of three words that another text does not contain; 0 for no text. No group has words of
 * both sides of a control, whose label the other text may have or not; fewer words between two controls are a group.
 */
export function missingShare(text: string, other: string): number {
  const sizes = Array.from({ length: wordsPerShingle }, (_, at) => at + 1);
  const known = new Set(sizes.flatMap((size) => shingles(wordsIn(other), size)));
  const parts = text.split(controlMark).map(wordsIn);
  const wanted = parts
    .filter((words) => words.length > 0)
    .flatMap((words) => shingles(words, Math.min(words.length, wordsPerShingle)));
  const missing = wanted.filter((one) => !known.has(one)).length;
  return wanted.length === 0 ? 0 : missing / wanted.length;
}
