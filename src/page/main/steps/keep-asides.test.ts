import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose =
  '<p>The crane lifts up to ninety tons at each berth of the quay, and it is inspected every spring before the ships of the summer arrive.</p>';

function markdownOf(aside: string): string {
  const html = `<html><head><title>Cranes of the port</title></head><body><nav><a href="/">Home</a> <a href="/b">Berths</a></nav><main><article><h1>Cranes of the port</h1>${prose}${prose}${aside}${prose}${prose}</article></main><footer>Port authority</footer></body></html>`;
  return readHtml(html, jobFor(html, { url: 'https://port.example/cranes' })).markdown;
}

describe('asides inside a text', () => {
  const kept: [name: string, aside: string, wanted: RegExp][] = [
    [
      'a callout',
      '<aside class="callout"><p>Keep off the rails while the lamp burns.</p></aside>',
      /Keep off the rails/,
    ],
    [
      'an aside without a name',
      '<aside><p>Keep off the rails while the lamp burns.</p></aside>',
      /Keep off the rails/,
    ],
    [
      'a note by its role',
      '<div role="note"><b>Note</b> Wind above eight stops all work.</div>',
      /Wind above eight/,
    ],
    [
      'an admonition',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Never stand below the hook.</p></div>',
      /Never stand below/,
    ],
    [
      'the source of a quote',
      '<blockquote><p>We never sleep in the season, and the cranes do not either.</p><footer>— Ada Berg, <cite>Port News</cite></footer></blockquote>',
      /> We never sleep[\s\S]*> — Ada Berg, Port News/,
    ],
    [
      'the source of a quote within a quote',
      '<blockquote><p>She wrote to the whole town in the year of the flood:</p><blockquote><p>The quay will stand when all of us are gone from here.</p><cite>Ida Holm</cite></blockquote></blockquote>',
      /The quay will stand[\s\S]*Ida Holm/,
    ],
    [
      'a bookmark of another site',
      '<figure class="kg-card kg-bookmark-card"><a href="https://hooks.example/x"><div>Hooks explained</div><div>A long look at hooks.</div><span>Hook News</span></a></figure>',
      /Hooks explained[\s\S]*A long look at hooks/,
    ],
    [
      'a one-box of a forum',
      '<aside class="onebox"><header>forum.example</header><article><h3><a href="https://forum.example/t/1">Rust on the hook</a></h3><p>How to stop it.</p></article></aside>',
      /Rust on the hook[\s\S]*How to stop it/,
    ],
  ];
  for (const [name, aside, wanted] of kept)
    test(`${name} is kept`, () => assert.match(markdownOf(aside), wanted));

  const dropped: [name: string, aside: string, unwanted: RegExp][] = [
    [
      'related stories',
      '<aside class="related"><h3>Related</h3><ul><li><a href="/r1">The story of the first ship</a></li><li><a href="/r2">The story of the second ship</a></li></ul></aside>',
      /story of the first ship/,
    ],
    [
      'a newsletter',
      '<aside class="newsletter"><p>Get the news of the port every week.</p><form><input type="email"><button>Send</button></form></aside>',
      /news of the port every week/,
    ],
  ];
  for (const [name, aside, unwanted] of dropped)
    test(`${name} stay out`, () => assert.doesNotMatch(markdownOf(aside), unwanted));
});
