import { phraseOf } from '../words/words.ts';

/** What a question asks for. `name`: the thing that its words name, as in "which colour"; `all`: each of them. */
export type Asked =
  | 'person'
  | 'date'
  | 'time'
  | 'place'
  | 'amount'
  | 'count'
  | 'duration'
  | 'measure'
  | 'yes_no'
  | 'name'
  | 'all';

/**
 * Question words as folded phrases, of languages that write words apart and begin a question with them: a small closed class
 * of words.
 */
const phrases: Readonly<Record<Exclude<Asked, 'measure'>, string>> = {
  person:
    'who|whom|by whom|whose|wer|wem|wen|von wem|durch wen|qui|par qui|quien|quienes|por quien|chi|da chi|quem|por quem|door wie|kto|kogo|przez kogo|kdo|kym|vem|av vem|hvem|af hvem|kuka|ki|кто|кем|хто',
  date: 'when|since when|until when|what date|wann|ab wann|seit wann|bis wann|quand|depuis quand|cuando|desde cuando|quando|desde quando|wanneer|sinds wanneer|kiedy|od kiedy|kdy|od kdy|nar|hvornar|milloin|mikor|когда|с какого|коли',
  time: 'what time|at what time|um wie viel uhr|um wieviel uhr|wie viel uhr|a quelle heure|quelle heure|a que hora|que hora|a che ora|che ora|a que horas|que horas|hoe laat|o ktorej|o ktorej godzinie|v kolik|hur dags|hvad tid|во сколько',
  place:
    'where|wo|wohin|woher|ubi|donde|a donde|dove|onde|waar|gdzie|dokad|kde|kam|var|vart|hvor|missa|hol|где|куда|де',
  amount:
    'how much|wie viel|wieviel|combien|cuanto|cuanta|quanto|quanta|hoeveel|ile|kolik|hur mycket|hvor meget|hvor mye|kuinka paljon|mennyi|mennyibe|сколько|скільки',
  count:
    'how many|wie viele|wieviele|combien de|combien d|cuantos|cuantas|quanti|quante|quantos|quantas|hur manga|hvor mange|kuinka monta|hany',
  duration:
    'how long|wie lange|combien de temps|cuanto tiempo|cuanto dura|quanto tempo|hoe lang|hoelang|jak dlugo|jak dlouho|hur lang tid|hur lange|hvor lenge|hvor laenge|kuinka kauan|mennyi ideig|как долго',
  yes_no:
    'es|is|are|does|do|has|have|can|whether|is it|is there|are there|ist|sind|hat|gibt es|kann|est ce que|y a t il|tiene|hay|esta|ha|c e|tem|heeft|zijn|kan|czy|har|kan man|finns|er der|onko',
  name: 'what|what is|which|was|welche|welcher|welches|welchen|wie lautet|wie lauten|wie heisst|wie ist|quel|quelle|que|cual|que es|quale|cosa|qual|welk|welke|wat|jaki|jaka|jakie|jaky|jake|vad|vilken|vilket|hvad|hva|hvilken|hvilket|mika|mi|milyen|какой|какая|какое|что',
  all: 'all|each|every|list|list of|list all|a list of|the list of|alle|liste|liste der|auflistung|jede|jeden|jedes|toutes les|tous les|la liste des|liste des|chaque|todos los|todas las|la lista de|lista de|a lista de|cada|tutti i|tutte le|l elenco di|elenco di|todos os|todas as|lijst van|een lijst van|wszystkie|lista|vsechny|seznam|alla|lista over|quels|quelles|quali|cuales|quais|vilka|hvilke|ktore|какие|все|список',
};

/** Adjectives that follow the word for "how", with the noun that a page writes. */
const measures: Readonly<Record<string, string>> = {
  height: 'tall high gross hoch haut alto alta altas hog',
  weight: 'heavy schwer lourd pesado pesa pesante zwaar ciezki tung tungt',
  width: 'wide broad breit large ancho largo breed',
  length: 'long lang lungo dlugi',
  depth: 'deep tief profond profundo hondo diep',
  thickness: 'thick dick epais grueso dik',
  size: 'big large grand grande groot',
  age: 'old alt vieux viejo oud',
  distance: 'far weit loin lejos ver',
  frequency: 'often oft souvent',
  speed: 'fast quick schnell rapide rapido snel',
  temperature: 'hot cold warm heiss kalt chaud froid',
  power: 'powerful strong stark',
};
const howWords = new Set(['how', 'wie', 'hoe', 'hur', 'hvor', 'jak', 'kuinka']);
/** Questions that name their measure themselves: "Wie hoch ist die Miete?" */
const bareMeasures = new Set([
  'how expensive',
  'wie hoch',
  'wie teuer',
  'hoe duur',
  'wie gross',
  'hoe hoog',
  'hoe groot',
  'hur hog',
  'hvor hoj',
  'hvor stor',
  'hur stor',
]);
const maxPhraseLength = 4;

const askedByPhrase = new Map<string, Asked>(
  Object.entries(phrases).flatMap(([asked, list]) =>
    list.split('|').map((phrase) => [phrase, asked as Asked]),
  ),
);
const measureByWord = new Map(
  Object.entries(measures).flatMap(([noun, words]) => words.split(' ').map((word) => [word, noun])),
);

/** A question word in a text of folded words. */
export interface QuestionWord {
  asked: Asked;
  /** Number of words of it. */
  length: number;
  /** Noun for the adjective behind "how": `weight` for "heavy". */
  measure: string | null;
}

/** Returns the longest question word that begins at a word, or null. */
export function questionWordAt(words: readonly string[], at: number): QuestionWord | null {
  for (let length = Math.min(maxPhraseLength, words.length - at); length > 0; length -= 1) {
    const asked = askedByPhrase.get(phraseOf(words.slice(at, at + length)));
    if (asked !== undefined) return { asked, length, measure: null };
    const [how = '', adjective = ''] = words.slice(at, at + 2);
    if (length !== 2 || !howWords.has(how)) continue;
    if (bareMeasures.has(`${how} ${adjective}`)) return { asked: 'amount', length, measure: null };
    const measure = measureByWord.get(adjective);
    if (measure !== undefined) return { asked: 'measure', length, measure };
  }
  return null;
}
