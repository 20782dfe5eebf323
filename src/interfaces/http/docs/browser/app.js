// Behaviour of the pages: menu, theme, copy buttons, marking of the heading in view, and search.

/**
 * Returns the element of a selector that every page has.
 * @template {Element} Kind
 * @param {string} selector
 * @param {{ new (): Kind }} kind
 * @param {ParentNode} [parent]
 * @returns {Kind}
 */
function find(selector, kind, parent = document) {
  const element = parent.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

function connectTheme() {
  const button = find('.theme-button', HTMLButtonElement);
  const { classList } = document.documentElement;
  const update = () => button.setAttribute('aria-checked', String(classList.contains('dark')));
  button.addEventListener('click', () => {
    const isDark = classList.toggle('dark');
    localStorage.setItem('webdata-theme', isDark ? 'dark' : 'light');
  });
  new MutationObserver(update).observe(document.documentElement, { attributeFilter: ['class'] });
  update();
}

function connectMenu() {
  const button = find('.menu-button', HTMLButtonElement);
  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('menu-open', isOpen);
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
  document.querySelector('.navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function addCopyButtons() {
  for (const figure of document.querySelectorAll('figure.code')) {
    if (figure.getAttribute('data-language') === 'output') continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy-button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(find('code', HTMLElement, figure).textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1_500);
    });
    figure.append(button);
  }
}

/** Marks the heading in view in the list of headings. */
function followHeadings() {
  const links = [...document.querySelectorAll('.outline a')];
  if (links.length === 0) return;
  const headings = links.flatMap((link) => {
    const id = decodeURIComponent(link.getAttribute('href') ?? '').slice(1);
    return document.getElementById(id) ?? [];
  });
  const update = () => {
    const passed = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
    for (const [at, link] of links.entries()) link.classList.toggle('current', at === Math.max(0, passed));
  };
  document.addEventListener('scroll', update, { passive: true });
  update();
}

/** @typedef {import('./search-sections.js').Found} Found */

/**
 * Loads the search and its indexes when the search is first opened.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<(query: string) => Found[]>}
 */
async function loadSearch({ dataset }) {
  const readIndex = async (/** @type {string | undefined} */ url) => {
    const response = await fetch(String(url));
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
    return response.json();
  };
  const [library, search, users, contributors] = await Promise.all([
    import(String(dataset.library)),
    /** @type {Promise<typeof import('./search-sections.js')>} */ (import(String(dataset.search))),
    readIndex(dataset.users),
    readIndex(dataset.contributors),
  ]);
  return search.createSearch(library.default, { users, contributors });
}

/**
 * Returns the part of a text around the first of the words, which is marked.
 * @param {string} text
 * @param {string[]} words
 */
function excerpt(text, words) {
  const lower = text.toLowerCase();
  const first = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const at = first.length === 0 ? 0 : Math.min(...first);
  const start = at < 60 ? 0 : lower.lastIndexOf(' ', at - 40) + 1;
  const rest = text.slice(start);
  const end = rest.length > 160 ? rest.lastIndexOf(' ', 160) : rest.length;
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`;
}

/**
 * Creates the link of a result.
 * @param {Found} found
 * @param {number} at
 */
function createResult({ section, words }, at) {
  const link = document.createElement('a');
  link.id = `result-${at}`;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', String(at === 0));
  link.href = section.url;
  for (const [name, text] of [
    ['result-title', [section.page, ...section.headings].join(' › ')],
    ['result-text', excerpt(section.text, words)],
  ]) {
    const line = document.createElement('span');
    line.className = String(name);
    line.textContent = String(text);
    link.append(line);
  }
  if (section.audience === 'contributors') {
    const badge = document.createElement('span');
    badge.className = 'result-group';
    badge.textContent = 'For contributors';
    link.prepend(badge);
  }
  return link;
}

function connectSearch() {
  const dialog = find('#search', HTMLDialogElement);
  const input = find('input', HTMLInputElement, dialog);
  const list = find('#results', HTMLElement, dialog);
  const state = find('.search-state', HTMLElement, dialog);
  /** @type {ReturnType<typeof loadSearch> | null} */
  let loading = null;

  /** @param {number} at */
  const select = (at) => {
    const options = [...list.children];
    for (const [index, option] of options.entries())
      option.setAttribute('aria-selected', String(index === at));
    const selected = options[at];
    input.setAttribute('aria-activedescendant', selected?.id ?? '');
    selected?.scrollIntoView({ block: 'nearest' });
  };

  const show = async () => {
    const query = input.value;
    loading ??= loadSearch(dialog);
    let search;
    try {
      search = await loading;
    } catch {
      loading = null;
      state.textContent = 'The search could not be loaded. Check the connection, and type again.';
      return;
    }
    if (input.value !== query) return;
    const found = query.trim() === '' ? [] : search(query);
    list.replaceChildren(...found.map(createResult));
    select(0);
    const count = found.length === 0 ? 'No results' : `${found.length} results`;
    state.textContent = query.trim() === '' ? 'Type a word, a setting or a question.' : count;
  };

  const clickSelected = () => {
    const selected = list.querySelector('[aria-selected="true"]');
    if (selected instanceof HTMLElement) selected.click();
  };

  const open = () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    void show();
  };

  find('.search-button', HTMLButtonElement).addEventListener('click', open);
  input.addEventListener('input', () => void show());
  list.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    const options = [...list.children];
    const selected = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) select((selected + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter' && event.target === input) clickSelected();
    else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    open();
  });
}

connectTheme();
connectMenu();
addCopyButtons();
followHeadings();
connectSearch();
