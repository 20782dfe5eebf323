import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResponse } from '../read/read-response.ts';

const prose =
  'The notes of the harbour say who keeps the cranes, the berths and the docks, and since when. '.repeat(12);
const form = '<form method="post" action="/doku.php"><input name="u"><input type="password" name="p"></form>';

async function codeOf(body: string, usesLogin: boolean): Promise<string | null> {
  const { error } = await readResponse({
    bytes: new TextEncoder().encode(`<!doctype html><title>Notes</title><main><h1>Notes</h1>${body}</main>`),
    url: 'https://wiki.test/notes',
    statusCode: 200,
    headers: { 'content-type': 'text/html' },
    formats: ['markdown'],
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    maxLength: 10_000,
    maxTokens: null,
    focus: null,
    ...(usesLogin && { usesLogin: true }),
  });
  return error?.code ?? null;
}

test('with a login, a page with a password field and no way to log out asks for a login', async () => {
  const wall = `<p>${prose}</p>${form}`;
  assert.equal(await codeOf(wall, true), 'login_required');
  // Without a login, a form beside content is part of a page.
  assert.equal(await codeOf(wall, false), null);
  assert.equal(await codeOf(`<p>${prose}</p>`, true), null);
});

test('a page with a way to log out is that of a member, also with a password field', async () => {
  for (const way of [
    '<a href="/doku.php?do=logout">leave</a>',
    '<a href="/out">Log out</a>',
    '<form method="post" action="/accounts/logout/"><button>go</button></form>',
    '<form method="post" action="/end"><button>Sign out</button></form>',
    '<form method="post" action="/end"><input type="submit" value="Abmelden"></form>',
  ])
    assert.equal(await codeOf(`${way}<p>${prose}</p>${form}`, true), null, way);
});
