import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordsOf } from '../words/words.ts';
import type { FieldKind } from './field.ts';
import { findRelatedName } from './related-name.ts';

function find(asked: string, kind: FieldKind, names: readonly string[], others: readonly string[] = []) {
  const words = (name: string) => wordsOf(name);
  const related = findRelatedName({ words: words(asked), kind }, names.map(words), others.map(words));
  return related === null ? null : (names[related.index] ?? null);
}

describe('names with a related meaning', () => {
  test('the one label that means the same is found in another language', () => {
    assert.equal(find('weather', 'text', ['Farbe', 'Wetter', 'Vorname']), 'Wetter');
    assert.equal(find('profesor', 'text', ['Teacher', 'Room', 'Starts']), 'Teacher');
    assert.equal(find('temperature', 'number', ['湿度', '気温', '日の出']), '気温');
  });

  test('a word that only says the kind of value may be missing', () => {
    assert.equal(find('numero_camere', 'number', ['Camere', 'Piscina']), 'Camere');
  });

  test('a word without a counterpart in the other name makes it another thing', () => {
    assert.equal(find('oude_prijs', 'money', ['Speciale prijs', 'Kleur']), null);
    assert.equal(find('concession_price', 'money', ['Cost', 'Venue']), null);
  });

  test('what is asked with a preposition is not what is asked without', () => {
    assert.equal(find('asked_by', 'text', ['Asked', 'Answers']), null);
  });

  test('a label belongs to the field that is closer', () => {
    assert.equal(find('building', 'text', ['Raum', 'Preis'], ['room']), null);
  });

  test('names that say nothing but a kind answer nothing', () => {
    assert.equal(find('numero', 'text', ['Cantidad', 'Tienda']), null);
  });
});
