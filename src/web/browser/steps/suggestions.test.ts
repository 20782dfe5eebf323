import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSessionPage as open } from '../../../../test/world/session-page.ts';
import { browserAction } from '../../../domain/pages/browser-action.ts';

const combobox = (id: string, attributes: string) => `<label>${id} <input id="${id}" ${attributes}></label>
  <ul id="${id}-list" role=listbox hidden></ul>`;

test('what a field suggests after a pause is shown at once', async (t) => {
  const page = await open(
    t,
    `${combobox('Port', 'role=combobox aria-controls=Port-list')}${combobox('Ship', 'aria-autocomplete=list')}
    <label>Line <input list=lines></label><datalist id=lines></datalist>
    <div id=host></div><label>Plain <input></label>
    <script>
      const suggest = (field, list) => {
        let timer;
        field.addEventListener('input', () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            list.hidden = field.value === '';
            list.replaceChildren(...['one', 'two'].map((end) => {
              const option = document.createElement(list.localName === 'datalist' ? 'option' : 'li');
              option.setAttribute('role', 'option');
              option.textContent = field.value + ' ' + end;
              option.addEventListener('click', () => { field.value = option.textContent; list.hidden = true; });
              return option;
            }));
          }, 250);
        });
      };
      for (const id of ['Port', 'Ship']) suggest(document.getElementById(id), document.getElementById(id + '-list'));
      suggest(document.querySelector('[list]'), document.querySelector('#lines'));
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<input role=combobox aria-label=Berth><ul role=listbox hidden></ul>';
      suggest(root.querySelector('input'), root.querySelector('ul'));
    </script>`,
  );
  if (page === null) return;
  const { act, show } = page;
  await act(browserAction({ type: 'type', target: 'Port', text: 'Ber' }));
  const text = await show();
  assert.match(text, /option "Ber one"/);
  await act(browserAction({ type: 'type', target: 'Port', text: 'gen', append: true }));
  assert.match(await show(), /option "Bergen two"/);
  await act(browserAction({ type: 'click', target: 'Bergen two' }));
  await act(browserAction({ type: 'fill', form: { Ship: 'Ida' } }));
  assert.match(await show(), /option "Ida one"/);
  await act(browserAction({ type: 'click', target: 'Ida one' }));
  await act(browserAction({ type: 'click', target: 'Berth' }));
  await act(browserAction({ type: 'type', text: 'B4' }));
  assert.match(await show(), /option "B4 two"/);
  await act(browserAction({ type: 'type', target: 'Line', text: 'Red' }));
  assert.match(await show(), /"Line" = "Red".*: suggests "Red one" \| "Red two"/);
});
