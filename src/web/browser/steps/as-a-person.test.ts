import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSessionPage as open } from '../../../../test/world/session-page.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';

/** Styles with which a person sees nothing of a text. */
const concealing = {
  transparent: 'opacity: 0',
  'transparent parent': 'opacity: .01',
  'size of nothing': 'font-size: 0',
  tiny: 'font-size: 1px; line-height: 1px',
  'off screen to the left': 'position: absolute; left: -9999px',
  'off screen above': 'position: absolute; top: -500px',
  'beyond the right edge': 'position: fixed; left: 100000px',
  indented: 'text-indent: -9999px; overflow: hidden; white-space: nowrap',
  'clipped by height': 'height: 0; overflow: hidden',
  'clipped by path': 'clip-path: inset(50%)',
  'clipped by circle': 'clip-path: circle(0px)',
  'for screen readers':
    'position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)',
  'color of the page': 'color: #fff',
  'nearly the color': 'color: rgb(252, 253, 254)',
  'letters without color': 'color: transparent',
  'color of its box': 'background: #123456; color: #123456',
  'clipped by containment': 'contain: paint; height: 0',
  'left out and without height': 'content-visibility: auto; height: 0',
  'scaled away': 'transform: scale(0)',
  filtered: 'filter: opacity(0)',
  masked:
    'mask-image: linear-gradient(transparent, transparent); -webkit-mask-image: linear-gradient(transparent, transparent)',
};

/** Styles that look similar and show their text. */
const showing = {
  'half transparent': 'opacity: .5',
  small: 'font-size: 9px',
  scrolled: 'height: 20px; overflow: auto',
  'placed below': 'margin-top: 3000px',
  'white on black': 'background: #000; color: #fff',
  'clipped a little': 'clip-path: inset(1px)',
  'gradient letters':
    'background: linear-gradient(red, blue); -webkit-background-clip: text; background-clip: text; color: transparent',
  'white with a shadow': 'color: #fff; text-shadow: 0 0 4px #000',
};

