import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRelatedChoice } from './related-choice.ts';

test('a value means the choice of the same meaning in another language', () => {
  assert.equal(findRelatedChoice('Küche', ['kitchen', 'bathroom', 'garden']), 'kitchen');
  assert.equal(findRelatedChoice('lundi', ['monday', 'friday']), 'monday');
  assert.equal(findRelatedChoice('gesloten', ['open', 'closed']), 'closed');
});

test('a value that means no choice, or relates to one, has none', () => {
  assert.equal(findRelatedChoice('Leder', ['open', 'closed']), null);
  assert.equal(findRelatedChoice('wie neu', ['new', 'used']), null);
  assert.equal(findRelatedChoice('nicht geschlossen', ['open', 'closed']), null);
  assert.equal(findRelatedChoice('2 Zimmer', ['room', 'house']), null);
  assert.equal(findRelatedChoice('', ['new', 'used']), null);
  assert.equal(findRelatedChoice('neu', []), null);
});
