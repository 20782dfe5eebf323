import type { MarkdownFixture } from './fixture.ts';

export const tablesFixtures: readonly MarkdownFixture[] = [
  [
    'header row',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'header without thead',
    '<table><tr><th>a<th>b<tr><td>1<td>2</table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'no header',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
    '|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |',
  ],
  [
    'row headers',
    '<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>',
    '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
  ],
  [
    'colspan',
    '<table><tr><th colspan="2">a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a |  |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'rowspan',
    '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |',
  ],
  [
    'headers in two rows, of which the upper ones span',
    '<table><thead><tr><th rowspan="2">Berth</th><th colspan="2">Tons</th></tr><tr><th>2024</th><th>2025</th></tr></thead><tbody><tr><td>A</td><td>1</td><td>2</td></tr></tbody></table>',
    '| Berth | Tons 2024 | Tons 2025 |\n| --- | --- | --- |\n| A | 1 | 2 |',
  ],
  [
    'a header of several columns in one row of headers',
    '<table><tr><th colspan="2">Berth</th><th>Tons</th></tr><tr><td>A</td><td>west</td><td>2</td></tr></table>',
    '| Berth | Berth | Tons |\n| --- | --- | --- |\n| A | west | 2 |',
  ],
  [
    'a header of several rows',
    '<table><tr><th>Quay</th><th>Berth</th></tr><tr><th rowspan="2">North</th><td>1</td></tr><tr><td>2</td></tr></table>',
    '| Quay | Berth |\n| --- | --- |\n| North | 1 |\n| North | 2 |',
  ],
  [
    'a title above all columns',
    '<table><tr><th colspan="2">Cranes</th></tr><tr><th>Name</th><th>Tons</th></tr><tr><td>A</td><td>2</td></tr></table>',
    'Cranes\n\n| Name | Tons |\n| --- | --- |\n| A | 2 |',
  ],
  [
    'elements with the roles of a table',
    '<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Plan</span><span role="columnheader">Price</span></div></div><div role="rowgroup"><div role="row"><span role="cell">Basic</span><span role="cell">5</span></div></div></div>',
    '| Plan | Price |\n| --- | --- |\n| Basic | 5 |',
  ],
  [
    'a grid with headers of rows',
    '<div role="grid"><p role="row"><b role="columnheader">Berth</b><b role="columnheader">Ship</b></p><p role="row"><b role="rowheader">A</b><i role="gridcell">Anna</i></p></div>',
    '| Berth | Ship |\n| --- | --- |\n| A | Anna |',
  ],
  [
    'text outside of the cells of such a table',
    '<div role="table"><div role="row">Open now <div role="cell">A</div><div role="cell">B</div></div></div>',
    'Open now\n\nA\n\nB',
  ],
  [
    'one row with a header and a link',
    '<table><tr><th>Phone</th><td><a href="tel:5551">555 1</a></td></tr></table>',
    '|  |  |\n| --- | --- |\n| Phone | [555 1](tel:5551) |',
  ],
  [
    'one row with code',
    '<table><tr><td><pre>ls -l</pre></td><td>lists files</td></tr></table>',
    '|  |  |\n| --- | --- |\n| `ls -l` | lists files |',
  ],
  [
    'a row of links is a menu',
    '<table><tr><td><a href="/a">A</a></td><td><a href="/b">B</a></td></tr></table>',
    '[A](https://example.com/a)\n\n[B](https://example.com/b)',
  ],
  [
    'ordered lists in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><ol start="3"><li>x</li><li>y</li><li value="9">z</li></ol></td><td>z</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 3. x<br>4. y<br>9. z | z |',
  ],
  [
    'pipes',
    '<table><tr><th>a|b</th><th>c</th></tr><tr><td><code>x|y</code></td><td>z</td></tr></table>',
    '| a\\|b | c |\n| --- | --- |\n| `x\\|y` | z |',
  ],
  [
    'alignment',
    '<table><tr><th align="left">a</th><th style="text-align: center">b</th><th align=right>c</th></tr><tr><td>1<td>2<td>3</table>',
    '| a | b | c |\n| :--- | :---: | ---: |\n| 1 | 2 | 3 |',
  ],
  [
    'line breaks and paragraphs in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>x<br>y</td><td><p>p</p><p>q</p></td></tr></table>',
    '| a | b |\n| --- | --- |\n| x<br>y | p<br>q |',
  ],
  [
    'lists in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td>z</td></tr></table>',
    '| a | b |\n| --- | --- |\n| - x<br>- y | z |',
  ],
  [
    'code blocks in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><pre>x\ny</pre></td><td>z</td></tr></table>',
    '| a | b |\n| --- | --- |\n| `x`<br>`y` | z |',
  ],
  [
    'links and images in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><a href="/x">x</a></td><td><img src="/i.png" alt="i"></td></tr></table>',
    '| a | b |\n| --- | --- |\n| [x](https://example.com/x) | ![i](https://example.com/i.png) |',
  ],
  [
    'caption',
    '<table><caption>Title</caption><tr><th>a</th></tr><tr><td>1</td></tr></table>',
    'Title\n\n| a |\n| --- |\n| 1 |',
  ],
  [
    'foot after body',
    '<table><tfoot><tr><td>f</td><td>g</td></tr></tfoot><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |\n| f | g |',
  ],
  [
    'layout table',
    '<table role="presentation"><tr><td><p>a</p></td><td><p>b</p></td></tr></table>',
    'a\n\nb',
  ],
  [
    'table around a table',
    '<table><tr><td><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['one cell', '<table><tr><td><h2>T</h2><p>x</p></td></tr></table>', '## T\n\nx'],
  [
    'empty rows and columns',
    '<table><tr><th>a</th><th>b</th><th></th></tr><tr><td></td><td></td><td></td></tr><tr><td>1</td><td></td><td></td></tr></table>',
    '| a | b |\n| --- | --- |\n| 1 |  |',
  ],
  [
    'uneven rows',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>',
    '| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |',
  ],
  [
    'text that fell out of the table',
    '<table>out<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
    'out\n\n|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |',
  ],
  [
    'emphasis and escapes in cells',
    '<table><tr><th><b>a</b></th><th>*</th></tr><tr><td>- x</td><td># y</td></tr></table>',
    '| **a** | \\* |\n| --- | --- |\n| - x | # y |',
  ],
  [
    'a small table in a cell of one with headings',
    '<table><tr><th>part</th><th>sizes</th></tr><tr><td>bolt</td><td><table><tr><td>M4</td><td>M5</td></tr></table></td></tr>' +
      '<tr><td>nut</td><td>M4</td></tr><tr><td>washer</td><td>M4, M5, M6</td></tr><tr><td>pin</td><td>3 mm</td></tr></table>',
    '| part | sizes |\n| --- | --- |\n| bolt | M4<br>M5 |\n| nut | M4 |\n| washer | M4, M5, M6 |\n| pin | 3 mm |',
  ],
  [
    'small table without a header',
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
  ],
  [
    'table of one row',
    '<table><tr><td><b>Name</b></td><td>Ann</td></tr></table>',
    '|  |  |\n| --- | --- |\n| **Name** | Ann |',
  ],
  [
    'layout of one row',
    '<table><tr><td><p>a</p></td><td><a href="/x">b</a></td></tr></table>',
    'a\n\n[b](https://example.com/x)',
  ],
  [
    'space between groups of digits',
    '<table><tr><th>Region<th>Orders</tr><tr><td>South<td>990<td>1 002</tr><tr><td>West<td>36&nbsp;037<td>8</tr></table>',
    '| Region | Orders |  |\n| --- | --- | --- |\n| South | 990 | 1 002 |\n| West | 36 037 | 8 |',
  ],
  [
    'sizes beside a cell with code',
    '<table><tr><td>Sizes<td>36 37 38 39</tr><tr><td>Number<td><pre>A-1</pre></tr></table>',
    '|  |  |\n| --- | --- |\n| Sizes | 36 37 38 39 |\n| Number | `A-1` |',
  ],
  [
    'numbered lines of an invoice',
    '<table><tr><th>No.<th>Item<th>Amount</tr><tr><td class="line-number">1<td>Repair of <code>x</code><td>50.00</tr><tr><td class="line-number">2<td>Travel<td>12.00</tr></table>',
    '| No. | Item | Amount |\n| --- | --- | --- |\n| 1 | Repair of `x` | 50.00 |\n| 2 | Travel | 12.00 |',
  ],
  [
    'numbered lines of a report with a preformatted note',
    '<table><tr><th>No.<th>Finding<th>Note</tr><tr><td class="lineno">1<td>Pump<td><pre>ok</pre></tr><tr><td class="lineno">2<td>Valve<td>-</tr></table>',
    '| No. | Finding | Note |\n| --- | --- | --- |\n| 1 | Pump | `ok` |\n| 2 | Valve | - |',
  ],
];
