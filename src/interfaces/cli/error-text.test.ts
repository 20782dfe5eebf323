import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageErrorCodes } from '../../domain/pages/outcome.ts';
import { adviseInGeneral } from '../../domain/pages/page-advice.ts';
import { errorText } from './error-text.ts';

test('what the message says is not repeated, and the advice is for the person who types', () => {
  assert.equal(
    errorText({
      code: 'login_required',
      message: 'The page requires a login.',
      advice: adviseInGeneral('login_required'),
    }),
    '(login_required): The page requires a login. Use a saved login (`login`), or use another source.',
  );
});

test('no advice speaks of the user', () => {
  for (const code of Object.values(pageErrorCodes).flat()) {
    const text = errorText({ code, message: 'It failed.', advice: adviseInGeneral(code) });
    assert.doesNotMatch(text, /the user/, code);
    assert.match(text, /^\(\w+\): It failed\.( \S.*[.])?$/, code);
  }
});
