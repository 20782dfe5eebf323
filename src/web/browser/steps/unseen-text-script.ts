/**
 * Source of `createSight()`, which tells in a document what a person cannot see: text and elements of no size, off the page,
 * clipped, transparent, or in the color of what lies behind them. What `display`, `visibility` and `aria-hidden` hide is left to
 * the caller. Results hold until the document changes.
 *
 * Content beyond the window that is transparent and has a transition or an animation may appear when a person scrolls there,
 * so it counts as visible. An area that scrolls shows all of its content to a person.
 */
export const unseenTextScript = `
  const minPart = 2;
  const minLetters = 3;
  const faint = 0.05;
  const painterNames = 'img, video, canvas, svg, iframe, object, embed, picture';
  const createSight = () => {
    const states = new Map();
    const styles = new Map();
    let painters = null;
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, getComputedStyle(element));
      return styles.get(element);
    };
    const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
    const alphas = new Map();
    const alphaOf = (color) => {
      if (!alphas.has(color)) alphas.set(color, readAlpha(color));
      return alphas.get(color);
    };
    const readAlpha = (color) => {
      const parts = color.match(/[\\d.]+%?/g) ?? [];
      if (parts.length < 4) return 1;
      const alpha = parts[parts.length - 1];
      return alpha.endsWith('%') ? parseFloat(alpha) / 100 : Number(alpha);
    };
    const areClose = (one, other) => {
      const [a, b] = [one.match(/[\\d.]+/g) ?? [], other.match(/[\\d.]+/g) ?? []];
      if (!one.startsWith('rgb') || !other.startsWith('rgb')) return one === other;
      return [0, 1, 2].every((at) => Math.abs(Number(a[at]) - Number(b[at])) <= 6);
    };
    const intersect = (one, other) => one === null ? other : {
      left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
    };
    const isClippedAway = (style, rect) => {
      const path = style.clipPath;
      if (path.startsWith('inset(')) {
        const values = path.slice(6).match(/[\\d.]+(?:%|px)/g) ?? [];
        const [top, right = top, bottom = top, left = right] = values;
        const size = (value, whole) => value === undefined ? 0 : value.endsWith('%') ? parseFloat(value) * whole / 100 : parseFloat(value);
        return size(top, rect.height) + size(bottom, rect.height) >= rect.height - minPart
          || size(left, rect.width) + size(right, rect.width) >= rect.width - minPart;
      }
      if (/^(?:circle|ellipse)\\(0(?:px|%)?[\\s)]/.test(path)) return true;
      if (path.startsWith('polygon(')) {
        const points = path.slice(8, -1).split(',').map((point) => point.trim());
        if (new Set(points).size < 3) return true;
      }
      const box = /^rect\\(([^)]*)\\)$/.exec(style.clip);
      if (box === null || !['absolute', 'fixed'].includes(style.position)) return false;
      const [top = 0, right = 0, bottom = 0, left = 0] = box[1].split(/[\\s,]+/).map(parseFloat);
      return bottom - top < minPart || right - left < minPart;
    };
    const hasHiddenMask = (style) => {
      const mask = style.maskImage ?? style.webkitMaskImage ?? 'none';
      if (!mask.includes('gradient(')) return false;
      const colors = mask.match(/rgba?\\([^)]*\\)|transparent/g) ?? [];
      return colors.length > 0 && colors.every((color) => color === 'transparent' || alphaOf(color) <= faint);
    };
    const isBeyondWindow = ({ top, bottom, left, right }) =>
      bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth;
    /** What bounds content in the document itself: nothing clips it, and the window scrolls it. */
    const page = { clip: null, scroller: null };
    const far = 1e7;
    const clips = (overflow) => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
    const containsPaint = (style) => style.contentVisibility === 'auto' || /paint|content|strict/.test(style.contain);
    /** Returns whether the window scrolls an element's content: the browser uses the overflow of a body if the root has none. */
    const isOfWindow = (element) => {
      if (element === document.documentElement) return true;
      if (element !== document.body) return false;
      const { overflowX, overflowY } = styleOf(document.documentElement);
      const { overflowX: ownX, overflowY: ownY } = styleOf(element);
      return (overflowX === 'visible' && overflowY === 'visible') || !(scrolls(ownX) || scrolls(ownY));
    };
    /** Returns whether an element is as large as its content in one direction: it sets no limit there. */
    const isOpen = (element, ...limits) => {
      const map = element.computedStyleMap?.();
      return map !== undefined && limits.every((name) => /^(?:auto|none)$/.test(String(map.get(name))));
    };
    /**
     * Returns whether the browser leaves out the content of an element until the window comes near (content-visibility: auto). Then
     * the element grows, and the document with it: until that, the content lies outside of both. Only a child can tell; words alone
     * are as high as their element once it is drawn.
     */
    const isLeftOut = ({ firstElementChild: child }, style) => style.contentVisibility === 'auto'
      && (child === null || !child.checkVisibility({ contentVisibilityAuto: true }));
    const growing = new Set();
    /** Returns what bounds the content of such an element: the limits that stay when it grows. */
    const boundGrowing = (element) => {
      growing.add(element);
      let clip = null;
      for (let at = element; at !== null; at = parentOf(at)) {
        if (at !== element && (isOfWindow(at) || !clips(styleOf(at).overflowY))) continue;
        const { left, right, top, bottom, width } = at.getBoundingClientRect();
        clip = intersect(clip, {
          left, top,
          right: width < minPart && isOpen(at, 'width', 'max-width') ? far : right,
          bottom: isOpen(at, 'height', 'max-height') ? far : bottom,
        });
      }
      return { clip, scroller: element };
    };
    /** Returns what bounds the content of an element inside the bounds of the element. */
    const boundContent = (base, style, rect, element) => {
      if (isLeftOut(element, style)) return boundGrowing(element);
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) {
        const shown = intersect(base.clip, rect);
        const isCutAway = shown.right - shown.left < minPart || shown.bottom - shown.top < minPart;
        return { clip: isCutAway ? shown : null, scroller: element };
      }
      const [cutsX, cutsY] = [style.overflowX, style.overflowY].map((overflow) => clips(overflow) || containsPaint(style));
      if (!cutsX && !cutsY) return base;
      const clip = intersect(base.clip, {
        left: cutsX ? rect.left : -far, right: cutsX ? rect.right : far,
        top: cutsY ? rect.top : -far, bottom: cutsY ? rect.bottom : far,
      });
      return { clip, scroller: base.scroller };
    };
    /** Returns whether an element is transparent or clipped away with all of its content, and what clips its content. */
    const stateOf = (element) => {
      const known = states.get(element);
      if (known) return known;
      // From the outermost unknown ancestor inwards: documents can be nested deeper than the call stack.
      const path = [];
      let at = element;
      while (at !== null && !states.has(at)) {
        path.push(at);
        at = parentOf(at);
      }
      let state = at === null ? { isGone: false, opacity: 1, flow: page, absolute: page } : states.get(at);
      for (const next of path.reverse()) {
        state = describe(next, state);
        states.set(next, state);
      }
      return state;
    };
    const describe = (element, { isGone, opacity: outer, flow: outerFlow, absolute: outerAbsolute }) => {
      if (isGone) return { isGone, opacity: 0, base: page, flow: page, absolute: page };
      const style = styleOf(element);
      const isRoot = isOfWindow(element);
      const rect = element.getBoundingClientRect();
      const faded = /opacity\\(([\\d.]+)(%?)\\)/.exec(style.filter);
      const filterOpacity = faded === null ? 1 : Number(faded[1]) / (faded[2] === '%' ? 100 : 1);
      const own = Number(style.opacity) * filterOpacity;
      const isMoving = style.animationName !== 'none'
        || (/all|opacity/.test(style.transitionProperty) && !/^(?:0s(?:, )?)+$/.test(style.transitionDuration));
      const opacity = outer * (own <= faint && isMoving && isBeyondWindow(rect) ? 1 : own);
      const isContents = style.display === 'contents';
      const gone = opacity <= faint || (!isContents && isClippedAway(style, rect)) || hasHiddenMask(style);
      const { position } = style;
      const base = position === 'fixed' ? page : position === 'absolute' ? outerAbsolute : outerFlow;
      const isPlaced = position !== 'static' || style.transform !== 'none' || containsPaint(style);
      const hasBox = !isRoot && !isContents && style.display !== 'inline';
      const flow = hasBox ? boundContent(base, style, rect, element) : base;
      return { isGone: gone, opacity, base, flow, absolute: isPlaced || isRoot ? flow : outerAbsolute };
    };
    /** Returns what an area, or the window (null), scrolls: places from the top left corner of the window. */
    const measureScroller = (scroller) => {
      if (growing.has(scroller)) {
        const { top, bottom, left, right } = scroller.getBoundingClientRect();
        const isOff = isOffPage({ top: top - 1, bottom: bottom + 1, left: left - 1, right: right + 1 }, stateOf(scroller).base);
        return { top: -far, left: -far, bottom: far, right: far, isFromRight: false, isOff };
      }
      const isWindow = scroller === null;
      const area = isWindow ? document.scrollingElement ?? document.documentElement : scroller;
      const start = isWindow ? { left: -scrollX, top: -scrollY } : area.getBoundingClientRect();
      const top = start.top - (isWindow ? 0 : area.scrollTop);
      const left = start.left - (isWindow ? 0 : area.scrollLeft);
      const bottom = top + Math.max(area.scrollHeight, isWindow ? innerHeight : 0);
      const right = left + Math.max(area.scrollWidth, isWindow ? innerWidth : 0);
      const isFromRight = styleOf(isWindow ? document.documentElement : area).direction === 'rtl';
      const isOff = !isWindow && isOffPage(area.getBoundingClientRect(), stateOf(area).base);
      return { top, left, bottom, right, isFromRight, isOff };
    };
    const scrollers = new Map();
    /** Returns whether nobody can scroll to a place: it lies outside of what the window or the area around it scrolls. */
    const isOffPage = (rect, { scroller }) => {
      if (!scrollers.has(scroller)) scrollers.set(scroller, measureScroller(scroller));
      const { top, left, bottom, right, isFromRight, isOff } = scrollers.get(scroller);
      if (rect.bottom <= top || rect.top >= bottom) return true;
      return isOff || (!isFromRight && (rect.right <= left || rect.left >= right));
    };
    const isCut = (rect, clip) => {
      if (clip === null || clip === undefined) return false;
      const shown = intersect(clip, rect);
      return shown.right - shown.left < minPart || shown.bottom - shown.top < minPart;
    };
    const hasPaint = (style) => style.backgroundImage !== 'none' || alphaOf(style.backgroundColor) > faint;
    const isPainted = (element) => hasPaint(styleOf(element)) || ['::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part);
      return style.content !== 'none' && style.content !== 'normal' && hasPaint(style);
    });
    const grounds = new Map();
    /** Returns the color behind the letters of an element and the element that has it; mixed if it is not one color. */
    const groundOf = (element) => {
      const path = [];
      let at = element;
      for (; at !== null && !grounds.has(at); at = parentOf(at)) {
        path.push(at);
        const { backgroundImage, backgroundColor } = styleOf(at);
        const alpha = alphaOf(backgroundColor);
        const isMixed = backgroundImage !== 'none' || (alpha > faint && alpha <= 0.95);
        if (isMixed || alpha > 0.95) grounds.set(at, { isMixed, background: backgroundColor, ground: at });
        if (grounds.has(at)) break;
      }
      const ground = grounds.get(at) ?? { isMixed: false, background: 'rgb(255, 255, 255)', ground: null };
      for (const one of path) grounds.set(one, ground);
      return ground;
    };
    /** Returns whether letters have the color of the background; false if something else may lie behind them. */
    const isSameColor = (element, rect) => {
      const style = styleOf(element);
      const color = style.webkitTextFillColor || style.color;
      const hasEdge = style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth) > 0;
      if (hasEdge) return false;
      if (alphaOf(color) <= faint) {
        // A background that is clipped to the letters shows them.
        for (let at = element; at !== null; at = parentOf(at)) if (/text/.test(styleOf(at).backgroundClip)) return false;
        return true;
      }
      const { isMixed, background, ground } = groundOf(element);
      if (isMixed || !areClose(color, background)) return false;
      painters ??= [...document.querySelectorAll('body *')].slice(0, 20000)
        .filter((one) => one.matches(painterNames) || isPainted(one));
      return !painters.some((one) => {
        if (one === ground || element.contains(one)) return false;
        if (one.contains(element) && alphaOf(styleOf(one).backgroundColor) > 0.95 && ground !== null && one.contains(ground)) return false;
        const other = one.getBoundingClientRect();
        return other.left < rect.right && other.right > rect.left && other.top < rect.bottom && other.bottom > rect.top;
      });
    };
    const range = document.createRange();
    const findsUnseen = (node) => {
      const element = node.parentElement ?? node.getRootNode().host;
      if (!element) return false;
      const { isGone, flow } = stateOf(element);
      if (isGone) return true;
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      // The browser draws the options of a list itself.
      if (element.closest('select, datalist') !== null) return false;
      if (rect.height < minLetters || rect.width < 1 || isOffPage(rect, flow) || isCut(rect, flow.clip)) return true;
      return isSameColor(element, rect);
    };
    const texts = new Map();
    return {
      isPainted,
      /** Returns whether a person cannot see the text of a node. */
      isTextUnseen(node) {
        // The driver reads each text several times.
        if (!texts.has(node)) texts.set(node, findsUnseen(node));
        return texts.get(node);
      },
      /** Returns whether a person cannot see any of an element; its colors do not matter. */
      isUnseen(element, ignoresOpacity) {
        const state = stateOf(element);
        if (state.isGone && !ignoresOpacity) return true;
        const rect = element.getBoundingClientRect();
        if (rect.width < minPart || rect.height < minPart)
          return ![...element.children].some((child) => {
            const { width, height } = child.getBoundingClientRect();
            return width >= minPart && height >= minPart;
          });
        return isOffPage(rect, state.base) || isCut(rect, state.base.clip);
      },
    };
  };`;
