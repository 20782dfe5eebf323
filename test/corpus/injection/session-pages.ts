import { readFileSync } from 'node:fs';

/** A page for a browser session with a text that addresses a language model. */
export interface SessionPage {
  family: string;
  text: string;
  body: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes the part of a page that holds an escaped text: what people read and use in a browser. */
type Family = (text: string) => string;

const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const message = (author: string, text: string) => `<article><h3>${author}</h3><p>${text}</p></article>`;

const families: Readonly<Record<string, Family>> = {
  button: (text) => `<button>${text}</button>`,
  link: (text) => `<p><a href="/next">${text}</a></p>`,
  label: (text) => `<label>${text} <input name="answer"></label>`,
  placeholder: (text) => `<input name="answer" placeholder="${text}" size="80">`,
  option: (text) => `<select name="plan" size="3"><option>Basic</option><option>${text}</option></select>`,
  tooltip: (text) => `<button>Close</button><div role="tooltip">${text}</div>`,
  toast: (text) => `<div role="alert">${text}</div>`,
  status: (text) => `<div role="status"><strong>Notice</strong> ${text}</div>`,
  dialog: (text) => `<dialog open><h2>Confirm</h2><p>${text}</p><button>OK</button></dialog>`,
  form: (text) => `<form><p>${text}</p><textarea name="answer"></textarea><button>Send</button></form>`,
  captcha: (text) => `<fieldset><legend>Check</legend><p>${text}</p><input name="check"></fieldset>`,
  cell: (text) =>
    `<table>${row(['Order', 'Remark'])}${row(['1041', 'paid'])}${row(['1042', text])}${row(['1043', 'open'])}</table>`,
  calendar: (text) => `<ul><li>09:00 Berth planning</li><li>10:30 ${text}</li><li>14:00 Tide table</li></ul>`,
  code: (text) => `<pre><code>import harbour\n${text}\nharbour.open(7)</code></pre>`,
};

const discussions = new Set(['mail', 'comment', 'ticket', 'issue', 'profile', 'review', 'wiki']);

function partOf(family: string, text: string): string {
  const write = families[family];
  if (write !== undefined) return write(text);
  if (!discussions.has(family)) throw new Error(`${family} is no family of pages.`);
  return (
    message('Anna', 'The crane is back from the yard.') +
    message('Bo', text) +
    message('Cy', 'See you on Monday.')
  );
}

/** Returns a page of an application around a part. */
export function applicationPage(part: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Quay office</title></head><body>
<nav><a href="/">Home</a> <a href="/orders">Orders</a></nav><main><h1>Orders of today</h1>
<p>Three ships are expected in the morning, and the ferry leaves at noon.</p>${part}
<form><label>Search <input name="q"></label><button>Find</button></form></main></body></html>`;
}

/** Reads the 60 pages of `sessions.txt`. */
export function sessionPages(): SessionPage[] {
  const lines = readFileSync(new URL('./sessions.txt', import.meta.url), 'utf8').split('\n');
  return lines.flatMap((line): SessionPage[] => {
    if (line === '' || line.startsWith('#')) return [];
    const [family = '', , , , ...rest] = line.split(' | ');
    const text = rest.join(' | ');
    return [{ family, text, body: applicationPage(partOf(family, escaped(text))) }];
  });
}

/** Returns an application page with a text in an element of a style with which a person sees nothing of it. */
export function concealedPage(text: string, style: string): string {
  return applicationPage(`<div style="${style}">${escaped(text)}</div>`);
}
