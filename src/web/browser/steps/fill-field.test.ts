import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSessionPage as open } from '../../../../test/world/session-page.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';

test('a field that does not hold what was entered is named, and a secret is not quoted', async (t) => {
  const page = await open(
    t,
    `<title>Holds</title><label>Short <input maxlength=5></label><label>Loud <input></label><label>Late <input></label>
      <label>Number <input type=number></label><label>Word <input></label><label>Lines <textarea>one
two</textarea></label><label>Password <input type=password maxlength=6></label>
      <div contenteditable id=note style="width: 200px; height: 20px" aria-label="Note" role="textbox"></div>
      <label>Size <select onchange="setTimeout(() => { this.value = 'S'; })"><option>S<option>M</select></label><label>Color <input type=color></label>
      <script>
        const [, loud, late] = document.querySelectorAll('input');
        loud.addEventListener('input', () => { loud.value = loud.value.toUpperCase(); });
        late.addEventListener('input', () => setTimeout(() => { late.value = late.value.replace(/[^0-9]/g, ''); }));
        note.addEventListener('input', () => { if (note.innerText.length > 4) note.innerText = note.innerText.slice(0, 4); });
      </script>`,
  );
  if (page === null) return;
  const { act } = page;
  const warning = async (action: Parameters<typeof browserAction>[0]) => {
    const { error, warnings } = await act(browserAction(action));
    assert.equal(error, null);
    assert.ok(warnings.every(({ code }) => code === 'field_differs'));
    return warnings.map(({ message }) => message).join(' ');
  };
  const type = (target: string, text: string) => warning({ type: 'type', target, text });
  assert.equal(await type('Short', 'abcdefgh'), 'The field holds "abcde" instead of what was entered.');
  assert.equal(await type('Short', 'abc'), '');
  assert.match(await type('Loud', 'abc'), /holds "ABC"/);
  assert.match(await type('Late', '12a'), /holds "12"/);
  assert.match(await type('Note', 'abcdefgh'), /holds "abcd"/);
  assert.equal(await type('Word', ' two  words '), '');
  assert.equal(await type('Color', '#FF8800'), '');
  const password = await type('Password', 'kestrel-9-owl');
  assert.equal(
    password,
    'The field does not hold the text that was entered: it has 6 characters instead of 13.',
  );
  assert.match(await warning({ type: 'select', target: 'Size', text: 'M' }), /holds "S"/);
  assert.match(await warning({ type: 'fill', form: { Short: '123456', Word: 'x' } }), /holds "12345"/);
  // What is appended stands at the end of all lines.
  assert.equal(await warning({ type: 'type', target: 'Lines', text: ' three', append: true }), '');
  const lines = await act(
    browserAction({ type: 'evaluate', text: 'document.querySelector("textarea").value' }),
  );
  assert.equal(lines.value, 'one\ntwo three');
  assert.match(await warning({ type: 'type', target: 'Short', text: '6789', append: true }), /holds "12345"/);
  // Keys go to what has the focus.
  await act(browserAction({ type: 'click', target: 'Number' }));
  assert.match(await warning({ type: 'type', text: '12 kg' }), /holds "12"/);
  await act(browserAction({ type: 'click', target: 'Word' }));
  assert.equal(await warning({ type: 'type', text: 'yz' }), '');
});
