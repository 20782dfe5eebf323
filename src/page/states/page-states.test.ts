import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPageStates } from './page-states.ts';

const around = {
  before: `<header><nav><a class="btn" href="/login">Log in</a><button aria-expanded="false">Menu</button></nav></header>
<div role="dialog"><button class="primary">Accept cookies</button></div>`,
  after: `<footer><form><input type="email"><button>Subscribe</button></form></footer>`,
};

function statesOf(main: string, excluded: readonly string[] = []): string[] {
  const html = `<!doctype html><html><body>${around.before}<main>${main}</main>${around.after}</body></html>`;
  return readPageStates(html, excluded);
}

describe('the action of the subject of a page', () => {
  const pages: [name: string, before: string, after: string, states: [string, string]][] = [
    [
      'a product in a form',
      '<h1>Lamp</h1><form><button class="qty">+</button><button type="submit" disabled>Sold out</button></form><button>Share</button>',
      '<h1>Lamp</h1><form><button class="qty">+</button><button type="submit">Add to cart</button></form><button>Share</button>',
      ['Action: Sold out (disabled)', 'Action: Add to cart'],
    ],
    [
      'a course',
      '<section><h1>Pottery</h1><a class="btn btn-primary" href="/w">Waitlist</a></section>',
      '<section><h1>Pottery</h1><a class="btn btn-primary" href="/e">Enrol</a></section>',
      ['Action: Waitlist', 'Action: Enrol'],
    ],
    [
      'tickets',
      '<div><div><h1>Choir</h1></div><button type="button">Notify me</button><button type="button">Follow</button></div>',
      '<div><div><h1>Choir</h1></div><button type="button">Buy tickets</button><button type="button">Follow</button></div>',
      ['Action: Notify me', 'Action: Buy tickets'],
    ],
    [
      'a clinic',
      '<h1>Eye clinic</h1><div role="button" aria-disabled="true">Fully booked</div>',
      '<h1>Eye clinic</h1><div role="button" aria-disabled="false">Book</div>',
      ['Action: Fully booked (disabled)', 'Action: Book'],
    ],
    [
      'a camp site with an input',
      '<h1>Pitch 4</h1><form><input type="submit" value="Closed" disabled></form>',
      '<h1>Pitch 4</h1><form><input type="submit" value="Reserve"></form>',
      ['Action: Closed (disabled)', 'Action: Reserve'],
    ],
    [
      'the same label, enabled later',
      '<h1>Trial</h1><button disabled>Apply</button>',
      '<h1>Trial</h1><button>Apply</button>',
      ['Action: Apply (disabled)', 'Action: Apply'],
    ],
  ];
  for (const [name, before, after, states] of pages) {
    test(name, () => assert.deepEqual([...statesOf(before), ...statesOf(after)], states));
  }

  const others: [name: string, main: string][] = [
    ['menus, cookie buttons and newsletters', '<h1>Notes</h1><p>Text.</p>'],
    ['a quantity', '<h1>Lamp</h1><button>-</button><input type="number"><button>+</button>'],
    [
      'tabs and switches',
      '<h1>Lamp</h1><button role="tab">Details</button><button aria-pressed="true">Dark</button>',
    ],
    ['a menu button', '<h1>Lamp</h1><button aria-haspopup="menu">More</button>'],
    ['a toolbar', '<h1>Lamp</h1><div role="toolbar"><button>Share</button><button>Print</button></div>'],
    ['a comment form', '<h1>Lamp</h1><form><textarea></textarea><button>Send</button></form>'],
    [
      'sizes',
      '<h1>Lamp</h1><ul><li><button>Small</button><li><button>Medium</button><li><button>Large</button></ul>',
    ],
    [
      'cards of other things',
      '<h1>Lamps</h1><ul><li><button>Buy</button><li><button>Buy</button><li><button>Buy</button></ul>',
    ],
    ['a lone button to share', '<h1>Lamp</h1><button>Share</button>'],
    [
      'a lone button to share this page',
      '<div><h1>Lampe</h1><button type="button">Share this lamp</button></div>',
    ],
    ['a lone button to share in another language', '<h1>Lampe</h1><button>Teilen</button>'],
    ['a lone button with the class of one', '<h1>Lamp</h1><a class="btn btn-share" href="#s">Send it</a>'],
    ['a hidden button', '<h1>Lamp</h1><button hidden>Sold out</button>'],
  ];
  for (const [name, main] of others) test(`is not ${name}`, () => assert.deepEqual(statesOf(main), []));

  test('has no numbers, which count other people', () => {
    assert.deepEqual(
      statesOf('<h1>Post</h1><button>Like (13)</button>'),
      statesOf('<h1>Post</h1><button>Like (14)</button>'),
    );
  });

  test('is not an excluded element', () => {
    assert.deepEqual(statesOf('<h1>Lamp</h1><button id="buy">Sold out</button>', ['#buy']), []);
  });
});

describe('closed panels of the content', () => {
  const answer = '<p>Thirty days.</p>';
  const forms: [name: string, main: string][] = [
    [
      'that a button names',
      `<button aria-expanded="false" aria-controls="a">Returns?</button><div id="a" hidden>${answer}</div>`,
    ],
    [
      'after a heading',
      `<h3><button aria-expanded="false">Returns?</button></h3><div style="display:none">${answer}</div>`,
    ],
    [
      'that a rule of a style sheet hides',
      `<style>.shut{max-height:0;overflow:hidden}</style><button aria-expanded="false">Returns?</button><div class="shut">${answer}</div>`,
    ],
    [
      'in a form around the whole page',
      `<form method="post"><h1>Help</h1><input type="email"><button type="button" aria-expanded="false" aria-controls="a">Returns?</button><div id="a" hidden>${answer}</div></form>`,
    ],
    [
      'of a tab',
      `<button role="tab" aria-controls="b">Returns</button><div role="tabpanel" id="b" hidden>${answer}</div>`,
    ],
  ];
  for (const [name, main] of forms)
    test(name, () => assert.deepEqual(statesOf(main), ['Answer: Thirty days.']));

  const menu = '<ul><li><a href="/a">Lamps for desks</a><li><a href="/b">Lamps for walls</a></ul>';
  const others: [name: string, main: string][] = [
    [
      'an open panel, which the text contains',
      `<button aria-expanded="true" aria-controls="a">Q</button><div id="a">${answer}</div>`,
    ],
    [
      'a menu of links',
      `<button aria-expanded="false" aria-controls="a">Lamps</button><div id="a" hidden>${menu}</div>`,
    ],
    ['a hidden text that nothing opens', `<div hidden>${answer}</div>`],
    [
      'a popup',
      `<button aria-expanded="false" aria-haspopup="dialog">Help</button><div hidden>${answer}</div>`,
    ],
  ];
  for (const [name, main] of others) test(`are not ${name}`, () => assert.deepEqual(statesOf(main), []));
});
