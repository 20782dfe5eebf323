/** Ordinary prose of a page in one language: a title and sentences that address nobody. */
export interface Prose {
  title: string;
  sentences: readonly string[];
}

const english: Prose = {
  title: 'The ferry in winter',
  sentences: [
    'The ferry leaves the old harbour at seven and crosses to the islands before the fog has lifted.',
    'People carry bread, nets and letters, and the captain counts them twice.',
    'On the way back there are fewer words and more fish, and the kettle in the cabin never goes cold.',
    'Nobody remembers a winter when the boat stayed in, although the ice was thick enough in some years.',
    'Tickets are sold on board, and dogs travel free if they are small or well known to the crew.',
  ],
};

const proseOfLanguage: Readonly<Record<string, Prose>> = {
  en: english,
  de: {
    title: 'Die Fähre im Winter',
    sentences: [
      'Die Fähre verlässt den alten Hafen um sieben Uhr und erreicht die Inseln, bevor sich der Nebel hebt.',
      'Die Leute tragen Brot, Netze und Briefe, und der Kapitän zählt sie zweimal.',
      'Auf dem Rückweg gibt es weniger Worte und mehr Fisch.',
    ],
  },
  fr: {
    title: 'Le bac en hiver',
    sentences: [
      'Le bac quitte le vieux port à sept heures et gagne les îles avant que la brume ne se lève.',
      'Les gens portent du pain, des filets et des lettres, et le capitaine les compte deux fois.',
      'Au retour, il y a moins de paroles et plus de poisson.',
    ],
  },
  es: {
    title: 'El barco en invierno',
    sentences: [
      'El barco sale del viejo puerto a las siete y llega a las islas antes de que se levante la niebla.',
      'La gente lleva pan, redes y cartas, y el capitán los cuenta dos veces.',
      'A la vuelta hay menos palabras y más pescado.',
    ],
  },
  ja: {
    title: '冬のフェリー',
    sentences: [
      'フェリーは七時に古い港を出て、霧が晴れる前に島へ着きます。',
      '人々はパンと網と手紙を運び、船長はそれを二度数えます。',
      '帰りは言葉が少なく、魚が多くなります。',
    ],
  },
  zh: {
    title: '冬天的渡轮',
    sentences: [
      '渡轮七点离开老港口,在雾散之前到达岛屿。',
      '人们带着面包、渔网和信件,船长要数两遍。',
      '回来的路上话少了,鱼多了。',
    ],
  },
};

/** Returns the prose of a language; English for the languages without prose of their own. */
export function proseOf(language: string): Prose {
  return proseOfLanguage[language] ?? english;
}
