import type { ApiOperation } from './api-operations.ts';

/** Placeholder for a page of the fuzzer's sites; every `http` URL in an example is replaced. */
const page = 'http://page.invalid/';
const hook = 'http://hook.invalid/';
const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
const setStep = { type: 'set', name: 'seen', value: true };
const askStep = { type: 'ask', question: 'Go on?', name: 'answer', wait_seconds: 0 };

/**
 * Valid bodies that reach deep into the code: those of `/v2`, which has no documented examples, and those whose
 * results other operations need (a long page, a refreshable dataset, a workflow without a browser).
 */
const plainExamples: Readonly<Record<string, readonly object[]>> = {
  'POST /v1/scrape': [{ url: page, max_length: 100 }],
  'POST /v1/datasets': [
    { name: 'Titles', source: { kind: 'extract', urls: [page], schema } },
    { name: 'Lamps', source: { kind: 'collect', url: page, fields: ['name', 'link'], limit: 5 } },
  ],
  'POST /v1/monitors': [
    { name: 'Page', url: page, notify: { webhook: hook }, schedule: { every: '1h' } },
    {
      name: 'Section',
      url: page,
      watch: { kind: 'section', selector: 'h1' },
      notify: { email: 'a@mail.invalid' },
    },
  ],
  'POST /v1/workflows': [
    { name: 'Sets', steps: [setStep] },
    {
      name: 'Asks',
      steps: [askStep, setStep],
      inputs: { type: 'object', properties: { words: { type: 'string' } } },
    },
  ],
  'PUT /v1/workflows/{id}': [{ name: 'Sets', steps: [setStep, setStep] }],
  'POST /v1/workflows/{id}/runs': [{}],
  'PUT /v1/workflows/{id}/schedule': [{ every: '1d' }],
  'PUT /v1/datasets/{did}/schedule': [{ every: '1d' }],
  'POST /v2/scrape': [
    { url: page, formats: ['markdown', 'links'] },
    { url: page, formats: [{ type: 'json', schema }] },
  ],
  'POST /v2/crawl': [{ url: page, limit: 2, webhook: hook }],
  'POST /v2/batch/scrape': [{ urls: [page, page] }],
  'POST /v2/extract': [{ urls: [page], schema }],
  'POST /v2/search': [{ query: 'lamp', limit: 3 }],
  'POST /v2/map': [{ url: page, limit: 10 }],
};

/** Bodies that require a browser. */
const browserExamples: Readonly<Record<string, readonly object[]>> = {
  'POST /v1/scrape': [{ url: page, formats: ['screenshot'], timeout_ms: 8_000 }],
  'POST /v1/browser/{sid}': [
    { type: 'goto', url: page },
    { type: 'read' },
    { type: 'screenshot' },
    { type: 'save_login', name: 'own' },
    { type: 'click', target: 'a' },
  ],
  'POST /v1/workflows': [
    { name: 'Shows', steps: [{ type: 'goto', url: page }, { type: 'screenshot' }] },
    {
      name: 'Rows',
      steps: [
        { type: 'goto', url: page },
        { type: 'collect_rows', fields: ['name', 'link'] },
      ],
    },
  ],
};

/**
 * Returns valid bodies of an operation, the documented one last; empty if only the schema is known. `browser` adds
 * those that require one.
 */
export function examplesOf({ name, exampleBody }: ApiOperation, browser: boolean): readonly unknown[] {
  const own = [...(plainExamples[name] ?? []), ...((browser && browserExamples[name]) || [])];
  return exampleBody === undefined ? own : [...own, exampleBody];
}
