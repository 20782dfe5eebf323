import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

/** Returns the found values of text fields by their names. */
function answersOf(
  language: string,
  paragraphs: readonly string[],
  ...names: string[]
): Record<string, unknown> {
  const html = `<html lang="${language}"><title>News of the valley</title><h1>News of the valley</h1>${paragraphs.map((one) => `<p>${one}</p>`).join('')}`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  const schema = { type: 'object', properties } as const;
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, job);
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

describe('names in sentences', () => {
  test('stand beside their role, behind it and in front of it', () => {
    const page = [
      '“We waited for years,” said board chair Tobias Renn after the vote.',
      'Amelia Okafor, the treasurer, voted against it.',
      'Its engineer, Paul Abernathy, later left. The school’s new librarian is Joan Petty.',
      'Mayor Neil Ashby cut the ribbon.',
    ];
    assert.deepEqual(answersOf('en', page, 'board_chair', 'treasurer', 'engineer', 'librarian', 'mayor'), {
      board_chair: 'Tobias Renn',
      treasurer: 'Amelia Okafor',
      engineer: 'Paul Abernathy',
      librarian: 'Joan Petty',
      mayor: 'Neil Ashby',
    });
  });

  test('are persons and organizations that do what a verb says', () => {
    const page = ['It was founded by Ruth Delacroix in 1971 and is funded by the Thornfield Foundation.'];
    assert.deepEqual(answersOf('en', page, 'founder', 'funder'), {
      founder: 'Ruth Delacroix',
      funder: 'Thornfield Foundation',
    });
  });

  test('are read in other languages', () => {
    const german = ['Bürgermeister Jens Kollwitz kam am Abend. Betreiber ist die Stadtwerke Ahlen GmbH.'];
    assert.deepEqual(answersOf('de', german, 'bürgermeister', 'betreiber'), {
      bürgermeister: 'Jens Kollwitz',
      betreiber: 'Stadtwerke Ahlen GmbH',
    });
    const french = [
      'L’architecte du bâtiment, Hugo Lestrade, était présent. La directrice est Nadia Benyoucef.',
    ];
    assert.deepEqual(answersOf('fr', french, 'architecte', 'directrice'), {
      architecte: 'Hugo Lestrade',
      directrice: 'Nadia Benyoucef',
    });
    const dutch = ['Voorzitter Anja de Boer was blij. De beheerder is Piet Hoekstra.'];
    assert.deepEqual(answersOf('nl', dutch, 'beheerder'), { beheerder: 'Piet Hoekstra' });
  });

  test('of deputies, former holders, members of a list and owners are none', () => {
    const page = [
      'Deputy principal Ana Roth and former mayor Ian Brandt spoke.',
      'The city’s Hoa Lo prison is closed. He was a first-team All-Big East player. She is a city councilman.',
      'According to Hasib Khan, his mother grew the roses.',
      'The founder of the club, Ruth Delacroix, left. It was designed by Ruth Delacroix’s office.',
      'The list is created by XML_ParserCreate and others.',
    ];
    const roles = ['principal', 'mayor', 'prison_city', 'mother', 'club', 'team', 'designer', 'creator'];
    assert.deepEqual(answersOf('en', page, ...roles), {});
  });

  test('that differ give none, but a part of a name is the same name', () => {
    const page = ['Coach Dana Whitlock named the squad.', 'The coach, Dana Whitlock Jones, was pleased.'];
    assert.deepEqual(answersOf('en', page, 'coach'), { coach: 'Dana Whitlock Jones' });
    const two = ['Said coach Dana Whitlock.', 'Said coach Ian Brandt.'];
    assert.deepEqual(answersOf('en', two, 'coach'), {});
  });

  test('say where an event is', () => {
    const english = [
      'The evening takes place at the Assembly Rooms in Barrowby.',
      'Its sponsor is based in Leeds.',
    ];
    assert.deepEqual(answersOf('en', english, 'venue', 'city'), {
      venue: 'Assembly Rooms',
      city: 'Barrowby',
    });
    const german = ['Der Abend findet am Samstag im Gasthof Linde in Marbach statt.'];
    assert.deepEqual(answersOf('de', german, 'stadt'), { stadt: 'Marbach' });
    const figurative = ['Seine Kunst findet auf der Bühne statt.'];
    assert.deepEqual(answersOf('de', figurative, 'location'), {});
  });
});
