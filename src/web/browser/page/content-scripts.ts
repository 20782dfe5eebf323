// Scripts that look at what a document shows. They run in the page and change nothing.

/** Number of words from which on a page has content. */
const enoughWords = 25;
/** Maximum number of texts and elements that are measured. */
const maxMeasured = 4_000;
/** Least part of the window's height that is blank although the page reserves it. */
const minBlankShare = 0.6;

/** Visible content of the main part of a document, as {@link describeContent} reports it. */
export interface ShownContent {
  /** True if there is enough text, or something else to see or to use. */
  hasContent: boolean;
  /** True if an element says that content is loading, or if there is nothing at all although the page has scripts. */
  isLoading: boolean;
  /** The texts of a document without enough text. */
  texts: string[];
}

/** Describes what the document shows outside of header, navigation and footer. */
export const describeContent = `(() => {
  const chrome = 'header, nav, footer, aside, [role=banner], [role=navigation], [role=contentinfo]';
  const sign = /(?:^|[-_\\s])(?:spinner|loader|loading|skeleton|shimmer|progress)(?:$|[-_\\s])/i;
  const state = { words: 0, texts: [], isBusy: false, isUsable: false };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const visit = (node) => {
    if (state.words >= ${enoughWords}) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim();
      if (text === '') return;
      state.words += text.split(/\\s+/).length;
      state.texts.push(text.slice(0, 200));
      return;
    }
    if (node instanceof Element) {
      if (/^(?:script|style|noscript|template|head)$/i.test(node.localName) || node.matches(chrome)) return;
      if (node.localName !== 'slot' && getComputedStyle(node).display !== 'contents' && !isShown(node)) return;
      const { width, height } = node.getBoundingClientRect();
      const named = (node.getAttribute('class') ?? '') + ' ' + node.id;
      if (node.matches('[aria-busy=true], [role=progressbar], progress') || sign.test(named)) state.isBusy = true;
      else if (/^(?:input|textarea|select|button)$/.test(node.localName)) state.isUsable = true;
      else if (/^(?:img|video|canvas|svg|iframe|frame|object|embed)$/.test(node.localName) && width * height > 40_000) state.isUsable = true;
    }
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
  };
  const root = document.querySelector('main, [role=main]') ?? document.body ?? document.documentElement;
  if (root !== null) visit(root);
  const { words, texts, isBusy, isUsable } = state;
  const isBlank = words === 0 && !isUsable && document.scripts.length > 0;
  return { hasContent: words >= ${enoughWords}, isLoading: isBusy || isBlank, texts };
})()`;

/**
 * Returns the height of the document if it reserves a large blank area below the window, where scripts show content
 * only when it scrolls into view; 0 otherwise.
 */
export const measureBlankArea = `(() => {
  const root = document.documentElement;
  const height = root === null ? 0 : root.scrollHeight;
  const fold = innerHeight;
  const least = fold * ${minBlankShare};
  if (height < fold + least) return 0;
  const spans = [];
  const add = ({ top, bottom, width }) => {
    if (bottom > fold && bottom > top && width > 0) spans.push([top, bottom]);
  };
  const range = document.createRange();
  let measured = 0;
  const visit = (node) => {
    if (measured > ${maxMeasured}) return;
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.data.trim() === '') return;
      measured += 1;
      range.selectNodeContents(node);
      add(range.getBoundingClientRect());
      return;
    }
    if (node instanceof Element) {
      if (/^(?:script|style|noscript|template|head)$/i.test(node.localName)) return;
      if (/^(?:img|video|canvas|svg|iframe|frame|object|embed|input|textarea|select|button|hr)$/.test(node.localName)) {
        measured += 1;
        add(node.getBoundingClientRect());
        return;
      }
    }
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
  };
  visit(root);
  if (measured > ${maxMeasured}) return 0;
  spans.sort(([one], [other]) => one - other);
  let end = fold;
  for (const [top, bottom] of [...spans, [height, height]]) {
    if (top - end >= least) return height;
    end = Math.max(end, bottom);
  }
  return 0;
})()`;
