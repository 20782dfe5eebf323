import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { type concepts, conceptsOf } from '../schema/concepts.ts';
import { foldText, wordsOf } from '../words/words.ts';

/** Words of a request that name no field. */
const fillerWords = new Set(
  'extract get find give return list show fetch collect tell me the a an all any each every of from for to in on at with and or as is are what which who when where how please page this that its it their his her website site information info data details detail following fields field values value including include like such also only just about into json object extrahiere finde gib nenne zeige den die das der des von aus und oder mit seite diese dieser dieses alle extraire trouver donner les la le du des et ou avec de page cette extrae dame muestra los las el y o con pagina esta'.split(
    ' ',
  ),
);
const maxFields = 30;
const maxPhraseLength = 4;
/** Maximum number of words of a field that is named by a whole part of a prompt. */
const maxNameLength = 3;

const typeOfKind: Readonly<Record<string, JsonSchema>> = {
  money: { type: 'number' },
  number: { type: 'number' },
  rating: { type: 'number' },
  url: { type: 'string', format: 'uri' },
  image: { type: 'string', format: 'uri' },
};

function schemaFor(concept: (typeof concepts)[number] | undefined): JsonSchema {
  if (concept?.isList === true) return { type: 'array', items: { type: 'string' } };
  return typeOfKind[concept?.kind ?? 'text'] ?? { type: 'string' };
}

/** Schema from the words of a prompt, and the words that named no field. */
export interface SchemaOfPrompt {
  /** Null if the prompt names no field. */
  schema: JsonSchema | null;
  unusedWords: string[];
}

/**
 * Derives a schema from the field names in a prompt: known concepts, and short items of an enumeration (`the
 * engine size, the colour and ...`). Uses no model.
 */
export function promptSchema(prompt: string): SchemaOfPrompt {
  const properties: Record<string, JsonSchema> = {};
  const unusedWords = new Set<string>();
  const parts = foldText(prompt.slice(0, 4_000)).split(
    /[,;:\n.!?()]+|\s(?:and|or|und|oder|et|ou|y|o|e|och|i|и)\s/u,
  );
  for (const part of parts) {
    const words = wordsOf(part);
    const matched = findConcepts(words);
    const contentWords = words.filter((word) => !fillerWords.has(word));
    const isFull = Object.keys(properties).length >= maxFields;
    const names = isFull
      ? []
      : matched.map(([name]) => (matched.length === 1 ? qualifiedName(name, contentWords) : name));
    for (const [at, name] of names.entries()) properties[name] ??= schemaFor(matched[at]?.[1]);
    const isOneOfList =
      !isFull &&
      matched.length === 0 &&
      parts.length > 1 &&
      contentWords.length > 0 &&
      contentWords.length <= maxNameLength;
    if (isOneOfList) properties[contentWords.join('_')] ??= { type: 'string' };
    const usedWords = new Set(isOneOfList ? contentWords : names.flatMap((name) => name.split('_')));
    for (const word of contentWords) if (!usedWords.has(word)) unusedWords.add(word);
  }
  const hasFields = Object.keys(properties).length > 0;
  return { schema: hasFields ? { type: 'object', properties } : null, unusedWords: [...unusedWords] };
}

/**
 * Returns the name of a field with the words before its concept, if they are all that a part of a prompt says: the blood type
 * of a person is not the type of anything else.
 */
function qualifiedName(concept: string, contentWords: readonly string[]): string {
  const name = contentWords.join('_');
  return contentWords.length <= maxNameLength && name.endsWith(`_${concept}`) ? name : concept;
}

/** Returns the longest phrases of a text that name a concept, in order. */
function findConcepts(words: readonly string[]): [string, (typeof concepts)[number]][] {
  const matched: [string, (typeof concepts)[number]][] = [];
  for (let at = 0; at < words.length; ) {
    let matchedLength = 0;
    for (
      let length = Math.min(maxPhraseLength, words.length - at);
      length > 0 && matchedLength === 0;
      length--
    ) {
      const phrase = words.slice(at, at + length);
      if (phrase.every((word) => fillerWords.has(word)) || fillerWords.has(itemAt(phrase, 0))) continue;
      const concept = conceptsOf(phrase)[0];
      if (concept === undefined) continue;
      const last = phrase.findLastIndex((word) => !fillerWords.has(word));
      matched.push([phrase.slice(0, last + 1).join('_'), concept]);
      matchedLength = length;
    }
    at += Math.max(1, matchedLength);
  }
  return matched;
}
