import type { Route } from '../loopback-server.ts';
import { money, pageAround, productsOf, type Ware } from './listing-site.ts';

const wares = productsOf(49, 3);
const size = 12;

const entry = ({ id, name, town, cents }: Ware) =>
  `<li class="ware" id="w${id}"><h3>${name}</h3><em class="town">${town}</em><span class="price">$${money(cents)}</span></li>`;
const row = ({ name, town, cents }: Ware) =>
  `<div role="row" class="row"><div role="cell">${name}</div><div role="cell">${town}</div><div role="cell">$${money(cents)}</div></div>`;

/** Page whose script has all records in `all`, and `show`, which shows those from number `from`. */
const page = (controls: string, script: string) => ({
  body: pageAround(
    'Wares',
    `<ul class="wares"></ul>${controls}<script>const all = ${JSON.stringify(wares.map(entry))};
     const root = document.querySelector('ul.wares'); const control = document.getElementById('control'); let from = 0;
     const show = () => { root.innerHTML = all.slice(from, from + ${size}).join(''); }; show();
     const isLast = () => from + ${size} >= all.length; ${script}</script>`,
  ),
});

/** Number of records of each list of {@link scriptedPagers}. */
export const scriptedPagerCount = wares.length;

/** Applications that show a part of the same list, and whether their end can be proven. */
export const scriptedPagers: [path: string, isProven: boolean, route: Route][] = [
  [
    '/numbered-buttons',
    true,
    page(
      '<div class="pager" id="control"></div>',
      `const draw = () => { control.replaceChildren(); for (let at = 0; at < 5; at++) { const button = document.createElement('button');
         button.textContent = at + 1; if (at * ${size} === from) button.className = 'active';
         button.onclick = () => { from = at * ${size}; show(); draw(); }; control.append(button); } }; draw();`,
    ),
  ],
  [
    '/changed-address',
    true,
    page(
      '<div class="pagination"><a href="#" id="control">Next →</a></div>',
      `control.onclick = (event) => { event.preventDefault(); from += ${size}; history.pushState({}, '', '?from=' + from);
         setTimeout(() => { show(); if (isLast()) control.remove(); }, 100); };`,
    ),
  ],
  [
    '/grid',
    true,
    {
      body: pageAround(
        'Wares',
        `<div id="view" role="grid" aria-rowcount="${wares.length + 1}" style="height: 300px; overflow-y: auto; position: relative"><div style="height: ${wares.length * 30}px"></div><div id="rows" style="position: absolute; top: 0"></div></div>
         <style>.row { height: 30px; display: flex } .row div { width: 150px; overflow: hidden; white-space: nowrap }</style>
         <script>const all = ${JSON.stringify(wares.map(row))}; const view = document.getElementById('view'); const rows = document.getElementById('rows');
         const head = '<div role="row" class="row"><div role="columnheader">Name</div><div role="columnheader">Town</div><div role="columnheader">Price</div></div>';
         const draw = () => { const from = Math.floor(view.scrollTop / 30); rows.style.top = from * 30 + 'px';
           rows.innerHTML = head + all.slice(from, from + 11).join(''); }; view.onscroll = draw; draw();</script>`,
      ),
    },
  ],
  [
    '/circle',
    false,
    page(
      '<button id="control">Next</button>',
      `control.onclick = () => { from = isLast() ? 0 : from + ${size}; show(); };`,
    ),
  ],
];
