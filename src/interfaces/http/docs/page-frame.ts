import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { docsRoot, pathOfFile } from './docs-addresses.ts';
import type { DocsAssets } from './docs-assets.ts';
import { navigation } from './navigation.ts';

/** URL of the interactive API reference. */
export const apiReferenceUrl = `${docsRoot}api-reference`;

/** The parts of a page of the site that differ between pages. */
export interface FramedPage {
  title: string;
  description: string;
  /** URL of the page. */
  url: string;
  /** Content of the element `main`. */
  main: string;
  /** HTML beside the content, such as the list of headings. */
  aside?: string;
  /** Further style sheets and scripts. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

/** Values that all pages of the site share. */
export interface SiteFrame {
  assets: DocsAssets['urls'];
  /** Files of the pages that the installation contains. */
  files: ReadonlySet<string>;
  /** URLs of the search indexes: of all pages for users, and of those for contributors. */
  indexes: { users: string; contributors: string };
}

const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

const searchIcon = icon('<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>');
const menuIcon = icon('<path d="M4 7h16M4 12h16M4 17h16"/>');
const themeIcon = icon(
  '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>',
);

const topLinks: ReadonlyArray<readonly [url: string, title: string]> = [
  [`${docsRoot}quick-start`, 'Quick start'],
  [apiReferenceUrl, 'API reference'],
  [`${docsRoot}operations`, 'Self-hosting'],
];

function linkTo(url: string, title: string, current: string): string {
  return `<a href="${url}"${url === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
}

/** Returns the URLs and titles of a section, with the API reference first in the section of the HTTP API. */
function linksOf({ title, pages }: (typeof navigation)[number], files: ReadonlySet<string>) {
  const links = pages
    .filter(({ file }) => files.has(file))
    .map((page) => ({ url: `${docsRoot}${pathOfFile(page.file)}`, title: page.title }));
  return title === 'HTTP API' ? [{ url: apiReferenceUrl, title: 'Interactive reference' }, ...links] : links;
}

/** Sections that are open on every page; the others open with one of their pages. */
const openSections: ReadonlySet<string> = new Set(['Start', 'Guides']);

function renderNavigation(files: ReadonlySet<string>, current: string): string {
  return navigation
    .map((section) => {
      const links = linksOf(section, files);
      const isOpen = openSections.has(section.title) || links.some(({ url }) => url === current);
      const items = links.map(({ url, title }) => `<li>${linkTo(url, title, current)}</li>`);
      return `<details${isOpen ? ' open' : ''}><summary>${section.title}</summary><ul>${items.join('')}</ul></details>`;
    })
    .join('\n');
}

function renderSearch({ assets, indexes }: SiteFrame): string {
  return `<dialog id="search" aria-label="Search" data-library="${assets['minisearch.js']}" data-search="${assets['search-sections.js']}" data-users="${indexes.users}" data-contributors="${indexes.contributors}">
<form method="dialog" class="search-form">
${searchIcon}<input type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" spellcheck="false" aria-controls="results">
<button type="submit" value="close">Close</button>
</form>
<p class="search-state" role="status"></p>
<div id="results" role="listbox" aria-label="Results"></div>
</dialog>`;
}

/** Returns the HTML document of a page: header, navigation, content and search. */
export function renderFrame(page: FramedPage, frame: SiteFrame): string {
  const { assets, files } = frame;
  const styles = [assets['style.css'], ...(page.styles ?? [])];
  const aside = page.aside ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · webdata</title>
<meta name="description" content="${escapeHtml(page.description)}">
<link rel="icon" href="data:,">
<script src="${assets['theme.js']}"></script>
${styles.map((url) => `<link rel="stylesheet" href="${url}">`).join('\n')}
</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
<header class="header">
<button type="button" class="menu-button" aria-label="Menu" aria-expanded="false" aria-controls="navigation">${menuIcon}</button>
<a class="brand" href="${docsRoot}"><span class="brand-mark" aria-hidden="true">w</span>webdata</a>
<nav class="top-links" aria-label="Main">${topLinks.map(([url, title]) => linkTo(url, title, page.url)).join('')}</nav>
<button type="button" class="search-button" aria-label="Search">${searchIcon}<span>Search</span></button>
<button type="button" class="theme-button" role="switch" aria-checked="false" aria-label="Dark theme">${themeIcon}</button>
</header>
<div class="layout">
<nav id="navigation" class="navigation" aria-label="Documentation">
${renderNavigation(files, page.url)}
</nav>
<main id="content" tabindex="-1">
${page.main}
</main>
${aside}
</div>
${renderSearch(frame)}
<script type="module" src="${assets['app.js']}"></script>
${(page.scripts ?? []).map((url) => `<script src="${url}"></script>`).join('\n')}
</body>
</html>
`;
}
