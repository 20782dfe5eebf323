/**
 * Source of functions that tell what a person finds out about an element by its look or by trying: `describeElement` returns its
 * type, limits and place as {@link ElementFacts}, null if there is nothing to tell.
 */
export const elementFactsScript = `
  const plainTypes = new Set(['text', 'search', 'number', 'checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'hidden']);
  const placedNames = new Set(['canvas', 'svg']);
  const usableNames = new Set(['a', 'button']);
  const usableRoles = new Set(['button', 'link', 'menuitem', 'switch', 'tab']);
  const placeOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  /** Returns what an element without text looks like: its kind, id, classes and color. */
  const lookOf = (element) => {
    const isShape = element instanceof SVGElement;
    const style = getComputedStyle(element);
    const color = isShape ? element.getAttribute('fill') ?? style.fill : style.backgroundColor;
    const isColored = color && color !== 'none' && !/^rgba\\(.*, 0\\)$/.test(color);
    const id = element.id ? '#' + element.id : '';
    const classes = [...element.classList].slice(0, 2).map((name) => '.' + name).join('');
    const hint = element.title ? ' ' + element.title : '';
    return (element.localName + id + classes + hint + (isColored ? ' ' + color : '')).slice(0, 100);
  };
  /** Returns whether an element shows an icon or a picture. */
  const hasPicture = (element) => element.querySelector('svg, img, canvas') !== null
    || [element, ...[...element.getElementsByTagName('*')].slice(0, 20)].some((part) =>
      getComputedStyle(part).backgroundImage !== 'none' || ['::before', '::after'].some((name) =>
        !['none', 'normal', '""'].includes(getComputedStyle(part, name).content)));
  const describeElement = (element, isListened, isPointed) => {
    const { localName } = element;
    const facts = {};
    if (localName === 'input' && !plainTypes.has(element.type)) {
      facts.type = element.type;
      if (element.type === 'file' && element.multiple) facts.type = 'files';
      if (element.type === 'range') facts.range = [element.min || '0', element.max || '100', element.step || '1'];
    }
    // The driver tells the value of a slider only where the browser draws it (WAI-ARIA 1.2, 5.2.8).
    else if (element.getAttribute('role') === 'slider') {
      const read = (name) => element.getAttribute('aria-value' + name);
      facts.range = [read('min') ?? '0', read('max') ?? '100'];
      facts.value = read('text') ?? read('now') ?? '';
    }
    if ((localName === 'input' || localName === 'textarea') && element.readOnly) facts.isReadOnly = true;
    // What the browser would show for the field (HTML, 4.10.5.3).
    if (localName === 'input' && element.list) {
      const typed = element.value.toLowerCase();
      const options = [...element.list.options].slice(0, 500).filter(({ value, label }) => (value + label).toLowerCase().includes(typed));
      if (options.length > 0) facts.suggestions = options.map(({ value }) => value);
    }
    const isField = ['input', 'textarea', 'select'].includes(localName);
    const isShown = placedNames.has(localName) || (isListened && !isField && element.textContent.trim() === '');
    // Words in a drawing have no order of lines: their place tells what they belong to.
    const isDrawn = isListened && element.ownerSVGElement;
    if (isShown || (isListened || isPointed) && !isField || usableNames.has(localName) || usableRoles.has(element.getAttribute('role'))) {
      facts.look = lookOf(element);
      facts.place = placeOf(element);
      if (!isShown && !isDrawn) facts.isForNameless = true;
      if (element.textContent.trim() === '' && hasPicture(element)) facts.hasPicture = true;
    } else if (element.type === 'checkbox' || element.type === 'radio') {
      facts.place = placeOf(element);
      facts.isForNameless = true;
    } else if (facts.range !== undefined || element.draggable === true && localName !== 'a' && localName !== 'img')
      facts.place = placeOf(element);
    if (isListened) facts.isReacting = true;
    return Object.keys(facts).length === 0 ? null : facts;
  };`;

/** What a snapshot says of an element besides role, name and state. */
export interface ElementFacts {
  /** Type of an input field that takes more or other than text. */
  type?: string;
  isReadOnly?: boolean;
  /** True for a file field that nobody sees; `label` is what a person sees of it. */
  isHidden?: true;
  label?: string;
  /** Minimum and maximum of a slider, and its step where it has one. */
  range?: [string, string, string?];
  /** Value of a slider that the page draws. */
  value?: string;
  /** What the browser suggests for a field. */
  suggestions?: string[];
  /** Kind, id, classes and color of an element without text. */
  look?: string;
  /** True if look and place are told only of an element without words that a person sees. */
  isForNameless?: true;
  /** True if an element without text shows an icon or a picture. */
  hasPicture?: true;
  /** Left, top, width and height in CSS pixels of the window. */
  place?: [number, number, number, number];
  /** The place of any element, in a snapshot with details. */
  box?: [number, number, number, number];
  /** Shapes and icons in an element that are no elements of the snapshot, in one with details. */
  drawings?: Drawing[];
  /** True if the element itself reacts to a pointer. */
  isReacting?: true;
  /** Reference of the element that shows all of this element's text and has a pointer cursor. */
  inner?: string;
  /** True if a person cannot see the element. */
  isUnseen?: boolean;
}

/** A shape or an icon, with its reference, and those of what is around it, innermost first. */
export interface Drawing {
  look: string;
  place: [number, number, number, number];
  refs: string[];
  own: string | null;
}

/** What is known of the elements of a document, by their references. */
export interface DocumentFacts {
  facts: Record<string, ElementFacts>;
  drawings: Drawing[];
}
