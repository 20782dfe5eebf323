import { blockPieces, endPiece, themeBlock } from './big-site-blocks.ts';
import type { BigSitePlan, PlannedPage } from './big-site-plan.ts';
import { type Piece, pieceOf } from './gzip-joiner.ts';
import { dayBack } from './site-layout.ts';
import { type Dice, diceOf, escapeHtml } from './words.ts';

const menuSections = 10;
const relatedLinks = 16;
const linksInText = 7;

function link({ path, title }: PlannedPage, kind: string): string {
  return `<a class="${kind}" href="${path}">${escapeHtml(title)}</a>`;
}

function menuOf(plan: BigSitePlan, page: PlannedPage): string {
  const { sections } = plan;
  const shown = sections.slice(0, menuSections).map((section) => `<li>${link(section, 'menu__link')}</li>`);
  const own = sections[page.section] as PlannedPage;
  return `<header class="site-header"><a class="logo" href="/">Longshore</a><nav aria-label="Main"><ul class="menu">${shown.join('')}</ul></nav></header>
<nav class="breadcrumbs" aria-label="Breadcrumb"><a href="/">Home</a> / ${link(own, 'crumb')}</nav>
`;
}

/** Returns pages that this one links to, mostly of its own section, like related pages. */
function neighbours(plan: BigSitePlan, page: PlannedPage, count: number, dice: Dice): PlannedPage[] {
  const own = plan.items(page.section);
  const from = Math.max(0, own.indexOf(page));
  return Array.from({ length: count }, (_, at) => {
    const other =
      at % 3 === 2
        ? dice.pick(plan.pages)
        : own[(from + 1 + at * 5 + dice.roll(4)) % Math.max(1, own.length)];
    return other ?? (plan.pages[0] as PlannedPage);
  });
}

function listed(plan: BigSitePlan, page: PlannedPage): string {
  if (page.kind === 'home') {
    return `<ul class="sections">\n${plan.sections.map((section) => `<li>${link(section, 'tile')}</li>`).join('\n')}\n</ul>`;
  }
  const lists = plan.listings(page.section);
  const items = plan.items(page.section);
  const perList = Math.ceil(items.length / lists.length);
  const number = lists.indexOf(page);
  const cards = items
    .slice(number * perList, (number + 1) * perList)
    .map(
      (item) => `<li class="card"><h3>${link(item, 'card__link')}</h3><p>${escapeHtml(item.phrase)}</p></li>`,
    );
  const pager = lists.map((list, at) =>
    at === number ? `<span>${at + 1}</span>` : `<a href="${list.path}">${at + 1}</a>`,
  );
  return `<ol class="cards">\n${cards.join('\n')}\n</ol>\n<nav class="pager">${pager.join(' ')}</nav>`;
}

function openingOf(plan: BigSitePlan, page: PlannedPage, dice: Dice): Piece {
  const isList = page.kind === 'home' || page.kind === 'listing';
  const pointed = isList ? [] : neighbours(plan, page, linksInText, dice);
  const seen = pointed.map((other) => `<p>See also ${link(other, 'inline')} on that matter.</p>`);
  return pieceOf(`<title>${escapeHtml(page.title)} | Longshore</title>
<meta name="description" content="${escapeHtml(page.phrase)}">
<link rel="canonical" href="${page.path}">
<meta property="og:title" content="${escapeHtml(page.title)}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":${JSON.stringify(page.title)},"datePublished":"${dayBack(page.at % 900)}"}</script>
</head>
<body class="page page--${page.kind}">
${menuOf(plan, page)}<main id="content"><article class="entry">
<h1>${escapeHtml(page.title)}</h1>
<p class="lead">${escapeHtml(page.phrase)}</p>
<p class="byline">Filed <time datetime="${dayBack(page.at % 900)}">${dayBack(page.at % 900)}</time></p>
${isList ? listed(plan, page) : seen.join('\n')}
`);
}

function closingOf(plan: BigSitePlan, page: PlannedPage, dice: Dice): Piece {
  const related = neighbours(plan, page, relatedLinks, dice).map(
    (other) => `<li>${link(other, 'related__link')}</li>`,
  );
  const more = plan.sections.slice(-6).map((section) => link(section, 'more'));
  return pieceOf(`</article></main>
<aside class="related"><h2>Related</h2><ul>${related.join('\n')}</ul><p>${more.join(' ')}</p></aside>
`);
}

/** Returns the HTML of the page in pieces; the same plan gives the same page in every run. */
export function bigSitePage(plan: BigSitePlan, page: PlannedPage): Piece[] {
  const dice = diceOf(90_000 + page.at);
  const opening = [themeBlock, openingOf(plan, page, dice)];
  const closing = [closingOf(plan, page, dice), endPiece];
  let left = page.bytes;
  for (const piece of [...opening, ...closing]) left -= piece.plain.length;
  const blocks = blockPieces(page.kind);
  const content: Piece[] = [];
  for (let at = dice.roll(blocks.length); left > 0; at += 1 + dice.roll(3)) {
    const piece = blocks[at % blocks.length] as Piece;
    content.push(piece);
    left -= piece.plain.length;
  }
  return [...opening, ...content, ...closing];
}
