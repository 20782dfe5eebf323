import { readFileSync } from 'node:fs';

import { byteAt, itemAt, numberAt, shortAt } from '../../domain/values/elements.ts';
import { characterClass, classCount, classOfCodeUnit } from './fold-letters.ts';

/** Concepts of `instruction-concepts.json`, and those that {@link ./find-instructions.ts} derives; each is one bit. */
const conceptNames = [
  'model',
  'assistant',
  'address',
  'addressAfter',
  'filler',
  'reading',
  'override',
  'previous',
  'determiner',
  'instructions',
  'rules',
  'hiddenPrompt',
  'reveal',
  'secrecy',
  'user',
  'you',
  'must',
  'task',
  'reply',
  'yourAnswer',
  'send',
  'secrets',
  'target',
  'role',
  'unrestricted',
  'authority',
  'instead',
  'reported',
  'chatToken',
  'called',
  'hailed',
  'literal',
] as const;

/** Name of a concept. */
export type ConceptName = (typeof conceptNames)[number];

/** Returns the set of concepts with these names, as bits. */
export function conceptSet(...names: ConceptName[]): number {
  return names.reduce((set, name) => set | (1 << conceptNames.indexOf(name)), 0);
}

/** A word of a phrase, or several: the concepts of the phrase that ends here, and the words that may follow. */
export interface PhraseNode {
  concepts: number;
  next: Map<number, PhraseNode>;
}

/** A word of a script without spaces. */
interface IdeographicWord {
  text: string;
  word: number;
}

/** Number of nodes by which the trie grows. */
const nodeBlock = 2048;

function lengthen(column: Uint16Array, length: number): Uint16Array {
  const longer = new Uint16Array(column.length + length);
  longer.set(column);
  return longer;
}

/** The words of the concepts in a form in which a text is searched for them. */
export class ConceptWords {
  /** Words by their number: the phrases that start with them. Entry 0 is unused. */
  readonly phrases: PhraseNode[] = [{ concepts: 0, next: new Map() }];
  /** Number of the stem of each word, or 0. */
  readonly stemOf: number[] = [0];
  /** Words of scripts without spaces by their first UTF-16 code unit, the longest first. */
  readonly #ideographic = new Map<number, IdeographicWord[]>();
  /** Trie of the letters: entry `node * classCount + class` is the next node, or 0. Node 0 is the root. */
  next: Uint16Array = new Uint16Array(classCount * nodeBlock);
  /** Numbers of the word and of the stem that end at a node, or 0. */
  wordAt: Uint16Array = new Uint16Array(nodeBlock);
  stemAt: Uint16Array = new Uint16Array(nodeBlock);
  #nodeCount = 1;

  constructor(rows: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    for (const [name, languages] of Object.entries(rows)) {
      const concept = conceptNames.find((known) => known === name);
      if (concept === undefined) throw new Error(`${name} is not a concept.`);
      for (const phrases of Object.values(languages))
        for (const phrase of phrases.split(', ')) this.#addPhrase(phrase, conceptSet(concept));
    }
    for (const words of this.#ideographic.values()) words.sort((a, b) => b.text.length - a.text.length);
    this.#linkStems();
  }

  /** Returns the longest word of a script without spaces at an index. */
  findIdeographic(text: string, at: number, code: number): IdeographicWord | undefined {
    const entries = this.#ideographic.get(code);
    if (entries === undefined) return undefined;
    for (const entry of entries) if (text.startsWith(entry.text, at)) return entry;
    return undefined;
  }

  #addPhrase(phrase: string, concept: number): void {
    const first = phrase.charCodeAt(0);
    if (byteAt(classOfCodeUnit, first) === characterClass.ideographic) {
      this.#addIdeographic(phrase, first, concept);
      return;
    }
    const words = phrase.split(' ').map((word) => this.#addWord(word));
    let node = itemAt(this.phrases, numberAt(words, 0));
    for (const word of words.slice(1)) {
      let next = node.next.get(word);
      if (next === undefined) {
        next = { concepts: 0, next: new Map() };
        node.next.set(word, next);
      }
      node = next;
    }
    node.concepts |= concept;
  }

  #addIdeographic(text: string, first: number, concept: number): void {
    const known = this.#ideographic.get(first) ?? [];
    this.#ideographic.set(first, known);
    let entry = known.find((other) => other.text === text);
    if (entry === undefined) {
      entry = { text, word: this.#createWord() };
      known.push(entry);
    }
    itemAt(this.phrases, entry.word).concepts |= concept;
  }

  #createWord(): number {
    this.stemOf.push(0);
    return this.phrases.push({ concepts: 0, next: new Map() }) - 1;
  }

  /** Returns the number of a word, or of a stem that ends with `*`. */
  #addWord(word: string): number {
    const isStem = word.endsWith('*');
    let node = 0;
    for (const character of isStem ? word.slice(0, -1) : word) {
      const letter = byteAt(classOfCodeUnit, character.charCodeAt(0));
      if (letter === characterClass.ignored) continue;
      if (letter === characterClass.separator) throw new Error(`${word} is not a word.`);
      node = this.#ensureChild(node, letter);
    }
    const words = isStem ? this.stemAt : this.wordAt;
    const known = shortAt(words, node);
    if (known !== 0) return known;
    const created = this.#createWord();
    words[node] = created;
    return created;
  }

  #ensureChild(node: number, letter: number): number {
    const at = node * classCount + letter;
    const known = shortAt(this.next, at);
    if (known !== 0) return known;
    const child = this.#nodeCount++;
    if (child >= this.wordAt.length) {
      this.next = lengthen(this.next, classCount * nodeBlock);
      this.wordAt = lengthen(this.wordAt, nodeBlock);
      this.stemAt = lengthen(this.stemAt, nodeBlock);
    }
    this.next[at] = child;
    this.next[child * classCount + characterClass.ignored] = child;
    return child;
  }

  /** Gives each word that starts with a stem the concepts of the stem. */
  #linkStems(): void {
    const visit = (node: number, stem: number): void => {
      const current = shortAt(this.stemAt, node) || stem;
      const word = shortAt(this.wordAt, node);
      if (word !== 0 && current !== 0) {
        this.stemOf[word] = current;
        itemAt(this.phrases, word).concepts |= itemAt(this.phrases, current).concepts;
      }
      for (let letter = 1; letter < characterClass.ignored; letter++) {
        const child = shortAt(this.next, node * classCount + letter);
        if (child !== 0) visit(child, current);
      }
    };
    visit(0, 0);
  }
}

/** Reads the words of the concepts from `instruction-concepts.json`. */
export function readConceptWords(): ConceptWords {
  const file = new URL('./instruction-concepts.json', import.meta.url);
  return new ConceptWords(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>);
}
