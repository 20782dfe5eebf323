import type { BigPageKind } from './big-site-plan.ts';
import { type Piece, pieceOf } from './gzip-joiner.ts';
import { type Dice, diceOf, paragraph, sentence } from './words.ts';

const blocksPerKind = 120;

const icon =
  '<svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l3 7h7l-5.5 4.5L18 21l-6-4-6 4 1.5-7.5L2 9h7z"/></svg>';

/** Start of every page: style sheets and a script, as themes include them. */
export const themeBlock: Piece = pieceOf(
  `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>${Array.from({ length: 60 }, (_, at) => `.c-${at}{margin:${at % 7}px ${at % 5}px;padding:${at % 9}px;color:#${(at * 70_001).toString(16).padStart(6, '0').slice(-6)};display:flex}`).join('')}</style>
<script>window.theme={${Array.from({ length: 80 }, (_, at) => `"option${at}":"${at * 37}"`).join(',')}};</script>
`,
);

/** End of every page. */
export const endPiece: Piece = pieceOf(
  `<footer class="site-footer"><p>Longshore is a made-up place. ${icon}</p><form action="/find"><input name="words" type="search"><button>Find</button></form></footer>
<script>${'window.counters=(window.counters||[]).concat([1,2,3]);'.repeat(12)}</script>
</body>
</html>
`,
);

function codeBlock(dice: Dice): string {
  const lines = Array.from(
    { length: 4 + dice.roll(9) },
    (_, at) =>
      `  ship.load(&quot;crate-${dice.roll(900)}&quot;, ${at * dice.roll(40)}); // ${sentence(dice)}`,
  );
  return `<pre class="highlight"><code class="language-js">function stow(ship) {\n${lines.join('\n')}\n}</code></pre>`;
}

function tableBlock(dice: Dice): string {
  const rows = Array.from(
    { length: 5 + dice.roll(10) },
    (_, at) =>
      `<tr class="row row--${at % 2 === 0 ? 'even' : 'odd'}"><th scope="row">Berth ${dice.roll(400)}</th><td>${dice.roll(9000)}</td><td>${dice.roll(100)}.${dice.roll(100)}</td><td>${sentence(dice)}</td></tr>`,
  );
  return `<div class="table-scroll"><table><thead><tr><th>Berth</th><th>Tons</th><th>Depth</th><th>Note</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function listBlock(dice: Dice): string {
  const items = Array.from(
    { length: 3 + dice.roll(6) },
    () => `<li class="list__item"><strong>${sentence(dice)}</strong> ${sentence(dice)}</li>`,
  );
  return `<ul class="list list--plain">\n${items.join('\n')}\n</ul>`;
}

function textBlock(dice: Dice): string {
  return `<div class="wp-block wp-block-group is-layout-flow"><p class="has-text">${paragraph(dice, 4 + dice.roll(4))}</p>\n<p class="has-text">${paragraph(dice, 2)} <em>${sentence(dice)}</em> ${paragraph(dice, 2)}</p></div>`;
}

function headedBlock(dice: Dice, at: number): string {
  return `<h2 class="heading" id="part-${at}">${sentence(dice).slice(0, -1)}</h2>\n${textBlock(dice)}\n<blockquote class="quote"><p>${sentence(dice)}</p></blockquote>`;
}

function cardBlock(dice: Dice, at: number): string {
  return `<section class="card-wrap"><figure class="media"><img src="/media/plate-${at}.jpg" alt="${sentence(dice)}" width="800" height="450" loading="lazy"><figcaption>${sentence(dice)}</figcaption></figure>${icon}<p>${paragraph(dice, 3)}</p></section>`;
}

type Block = (dice: Dice, at: number) => string;
const blocksOf: Record<BigPageKind, readonly Block[]> = {
  home: [textBlock, cardBlock, listBlock],
  listing: [textBlock, cardBlock, listBlock],
  article: [textBlock, headedBlock, textBlock, cardBlock, listBlock],
  manual: [headedBlock, codeBlock, textBlock, tableBlock, listBlock],
  product: [tableBlock, cardBlock, textBlock, listBlock, headedBlock],
};

const made = new Map<BigPageKind, readonly Piece[]>();

/** Returns the HTML pieces of a kind of page, created on first use. */
export function blockPieces(kind: BigPageKind): readonly Piece[] {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const dice = diceOf(kind.length * 101);
  const makers = blocksOf[kind];
  const pieces = Array.from({ length: blocksPerKind }, (_, at) =>
    pieceOf(`${(makers[at % makers.length] as Block)(dice, at)}\n`),
  );
  made.set(kind, pieces);
  return pieces;
}
