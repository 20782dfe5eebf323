// Scripts that run in an isolated world of a document, where the scripts of the page cannot interfere.

/** Maximum number of frames of one document that are considered. */
const maxListedFrames = 200;

/** Frame element of a document, as {@link listFrames} reports it. */
export interface FrameElement {
  /** Position in the list that the document's isolated world keeps for {@link frameAt}. */
  index: number;
  /** URL of the `src` attribute; empty if there is none. */
  url: string;
  width: number;
  height: number;
  isVisible: boolean;
  isSameOrigin: boolean;
}

/** Frames of a document, and the size of its window in CSS pixels. */
export interface FrameList {
  frames: FrameElement[];
  windowWidth: number;
  windowHeight: number;
}

/**
 * Lists the frames of the document and its open shadow roots, and starts to load visible lazy ones if `loadsLazy`. The
 * isolated world keeps the elements.
 */
export const listFrames = `((loadsLazy) => {
  const elements = [];
  const collect = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && elements.length < ${maxListedFrames}; node = walker.nextNode()) {
      if (node.localName === 'iframe' || node.localName === 'frame') elements.push(node);
      if (node.shadowRoot) collect(node.shadowRoot);
    }
  };
  collect(document);
  globalThis.listedFrames = elements;
  const isSameOrigin = (element) => {
    const inner = element.contentDocument;
    if (inner === null) return false;
    // A frame that is not loaded yet still has its initial document, which has the origin of the page.
    const isInitial = inner.URL === 'about:blank' && /^https?:/.test(element.src ?? '');
    return !isInitial || new URL(element.src).origin === location.origin;
  };
  const frames = elements.map((element, index) => {
    const { width, height } = element.getBoundingClientRect();
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (loadsLazy && isVisible && element.loading === 'lazy') element.loading = 'eager';
    return { index, url: element.src ?? '', width, height, isVisible, isSameOrigin: isSameOrigin(element) };
  });
  // The window may have been enlarged beyond the screen to show content below it.
  return { frames, windowWidth: innerWidth, windowHeight: Math.min(innerHeight, screen.height) };
})`;

/** Returns the frame element at a position of the list. */
export const frameAt = '((index) => globalThis.listedFrames[index])';

/** Returns the state of a frame's document; `hasUrl` is true if it should have left its initial empty document. */
export const frameState = `((hasUrl) => {
  if (location.protocol === 'chrome-error:') return 'failed';
  if (hasUrl && location.href === 'about:blank') return 'loading';
  return document.readyState === 'loading' ? 'loading' : 'loaded';
})`;

/** Attributes with one URL, and with several. */
const urlAttributes = ['href', 'src', 'poster', 'cite', 'data-src', 'data-original', 'data-lazy-src'];
const srcsetAttributes = ['srcset', 'data-srcset', 'data-lazy-srcset'];
/** Elements without text to read, or whose source text could end the element that contains the frame's content. */
const removed =
  'script style template noscript noframes noembed xmp plaintext link meta base title head object embed applet';

/**
 * Converts the HTML of a frame to the content of an element of another document: parses it without running it, removes
 * what is no text, and makes URLs absolute.
 */
export const toFrameContent = `((html) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const root = parsed.body ?? parsed.documentElement;
  for (const element of [...parsed.querySelectorAll('${removed.split(' ').join(', ')}')]) element.remove();
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found = [];
  for (let node = comments.nextNode(); node; node = comments.nextNode()) found.push(node);
  for (const comment of found) comment.remove();
  const absolute = (reference) => {
    const text = reference.trim();
    if (text === '' || text.startsWith('#') || /^(?:data|blob|javascript):/i.test(text)) return reference;
    return URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : reference;
  };
  for (const name of ${JSON.stringify(urlAttributes)})
    for (const element of parsed.querySelectorAll('[' + name + ']'))
      element.setAttribute(name, absolute(element.getAttribute(name)));
  for (const name of ${JSON.stringify(srcsetAttributes)})
    for (const element of parsed.querySelectorAll('[' + name + ']')) {
      const candidates = element.getAttribute(name).split(/,\\s+/).map((one) => one.trim().split(/\\s+/));
      element.setAttribute(name, candidates.map(([url = '', ...size]) => [absolute(url), ...size].join(' ')).join(', '));
    }
  for (const frame of parsed.querySelectorAll('iframe')) frame.textContent = '';
  return root.innerHTML;
})`;
