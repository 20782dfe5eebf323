import assert from 'node:assert/strict';
import { test } from 'node:test';
import { siteGuard, startBrowserPool } from '../../../../test/world/browser-pool.ts';
import { startLoopbackServer } from '../../../../test/world/loopback-server.ts';
import type { Step } from '../../../domain/pages/page-command.ts';
import { createBrowserClient } from '../page/browser-page.ts';

const menu = `<style>.m { width: 80px; position: relative } .m ul { display: none; margin: 0; position: absolute; left: 80px; top: 0 } .m:hover > ul { display: block }</style>
<div class="m">Products<ul><li>Alpha</li><li>Beta</li></ul></div>
<script>addEventListener('click', ({ target }) => { document.title += target.firstChild.data; });</script>`;
const late = `<div id="tools" style="width: 80px">Tools</div><script>
tools.addEventListener('mouseenter', () => { tools.innerHTML = 'Tools and more<p>Saw</p>'; });
addEventListener('click', ({ target }) => { document.title += target.firstChild.data; });
</script>`;
const suggestions = `<label>Port <input role=combobox aria-controls=list></label><ul id=list role=listbox hidden></ul><script>
const field = document.querySelector('input');
field.addEventListener('input', () => setTimeout(() => {
  list.hidden = false;
  list.innerHTML = '<li role=option>' + field.value + 'gen</li>';
}, 250));
</script>`;
const forms = `<label>Phone <input id=phone></label><label>Password <input id=secret type=password></label>
<div id=host></div><script>
phone.addEventListener('input', () => { phone.value = phone.value.slice(0, 4); });
secret.addEventListener('input', () => { secret.value = secret.value.slice(0, 4); });
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = '<input type=password aria-label=Code>';
root.firstChild.addEventListener('input', ({ target }) => { target.value = target.value.slice(0, 3); });
</script>`;

const empty: Step = {
  type: 'click',
  selector: null,
  text: null,
  key: null,
  ms: null,
  direction: null,
  amount: null,
  timeoutMs: null,
};

test('steps of a scrape act as those of a session', async (t) => {
  const pool = await startBrowserPool(t);
  if (pool === null) return;
  const pages = { '/menu': menu, '/late': late, '/suggestions': suggestions, '/forms': forms };
  const site = await startLoopbackServer(
    '127.0.0.11',
    () => new Map(Object.entries(pages).map(([path, body]) => [path, { body: `<!doctype html>${body}` }])),
  );
  t.after(() => site.close());
  const client = createBrowserClient({ pool, guard: siteGuard, note: '' });

  /** Reads a page after these steps; `value` is that of the script in the last one. */
  async function visit(path: string, steps: Partial<Step>[], script: string) {
    const request = {
      url: new URL(site.url(path)),
      headers: {},
      steps: [...steps, { type: 'run' as const, text: script }].map((step) => ({ ...empty, ...step })),
      waitMs: 0,
      settleTimeoutMs: 3_000,
      mobile: false,
      country: null,
      screenshot: null,
      network: false,
      via: null,
    };
    const result = await client.visit(request, AbortSignal.timeout(60_000));
    assert.equal(result.kind, 'response', JSON.stringify(result));
    assert.ok('stepOutput' in result);
    return { value: result.stepOutput?.returns.at(-1)?.value, warnings: result.warnings };
  }

  await t.test('a click opens what is under the pointer, and hits the words', async () => {
    const steps = [{ target: 'Products' }, { target: 'Beta' }];
    assert.equal((await visit('/menu', steps, 'document.title')).value, 'ProductsBeta');
    const { value } = await visit('/late', [{ target: 'Tools' }], 'document.title');
    assert.equal(value, 'Tools and more');
  });

  await t.test('what a field suggests after a pause is there for the next step', async () => {
    const shown = 'list.hidden ? null : list.textContent';
    const typed = [{ type: 'type', target: 'Port', text: 'Ber' } as const];
    assert.equal((await visit('/suggestions', typed, shown)).value, 'Bergen');
    const focused = [{ target: 'Port' }, { type: 'type', text: 'Ber' } as const];
    assert.equal((await visit('/suggestions', focused, shown)).value, 'Bergen');
  });

  await t.test('a field that does not hold the text is a warning, which quotes no secret', async () => {
    const messages = async (steps: Partial<Step>[]) => {
      const { warnings } = await visit('/forms', steps, '1');
      return warnings.map(({ code, message }) => `${code}: ${message}`);
    };
    const phone = 'field_differs: The field holds "1234" instead of what was entered.';
    assert.deepEqual(await messages([{ type: 'type', target: 'Phone', text: '123456' }]), [phone]);
    const secret = [{ type: 'type', selector: '#secret', text: 'hunter22' } as const];
    const [first = ''] = await messages(secret);
    assert.match(first, /^field_differs: .* 4 characters instead of 8/);
    // The field with the focus is in a shadow root.
    const focused = [{ target: 'Code' }, { type: 'type', text: 'xyz99' } as const];
    const [second = ''] = await messages(focused);
    assert.match(second, /^field_differs: .* 3 characters instead of 5/);
    assert.doesNotMatch(second, /xyz/);
  });
});
