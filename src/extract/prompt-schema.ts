import type { JsonSchema } from '../domain/extraction.ts';
import { type concepts, conceptsOf } from './concepts.ts';
import { folded, wordsOf } from './words.ts';

/** Words with which people ask, and which are no field. */
const asking = new Set(
  'extract get find give return list show fetch collect tell me the a an all any each every of from for to in on at with and or as is are what which who when where how please page this that its it their his her website site information info data details detail following fields field values value including include like such also only just about into json object extrahiere finde gib nenne zeige den die das der des von aus und oder mit seite diese dieser dieses alle extraire trouver donner les la le du des et ou avec de page cette extrae dame muestra los las el y o con pagina esta'.split(
    ' ',
  ),
);
const mostFields = 30;
const longestPhrase = 4;

const typeOfKind: Readonly<Record<string, JsonSchema>> = {
  money: { type: 'number' },
  number: { type: 'number' },
  rating: { type: 'number' },
  url: { type: 'string', format: 'uri' },
  image: { type: 'string', format: 'uri' },
};

const listed = new Set(['ingredients', 'instructions', 'keywords', 'actors']);

function schemaFor(concept: (typeof concepts)[number] | undefined): JsonSchema {
  if (concept !== undefined && listed.has(concept.name)) return { type: 'array', items: { type: 'string' } };
  return typeOfKind[concept?.kind ?? 'text'] ?? { type: 'string' };
}

/**
 * The fields that a prompt names, as a schema: things that pages and schemas have a name for, and short parts of lists
 * (`the engine size, the colour and ...`). Null when it names nothing. No model reads it.
 */
export function promptSchema(prompt: string): JsonSchema | null {
  const properties: Record<string, JsonSchema> = {};
  const parts = folded(prompt.slice(0, 4_000)).split(
    /[,;:\n.!?()]+|\s(?:and|or|und|oder|et|ou|y|o|e|och|i|и)\s/u,
  );
  for (const part of parts) {
    const words = wordsOf(part);
    const found = namedIn(words);
    for (const [name, concept] of found) properties[name] ??= schemaFor(concept);
    const telling = words.filter((word) => !asking.has(word));
    const isOneOfList = found.length === 0 && parts.length > 1 && telling.length > 0 && telling.length <= 3;
    if (isOneOfList) properties[telling.join('_')] ??= { type: 'string' };
    if (Object.keys(properties).length >= mostFields) break;
  }
  return Object.keys(properties).length === 0 ? null : { type: 'object', properties };
}

/** The longest phrases of a text that name a concept, in order. */
function namedIn(words: readonly string[]): [string, (typeof concepts)[number]][] {
  const found: [string, (typeof concepts)[number]][] = [];
  for (let at = 0; at < words.length; ) {
    let taken = 0;
    for (let length = Math.min(longestPhrase, words.length - at); length > 0 && taken === 0; length--) {
      const phrase = words.slice(at, at + length);
      if (phrase.every((word) => asking.has(word)) || asking.has(phrase[0] as string)) continue;
      const concept = conceptsOf(phrase)[0];
      if (concept === undefined) continue;
      found.push([phrase.join('_'), concept]);
      taken = length;
    }
    at += Math.max(1, taken);
  }
  return found;
}
