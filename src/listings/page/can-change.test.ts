import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canChange } from './can-change.ts';
import { parsePage } from './sources/parsed-source.ts';

const list = '<ul><li>Oak lantern</li><li>Tin lantern</li></ul>';

const rows: [name: string, body: string, canChange: boolean][] = [
  ['no script', list, false],
  ['data', `${list}<script type="application/json">{"html": "innerHTML fetch()"}</script>`, false],
  ['data with an address', `${list}<script type="application/ld+json" src="/list.json"></script>`, false],
  ['state of the page', `${list}<script>window.__STATE__ = {"items": [{"name": "Oak"}]};</script>`, false],
  ['a menu', `<nav onclick="this.classList.toggle('open')"><a href="/">Home</a></nav>${list}`, false],
  [
    'a menu by a script',
    `${list}<script>document.body.onclick = () => document.body.classList.toggle("open")</script>`,
    false,
  ],
  ['a script of another address', `${list}<script src="/list.js"></script>`, true],
  ['a module', `<script type="module">import { draw } from "./list.js"; draw()</script>${list}`, true],
  ['entries as text', `${list}<script>for (const one of all) root.innerHTML += one</script>`, true],
  ['entries as elements', `${list}<script>root.append(...all.map(entry))</script>`, true],
  ['copies of a template', `${list}<script>root.add(entry.cloneNode(true))</script>`, true],
  ['data of a call', `${list}<script>fetch("/api").then(show)</script>`, true],
  ['code of a library', `${list}<script>jQuery(function () { $("ul").load("/part") })</script>`, true],
  ['code when the page is loaded', `<body onload="root.innerHTML = rows()">${list}`, true],
  ['code that reacts to scrolling', `<div onscroll="draw()">${list}</div>`, true],
  ['a frame', `${list}<iframe src="/list"></iframe>`, true],
  ['a method with a computed name', `${list}<script>root["app" + "end"](entry)</script>`, true],
  ['an entry in the place of another', `${list}<script>root.replaceChild(entry, placeholder)</script>`, true],
  ['another page', `<script>if (isNew) location.href = "/list"</script>${list}`, true],
  ['code from text', `${list}<script>eval(atob("cm9vdA=="))</script>`, true],
];

for (const [name, body, expected] of rows) {
  test(`a browser ${expected ? 'can show' : 'shows no'} other content: ${name}`, () => {
    const page = parsePage(`<!doctype html><html>${body}</html>`, 'https://quay.example/list');
    assert.equal(canChange(page), expected);
  });
}