test('a snapshot shows the text that a person sees, and nothing else', async (t) => {
  const blocks = (styles: Record<string, string>, mark: string) =>
    Object.entries(styles)
      .map(([name, style]) => `<div style="${style}"><p>${mark} ${name}</p></div>`)
      .join('');
  const page = await open(
    t,
    `<title>Sight</title><main>${blocks(concealing, 'Unseen')}
      <section style="position: relative"><img alt="" width=400 height=80 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
        style="position: absolute; inset: 0"><p style="position: relative; color: #fff">Seen over a picture</p></section>
      <button><svg width=16 height=16><rect width=16 height=16 /></svg><span style="${concealing['for screen readers']}">Find ships</span></button>
      <a href="/trap" style="position: absolute; left: -5000px">Unseen link</a><input style="position: absolute; left: -5000px" aria-label="Unseen field">
      <label><input type=checkbox style="opacity: 0"> Seen box</label>${blocks(showing, 'Seen')}</main>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.doesNotMatch(text, /Unseen/);
  for (const name of Object.keys(showing))
    assert.ok(text.includes(`Seen ${name}`), `${name} is shown in\n${text}`);
  assert.match(text, /Seen over a picture/);
  assert.match(text, /button "Find ships"/);
  assert.match(text, /checkbox "Seen box"/);
});

test('content that the browser leaves out until a person scrolls there is shown', async (t) => {
  const later = 'content-visibility: auto';
  const page = await open(
    t,
    `<main><p>Seen at the top</p><div style="height: 9000px"></div>
      <section style="${later}"><p>Seen later</p><button>Seen button</button><p style="position: absolute; left: -5000px">Unseen left</p></section>
      <section style="${later}; contain-intrinsic-size: auto 20px">${'<p>Line</p>'.repeat(40)}<p>Seen after forty lines</p>
        <div style="${later}"><p>Seen inside</p></div></section>
      <div style="overflow: hidden"><section style="${later}"><p>Seen in a clipping box</p></section></div>
      <div style="display: flex"><section style="${later}"><p>Seen in a row</p></section></div>
      <div style="overflow: hidden; height: 0"><section style="${later}"><p>Unseen in a box of no height</p></section></div>
      <p style="${later}">Seen without a child</p><p style="${later}; height: 0">Unseen words without height</p>
      <section style="${later}; height: 0"><p>Unseen without height</p></section>
      <section style="${later}; max-height: 0"><p>Unseen below its limit</p></section>
      <section style="${later}; position: absolute; left: -5000px; width: 300px"><p>Unseen beside the page</p></section></main>
      <footer style="${later}"><a href="/legal">Seen at the end</a></footer>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.doesNotMatch(text, /Unseen/);
  const places = [
    'at the top',
    'later',
    'button',
    'after forty lines',
    'inside',
    'in a clipping box',
    'in a row',
    'without a child',
    'at the end',
  ];
  for (const place of places) assert.ok(text.includes(`Seen ${place}`), `${place}: ${text}`);
  const clicked = await page.act(browserAction({ type: 'click', target: 'Seen button' }));
  assert.equal(clicked.error, null);
});

test('elements that only react to a pointer are listed with what is known of them', async (t) => {
  const page = await open(
    t,
    `<title>Board</title><svg width=200 height=100 style="position: absolute; left: 0; top: 0"><circle cx=50 cy=50 r=10 fill=red /><rect x=100 y=40 width=20 height=20 fill=blue /></svg>
      <canvas width=60 height=40 style="position: absolute; left: 300px; top: 0"></canvas>
      <div id=cell class="tile dark" style="position: absolute; left: 0; top: 120px; width: 30px; height: 30px"></div>
      <div id=word style="position: absolute; left: 0; top: 160px">Reply</div><div style="position: absolute; left: 0; top: 200px">Plain text</div>
      <script>
        const note = (name) => () => { document.title = name; };
        document.querySelector('circle').addEventListener('click', note('circle'));
        document.querySelector('rect').onclick = note('rect');
        document.querySelector('#cell').addEventListener('mousedown', note('cell'));
        document.querySelector('#word').addEventListener('click', note('word'));
        document.addEventListener('click', () => {});
      </script>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /\[\d+\] element "circle red" \(20×20 at 40,40\)/);
  assert.match(text, /\[\d+\] element "rect blue" \(20×20 at 100,40\)/);
  assert.match(text, /\[\d+\] element "canvas" \(60×40 at 300,0\)/);
  assert.match(text, /\[\d+\] element "div#cell\.tile\.dark" \(30×30 at 0,120\)/);
  assert.match(text, /\[\d+\] element "Reply"/);
  assert.doesNotMatch(text, /\[\d+\].*Plain text/);
  const number = Number(/\[(\d+)\] element "rect blue"/.exec(text)?.[1]);
  const { error, target } = await page.act(browserAction({ type: 'click', target: number }));
  assert.equal(error, null);
  assert.match(target?.target ?? '', /> rect$/, 'a look is no lasting name');
  const clicked = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
  assert.equal(clicked.value, 'rect');
});

test('words in a line and buttons without words are listed, too', async (t) => {
  const page = await open(
    t,
    `<p>Take <span id="plus">one more</span> or <b style="cursor: pointer">all</b> of <i>these</i> <span>lamps</span>.</p>
    <button class="bold" style="width: 28px; height: 24px; background: #123"></button>
    <button aria-label="Help"></button> <button><img alt="Search" src="data:,"></button>
    <a href="/next" class="arrow" style="display: inline-block; width: 20px; height: 20px"></a> <input type="checkbox"> <label><input type="checkbox"> Yes</label>
    <div id="card" style="font-size: 0; width: 40px; height: 60px; background: red">7</div>
    <script>
      let taken = 0;
      plus.addEventListener('click', () => { taken += 1; document.title = 'taken ' + taken; });
      card.addEventListener('click', () => {});
    </script>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /\[\d+\] element "one more"/);
  assert.match(text, /\[\d+\] element "all"/);
  assert.doesNotMatch(text, /element "(?:these|lamps)"/);
  assert.match(text, /\[\d+\] button "button\.bold rgb\(17, 34, 51\)" \(28×24 at \d+,\d+\)/);
  assert.match(text, /\[\d+\] button "Help"(?! \()/);
  assert.match(text, /\[\d+\] button "Search"(?! \()/);
  assert.match(text, /\[\d+\] link "a\.arrow" \(/);
  assert.match(text, /\[\d+\] checkbox \(\d+×\d+ at/);
  assert.match(text, /\[\d+\] checkbox "Yes"(?! \()/);
  assert.match(text, /\[\d+\] element "div#card rgb\(255, 0, 0\)" \(40×60 at/);
  const number = Number(/\[(\d+)\] element "one more"/.exec(text)?.[1]);
  await page.act(browserAction({ type: 'click', target: number }));
  const { value } = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
  assert.equal(value, 'taken 1');
});

test('what an area scrolls is shown, however long the area is', async (t) => {
  const lines = (mark: string) => Array.from({ length: 80 }, (_, at) => `<p>${mark} line ${at}</p>`).join('');
  const inner = await open(
    t,
    `<title>Areas</title><body style="margin: 0"><main style="height: 100px; overflow: auto">${lines('Outer')}
      <section style="height: 60px; overflow-y: scroll; position: relative">${lines('Inner')}
        <i style="position: absolute; top: -90px">Unreachable above</i></section></main>
      <div style="height: 50px; overflow: hidden">${lines('Cut')}</div>`,
  );
  if (inner === null) return;
  const text = await inner.show();
  for (const line of ['Outer line 0', 'Outer line 79', 'Inner line 0', 'Inner line 79'])
    assert.ok(text.includes(line), `${line} is shown`);
  assert.doesNotMatch(text, /Unreachable|Cut line 79/);
  await inner.act(
    browserAction({ type: 'evaluate', text: 'document.querySelector("main").scrollTop = 1500' }),
  );
  assert.match(await inner.show(), /Outer line 0\b[\s\S]*Outer line 79/, 'lines above can be scrolled to');
});

test('what a body scrolls is shown, too', async (t) => {
  const page = await open(
    t,
    `<html style="height: 100%; overflow: hidden"><body style="height: 100%; overflow: auto; margin: 0"><p>First deck</p>
      <div style="height: 3000px"></div><p>Last deck</p>`,
  );
  if (page === null) return;
  assert.match(await page.show(), /First deck[\s\S]*Last deck/);
});

test('elements are listed that react inside of others', async (t) => {
  const page = await open(
    t,
    `<div style="width: 500px"><div><div id=go style="cursor: pointer; display: inline-block">Set sail</div></div></div>
      <div style="cursor: pointer"><span id=keep>Keep</span> <span id=drop>Drop</span></div>
      <div><a id=mail>crew@harbour.example</a></div> <a id=later title="Next month" style="display: block; width: 20px; height: 20px"><span style="display: block; overflow: hidden; text-indent: -999px">N</span></a>
      <div contenteditable=true id=note><p>Log of the day</p></div>
      <div class=list style="cursor: pointer; width: 90px; height: 20px"><input style="position: absolute; left: -999px" value="hidden"><input style="position: absolute; left: -999px" value="also"></div>
      <svg width=200 height=60 style="position: absolute; left: 0; top: 400px"><text id=first x=10 y=20>7</text><text id=second x=120 y=40>7</text></svg>
      <script>for (const one of document.querySelectorAll('[id]')) one.addEventListener('click', () => { document.title = one.id; });</script>`,
  );
  if (page === null) return;
  const text = await page.show();
  const numberOf = (pattern: RegExp) =>
    Number(pattern.exec(text)?.[1] ?? assert.fail(`${pattern} in\n${text}`));
  const marks: [RegExp, string][] = [
    [/\[(\d+)\] element "Set sail"/, 'go'],
    [/\[(\d+)\] element "Keep"/, 'keep'],
    [/\[(\d+)\] element "Drop"/, 'drop'],
    [/\[(\d+)\] element "crew@harbour\.example"/, 'mail'],
    [/\[(\d+)\] element "[^"]*Next month"/, 'later'],
    [/\[(\d+)\] (?:paragraph|element) "Log of the day"/, 'note'],
    [/\[(\d+)\] element "7" \(\d+×\d+ at 1\d,/, 'first'],
    [/\[(\d+)\] element "7" \(\d+×\d+ at 12\d,/, 'second'],
  ];
  for (const [pattern, id] of marks) {
    const { error } = await page.act(browserAction({ type: 'click', target: numberOf(pattern) }));
    assert.equal(error, null);
    const clicked = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    assert.equal(clicked.value, id);
  }
  assert.match(text, /\[\d+\] element "div\.list" \(90×20 at/);
});

test('a snapshot tells what a field takes', async (t) => {
  const page = await open(
    t,
    `<title>Fields</title><label>Day <input type=date></label><label>Volume <input type=range min=0 max=10 step=.5></label>
      <label>Key <input readonly value=k></label><label>Paper <input type=file multiple style="display: none"></label><label>Mail <input type=email></label>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /"Day".*\(type date\)/);
  assert.match(text, /slider "Volume".*0 to 10 in steps of \.5/);
  assert.match(text, /"Key" = "k" \(read-only\)/);
  assert.match(text, /"Mail" \(type email\)/);
});

test('a drag ends at an element or after a distance, and a click can have a point', async (t) => {
  const page = await open(
    t,
    `<title>Drag</title><style>div { user-select: none; position: absolute; width: 40px; height: 40px }</style>
      <div id=card style="left: 10px; top: 10px; z-index: 1; background: red">Card</div><div id=tray style="left: 300px; top: 200px; background: blue">Tray</div>
      <div id=board style="left: 400px; top: 0; width: 100px; height: 100px; background: green">Board</div>
      <script>
        const said = [];
        document.querySelector('#card').addEventListener('mousedown', ({ target }) => {
          const move = ({ clientX, clientY }) => { target.style.left = clientX - 20 + 'px'; target.style.top = clientY - 20 + 'px'; };
          addEventListener('mousemove', move);
          addEventListener('mouseup', () => removeEventListener('mousemove', move), { once: true });
        });
        document.querySelector('#board').addEventListener('click', ({ offsetX, offsetY }) => said.push([offsetX, offsetY]));
        addEventListener('dblclick', ({ clientX, clientY }) => said.push(['double', clientX, clientY]));
        const place = () => { const { x, y } = document.querySelector('#card').getBoundingClientRect(); return [x, y]; };
      </script>`,
  );
  if (page === null) return;
  const { act } = page;
  const ask = async (text: string) => (await act(browserAction({ type: 'evaluate', text }))).value;
  await page.show();
  const dragged = await act(browserAction({ type: 'drag', target: 'Card', to: 'Tray' }));
  assert.equal(dragged.error, null);
  assert.deepEqual([dragged.target?.target, dragged.to?.target], ['Card', 'Tray']);
  assert.deepEqual(await ask('place()'), [300, 200]);
  await act(browserAction({ type: 'drag', target: 'Card', x: -50, y: 25 }));
  assert.deepEqual(await ask('place()'), [250, 225]);
  await act(browserAction({ type: 'drag', target: 'Card', to: 'Board', x: 30, y: 70 }));
  assert.deepEqual(await ask('place()'), [410, 50]);
  await act(browserAction({ type: 'click', target: 'Board', x: 5, y: 90 }));
  await act(browserAction({ type: 'click', x: 600, y: 300, double: true }));
  assert.deepEqual(await ask('said'), [
    [5, 90],
    ['double', 600, 300],
  ]);
});

test('a click on words hits what shows just them, and a field that does not take a text says so', async (t) => {
  const page = await open(
    t,
    `<title>Words</title><div style="cursor: pointer" onclick="document.title = 'container'">Reply to all <b onclick="event.stopPropagation(); document.title = 'reply'">Reply</b></div>
      <label>Day <input type=date></label><label>Code <input oninput="this.value = ''"></label><label>Share <input type=range></label>`,
  );
  if (page === null) return;
  const { act } = page;
  await act(browserAction({ type: 'click', target: 'Reply' }));
  const { value } = await act(browserAction({ type: 'evaluate', text: 'document.title' }));
  assert.equal(value, 'reply');
  const day = await act(browserAction({ type: 'type', target: 'Day', text: '12/07/2013' }));
  assert.match(day.error?.message ?? '', /a field of type date takes a date such as 2031-05-04/);
  assert.equal((await act(browserAction({ type: 'type', target: 'Day', text: '2013-12-07' }))).error, null);
  const code = await act(browserAction({ type: 'type', target: 'Code', text: 'A1' }));
  assert.match(code.error?.message ?? '', /the field is empty after the text was typed/);
  assert.equal((await act(browserAction({ type: 'type', target: 'Share', text: '30' }))).error, null);
});

test('one step fills the controls of a form, each by its kind', async (t) => {
  const page = await open(
    t,
    `<title>Form</title><form><label>Name <input name=n></label><label>Password <input type=password name=p></label>
      <label>Land <select name=l><option>Austria<option>Peru</select></label><label>Tags <select name=t multiple><option>a<option>b<option>c</select></label>
      <label><input type=checkbox name=c> Letters</label><label><input type=radio name=r value=1> Red</label><label><input type=checkbox name=d checked> Daily</label>
      <button>Name</button><label>Fixed <input readonly name=f value=x></label></form>`,
  );
  if (page === null) return;
  const { act } = page;
  const form = {
    Name: 'Ada',
    Password: 'kestrel-9',
    Land: 'Peru',
    Tags: ['a', 'c'],
    Letters: true,
    Red: true,
    Daily: false,
  };
  const done = await act(browserAction({ type: 'fill', form }));
  assert.equal(done.error, null);
  assert.deepEqual(
    done.filled.map(({ target, isSecret }) => [target?.target, isSecret]),
    Object.keys(form).map((name) => [name, name === 'Password']),
  );
  const text = 'JSON.stringify([...new FormData(document.forms[0])])';
  const { value } = await act(browserAction({ type: 'evaluate', text }));
  assert.deepEqual(JSON.parse(String(value)), [
    ['n', 'Ada'],
    ['p', 'kestrel-9'],
    ['l', 'Peru'],
    ['t', 'a'],
    ['t', 'c'],
    ['c', 'on'],
    ['r', '1'],
    ['f', 'x'],
  ]);
  assert.doesNotMatch(await page.show(), /kestrel/);
  await act(
    browserAction({
      type: 'evaluate',
      text: 'document.forms[0].onsubmit = (event) => { event.preventDefault(); document.title = new FormData(document.forms[0]).get("n"); }',
    }),
  );
  const sent = await act(
    browserAction({ type: 'fill', form: { Letters: false, Name: 'Mia' }, submit: true }),
  );
  assert.deepEqual(
    sent.filled.map(({ submit }) => submit),
    [false, true],
  );
  assert.match(await page.show(), /Title: Mia|Mia/);
  const failed = await act(
    browserAction({ type: 'fill', form: { Name: 'Eve', Land: 'Atlantis', Letters: false } }),
  );
  assert.match(
    failed.error?.message ?? '',
    /no option "Atlantis" exists; options: "Austria", "Peru"\. 1 of 3 controls were set\./,
  );
  const wrong = await act(browserAction({ type: 'fill', form: { Letters: 'yes' } }));
  assert.match(wrong.error?.message ?? '', /a box takes true or false/);
});

test('details tell places, drawings and whole values', async (t) => {
  const long = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
  const page = await open(
    t,
    `<style>body { margin: 0 } p { position: absolute; left: 20px; top: 40px; width: 200px; height: 30px; margin: 0 }
      .disk { display: inline-block; width: 16px; height: 16px; background: #00f }</style>
      <p>A paragraph of text</p><button style="margin-top: 100px"><span class=disk></span>Save</button>
      <svg width=200 height=100><circle cx=50 cy=40 r=10 fill=red /><polygon points="0,0 9,0 9,9" fill=lime opacity=0 />
        <text x=5 y=90 fill=blue>N</text></svg><textarea aria-label=Story>${long}</textarea>`,
  );
  if (page === null) return;
  const short = await page.show();
  assert.match(short, /textbox "Story" = "word0 .*"… \(the first 200 of \d+ characters; details shows all\)/);
  assert.doesNotMatch(short, /drawn|text: A paragraph of text \(/);
  const text = await page.show(true);
  assert.match(text, /text: A paragraph of text \(200×30 at 20,40\)/);
  assert.match(
    text,
    /button "Save" \(\d+×\d+ at \d+,\d+\)\n\s+drawn: "span\.disk rgb\(0, 0, 255\)" \(16×16 at /,
  );
  assert.match(text, /drawn: "circle red" \(20×20 at /);
  assert.match(text, /drawn: "text blue N" /);
  // Nobody sees a transparent shape.
  assert.doesNotMatch(text, /polygon/);
  assert.match(text, /word298 word299"/);
  const number = Number(/\[(\d+)\] textbox "Story"/.exec(text)?.[1]);
  const field = await page.show(true, number);
  assert.match(field, /^\[\d+\] textbox "Story" = "word0 .* word299"/);
  assert.doesNotMatch(field, /Save/);
  // Without details, the snapshot is as before.
  assert.equal(await page.show(), short);
});

test('a drag starts at a point of an element or of the window', async (t) => {
  const page = await open(
    t,
    `<title>-</title><style>body { margin: 0 }</style><p style="margin: 40px 0 0 30px; width: 300px">First words and more</p>
      <div id=pad tabindex=0 style="width: 200px; height: 100px; background: #eee; user-select: none"></div>
      <script>const pad = document.querySelector('#pad'); let from;
        pad.addEventListener('mousedown', (event) => { from = [event.offsetX, event.offsetY]; });
        document.addEventListener('mouseup', (event) => { if (from) document.title = from.join() + ' to ' + (event.pageX - pad.offsetLeft) + ',' + (event.pageY - pad.offsetTop); });</script>`,
  );
  if (page === null) return;
  const title = async () =>
    (await page.act(browserAction({ type: 'evaluate', text: 'document.title' }))).value;
  const drag = async (fields: Partial<Parameters<typeof browserAction>[0]>) => {
    const { error } = await page.act(browserAction({ type: 'drag', ...fields }));
    assert.equal(error, null);
  };
  await drag({ target: '#pad', fromX: 10, fromY: 20, x: 30, y: 5 });
  assert.equal(await title(), '10,20 to 40,25');
  await drag({ target: '#pad', fromX: -4, fromY: -6, x: -96, y: 0 });
  assert.equal(await title(), '196,94 to 100,94');
  await drag({ target: '#pad', fromX: 1, x: 9, y: 0 });
  assert.equal(await title(), '1,50 to 10,50');
  // A person marks text with the pointer.
  await drag({ target: 'First words and more', fromX: 0, fromY: 8, x: 290, y: 0 });
  const marked = await page.act(browserAction({ type: 'evaluate', text: 'getSelection().toString()' }));
  assert.equal(marked.value, 'First words and more');
  await drag({ fromX: 30, fromY: 48, x: 290, y: 0 });
  const again = await page.act(browserAction({ type: 'evaluate', text: 'getSelection().toString()' }));
  assert.equal(again.value, 'First words and more');
});

test('a target of digits is a number of the snapshot or words, and never the wrong one of both', async (t) => {
  const page = await open(
    t,
    `<title>-</title><button>First</button><button>Second</button><button>40</button><button>1</button><p>2</p>
      <script>addEventListener('click', ({ target }) => { document.title = target.textContent; });</script>`,
  );
  if (page === null) return;
  await page.show();
  const click = async (target: string | number) => {
    const { error } = await page.act(browserAction({ type: 'click', target }));
    const { value } = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    return error?.message ?? value;
  };
  // No element has this number.
  assert.equal(await click('40'), '40');
  assert.equal(await click('3'), '40');
  assert.equal(await click(1), 'First');
  assert.match(
    String(await click('1')),
    /1 is the number of 1 button "First", and also the words of 4 button "1"; use the number 1 without quotes .* 'text="1"'/,
  );
  assert.match(String(await click('2')), /and also the words of a text/);
  assert.equal(await click('text="1"'), '1');
  assert.equal(await click('"2"'), '2');
});

test('items, rows and cells that react to a pointer have numbers, and their words once', async (t) => {
  const page = await open(
    t,
    `<style>ul:hover { cursor: pointer }</style><ul style="position: absolute; left: 0; top: 0; width: 200px"><li>Copy</li><li><b>Embed</b></li><li>Report</li></ul>
    <table style="margin-top: 90px; cursor: pointer"><tr id=first><td>Kasie</td><td>12</td></tr><tr><td id=second>Juan</td><td>13</td></tr></table>
    <h3>Details</h3><p>Plain words</p>
    <script>
      const note = ({ currentTarget }) => { document.title = currentTarget.textContent; };
      for (const one of document.querySelectorAll('li, #first, #second, h3')) one.addEventListener('click', note);
    </script>`,
  );
  if (page === null) return;
  await page.act(browserAction({ type: 'hover', target: 'Report' }));
  const text = await page.show();
  const numberOf = (pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  const title = async () =>
    (await page.act(browserAction({ type: 'evaluate', text: 'document.title' }))).value;
  for (const [pattern, words] of [
    [/\[(\d+)\] (?:listitem )?"Embed"/, 'Embed'],
    [/\[(\d+)\] row "Kasie 12"/, 'Kasie12'],
    [/\[(\d+)\] cell "Juan"/, 'Juan'],
    [/\[(\d+)\] heading 3 "Details"/, 'Details'],
  ] as const) {
    assert.match(text, pattern);
    const { error } = await page.act(browserAction({ type: 'click', target: numberOf(pattern) }));
    assert.equal(error, null);
    assert.equal(await title(), words);
  }
  assert.doesNotMatch(text, /text: (?:Copy|Embed|Report)/);
  assert.doesNotMatch(text, /\[\d+\].*Plain words/);
});

test('words click what shows just them, not the middle of what holds them beside others', async (t) => {
  const page = await open(
    t,
    `<div role="listbox" aria-label="Reply Forward Delete" style="width: 300px"><div role="presentation" class="word">Reply</div><div role="presentation" class="word">Forward</div><div role="presentation" class="word">Delete</div></div>
    <ul class="menu" style="cursor: pointer"><li>Share</li><li>Mute</li><li>Block</li></ul>
    <button><span>Save</span> <span>and close</span></button>
    <script>document.addEventListener('click', ({ target }) => { document.title = target.textContent; });</script>`,
  );
  if (page === null) return;
  for (const [words, shown] of [
    ['Reply', 'Reply'],
    ['Delete', 'Delete'],
    ['Share', 'Share'],
    ['Block', 'Block'],
    ['Save', 'Save'],
    ['close', 'Save and close'],
  ]) {
    const { error } = await page.act(browserAction({ type: 'click', target: words }));
    assert.equal(error, null);
    const title = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    assert.ok(String(shown).includes(String(title.value)), `${words} clicked ${String(title.value)}`);
  }
});

test('a field without a label is shown with its value once', async (t) => {
  const page = await open(
    t,
    '<input value="macie"><input aria-label="m" value="macie"><input placeholder="Name" value="rex">',
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /\] textbox = "macie"/);
  assert.match(text, /\] textbox "m" = "macie"/);
  assert.match(text, /\] textbox "Name" = "rex"/);
});

test('elements of shadow roots are listed and described as those of the document', async (t) => {
  const page = await open(
    t,
    `<x-box></x-box><script>
      customElements.define('x-box', class extends HTMLElement {
        constructor() {
          super();
          const root = this.attachShadow({ mode: 'open' });
          root.innerHTML = '<div id=tile style="width: 40px; height: 20px; background: red"></div><span id=word>Pick me</span><label>Day <input type=date></label><x-in></x-in>';
          for (const one of root.querySelectorAll('div, span')) one.addEventListener('click', () => { document.title = one.id; });
        }
      });
      customElements.define('x-in', class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).innerHTML = '<p>Deep</p>';
          this.shadowRoot.querySelector('p').addEventListener('click', () => { document.title = 'deep'; });
        }
      });
    </script>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /textbox "Day" \(type date\)/);
  for (const [pattern, id] of [
    [/\[(\d+)\] element "div#tile/, 'tile'],
    [/\[(\d+)\] element "Pick me"/, 'word'],
    [/\[(\d+)\] \w+ "Deep"/, 'deep'],
  ] as const) {
    const { error } = await page.act(
      browserAction({ type: 'click', target: Number(pattern.exec(text)?.[1]) }),
    );
    assert.equal(error, null, text);
    const title = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    assert.equal(title.value, id);
  }
});

test('what listens around words that only scripts focus, or around an image, has a number', async (t) => {
  const page = await open(
    t,
    `<ul><li id="one"><div tabindex="-1">Bremen</div></li><li id="two"><span role="presentation">Bergen</span></li><li id="three"><span role="img" aria-label="Flag">&#9873;</span> Gdynia</li></ul>
    <script>for (const one of document.querySelectorAll('li')) one.addEventListener('click', () => { document.title = one.id; });</script>`,
  );
  if (page === null) return;
  const text = await page.show();
  for (const [words, id] of [
    ['Bremen', 'one'],
    ['Bergen', 'two'],
    ['Gdynia', 'three'],
  ] as const) {
    const number = Number(new RegExp(`\\[(\\d+)\\][^\\n]*${words}`).exec(text)?.[1]);
    const { error } = await page.act(browserAction({ type: 'click', target: number }));
    assert.equal(error, null, text);
    const title = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    assert.equal(title.value, id);
  }
});

test('what listens for its parts does not hide them', async (t) => {
  const page = await open(
    t,
    `<div id="app"><div style="cursor: pointer">Card</div><div class="switch" style="width: 40px; height: 20px; background: #999; cursor: pointer"></div></div>
    <div id="box"><span role="checkbox" tabindex="0" aria-label="Agree" style="display: inline-block; width: 16px; height: 16px"></span> Terms</div>
    <p id="bar"><i tabindex="0" class="dot" style="display: inline-block; width: 16px; height: 16px"></i> Bar</p>
    <script>for (const id of ['app', 'box', 'bar']) document.getElementById(id).addEventListener('click', () => {});</script>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /\[\d+\] element "Card"/);
  assert.match(text, /\[\d+\] element "div\.switch/);
  assert.match(text, /\[\d+\] checkbox "Agree"/);
  assert.match(text, /\[\d+\] element "i\.dot/);
});

test('a control says at once what it does not take', async (t) => {
  const page = await open(
    t,
    `<label>Volume <input type="range" min="0" max="10" value="2"></label>
    <div role="slider" tabindex="0" aria-label="Zoom" aria-valuemin="0" aria-valuemax="50" aria-valuenow="20" style="width: 100px; height: 20px"></div>
    <select aria-label="Size"><option>S<option disabled>M<optgroup disabled label="Old"><option>L</optgroup></select>`,
  );
  if (page === null) return;
  const text = await page.show();
  assert.match(text, /slider "Zoom" = "20" \(0 to 50, 100×20 at/);
  const problem = async (action: Parameters<typeof browserAction>[0]) =>
    (await page.act(browserAction(action))).error?.message ?? '';
  assert.match(await problem({ type: 'type', target: 'Volume', text: '70' }), /takes no 70: it holds 10/);
  assert.equal(await problem({ type: 'type', target: 'Volume', text: '7' }), '');
  assert.match(await problem({ type: 'type', target: 'Zoom', text: '30' }), /takes no text: press keys/);
  assert.match(await problem({ type: 'select', target: 'Size', text: 'M' }), /has disabled the option "M"/);
  assert.match(await problem({ type: 'select', target: 'Size', text: 'L' }), /has disabled the option "L"/);
});

test('a menu that opens under the pointer is open after a hover on its words', async (t) => {
  const page = await open(
    t,
    `<style>.m { position: relative; width: 80px } .m ul { display: none; position: absolute; left: 80px; top: 0; margin: 0 } .m:hover > ul { display: block }</style>
    <div class="m">Products<ul><li>Alpha</li><li class="m">More<ul><li><a href="#b">Beta</a></li></ul></li></ul></div>`,
  );
  if (page === null) return;
  for (const [words, shown] of [
    ['Products', /Alpha/],
    ['More', /link "Beta"/],
  ] as const) {
    const { error } = await page.act(browserAction({ type: 'hover', target: words }));
    assert.equal(error, null, `${words}: ${error?.message}`);
    assert.match(await page.show(), shown);
  }
});

test('a click on words opens a menu under the pointer and hits the words', async (t) => {
  const page = await open(
    t,
    `<style>.m { position: relative; width: 80px } .m ul { display: none; position: absolute; left: 80px; top: 0; margin: 0 } .m:hover > ul { display: block }</style>
    <div class="m">Products<ul><li>Alpha</li><li class="m">More<ul><li>Beta</li></ul></li></ul></div>
    <div id="late" style="width: 80px; margin-top: 80px">Tools</div>
    <script>
      addEventListener('click', ({ target }) => { document.title = target.firstChild.data; });
      late.addEventListener('mouseenter', () => { late.innerHTML = 'Tools and more<p>Saw</p>'; });
    </script>`,
  );
  if (page === null) return;
  for (const words of ['Products', 'More', 'Beta', 'Tools']) {
    if (words === 'Beta') await page.act(browserAction({ type: 'hover', target: 'More' }));
    const { error } = await page.act(browserAction({ type: 'click', target: words }));
    assert.equal(error, null, `${words}: ${error?.message}`);
    const title = await page.act(browserAction({ type: 'evaluate', text: 'document.title' }));
    assert.equal(String(title.value).startsWith(words), true, `${words}: ${title.value}`);
  }
});
