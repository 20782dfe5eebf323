import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptSchema } from './prompt-schema.ts';

function fieldsOf(prompt: string): string[] {
  return Object.keys((promptSchema(prompt).schema?.properties ?? {}) as Record<string, unknown>);
}

test('a field keeps the words before its concept, so that nothing else of that kind answers it', () => {
  assert.deepEqual(fieldsOf('name, price, blood type'), ['name', 'price', 'blood_type']);
  assert.deepEqual(fieldsOf('the maiden name and the date of birth'), ['maiden_name', 'date_of_birth']);
});

test('words of a sentence around a concept are no part of a name', () => {
  assert.deepEqual(fieldsOf('Give me the price of each of these kettles'), ['price']);
  assert.deepEqual(fieldsOf('the job title, the company'), ['job_title', 'company']);
});

test('a field with a qualifier has the type of its concept', () => {
  const properties = (promptSchema('wholesale price, colour').schema?.properties ?? {}) as Record<
    string,
    unknown
  >;
  assert.deepEqual(properties, { wholesale_price: { type: 'number' }, colour: { type: 'string' } });
});

/** The derived fields with their types; `[string]` for a list of texts, an object for records. */
function typesOf(prompt: string): Record<string, unknown> {
  type Shape = { type: string; items?: Shape; properties?: Record<string, Shape> };
  const shapeOf = ({ type, items, properties }: Shape): unknown => {
    if (type === 'array') return [shapeOf(items as Shape)];
    if (type !== 'object') return type;
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, shapeOf(one)]));
  };
  const { schema } = promptSchema(prompt);
  return schema === null ? {} : (shapeOf(schema as unknown as Shape) as Record<string, unknown>);
}

test('questions become typed fields', () => {
  assert.deepEqual(typesOf('Who wrote this novel, when was it published and how much does it cost?'), {
    author: 'string',
    published: 'string',
    price: 'number',
  });
  assert.deepEqual(typesOf('How heavy is the tent, how many poles does it have and is it waterproof?'), {
    weight: 'string',
    poles: 'number',
    waterproof: 'boolean',
  });
  assert.deepEqual(typesOf('Where does the concert take place and how long does it last?'), {
    location: 'string',
    duration: 'string',
  });
});

test('questions are understood in other languages', () => {
  assert.deepEqual(typesOf('Was kostet das Zelt, wie schwer ist es und wer ist der Hersteller?'), {
    price: 'number',
    weight: 'string',
    hersteller: 'string',
  });
  assert.deepEqual(typesOf('Qui a écrit ce livre, où et quand ?'), {
    author: 'string',
    location: 'string',
    date: 'string',
  });
  assert.deepEqual(typesOf('¿Cuánto cuesta la entrada y cuántas plazas quedan?'), {
    price: 'number',
    plazas_quedan: 'number',
  });
  assert.deepEqual(typesOf('Hoeveel kost het boek, wie schreef het en hoeveel paginas heeft het?'), {
    price: 'number',
    author: 'string',
    paginas: 'number',
  });
  assert.deepEqual(typesOf('Kto wyreżyserował film i ile kosztuje bilet?').price, 'number');
});

test('a list of things with their values becomes records', () => {
  const dish = { name: 'string', price: 'number' };
  for (const prompt of [
    'all dishes with name and price',
    'List every dishes (name, price)',
    'the dishes: name, price',
  ])
    assert.deepEqual(typesOf(prompt), { dishes: [dish] }, prompt);
  assert.deepEqual(typesOf('Get the crew members with name and email, and who is the captain?'), {
    crew_members: [{ name: 'string', email: 'string' }],
    captain: 'string',
  });
  assert.deepEqual(typesOf('Alle Touren mit Datum und Preis'), {
    touren: [{ datum: 'string', preis: 'number' }],
  });
});

test('a question word alone asks about the question beside it', () => {
  assert.deepEqual(typesOf('When was it released, and by whom?'), { released: 'string', author: 'string' });
  assert.deepEqual(typesOf('How often is the map updated?'), { frequency: 'string' });
});

test('which and all ask for lists', () => {
  assert.deepEqual(typesOf('Which sizes are there, and who are the sponsors?'), {
    sizes: ['string'],
    sponsors: ['string'],
  });
});

test('words that ask for nothing make no field', () => {
  assert.deepEqual(promptSchema('Summarise it, please'), { schema: null, unusedWords: ['summarise'] });
  assert.deepEqual(typesOf(''), {});
});

test('the values of all things are records, whichever is named first', () => {
  assert.deepEqual(typesOf('names, prices and sizes of all tents'), {
    tents: [{ names: 'string', prices: 'number', sizes: 'string' }],
  });
  assert.deepEqual(typesOf('Titel und Dauer aller Vorträge'), {
    vortrage: [{ titel: 'string', dauer: 'string' }],
  });
  assert.deepEqual(typesOf('nom et téléphone de chaque médecin'), {
    medecin: [{ nom: 'string', telephone: 'string' }],
  });
  assert.deepEqual(typesOf('the price of each tent'), { price: 'number' });
});

test('ranges, contacts and the plural of a thing are fields', () => {
  assert.deepEqual(typesOf('price range and location'), { price_range: 'string', location: 'string' });
  assert.deepEqual(typesOf('who organizes it and how to contact them'), {
    organizer: 'string',
    email: 'string',
    phone: 'string',
  });
  assert.deepEqual(typesOf('requirements'), { requirements: ['string'] });
  assert.deepEqual(typesOf('summarize'), {});
});

test('a date that a verb names is another one than that of the page', () => {
  assert.deepEqual(typesOf('When does the museum reopen?'), { reopen_date: 'string' });
});

test('a thing that is not the subject of the page names the field', () => {
  const fieldsFor = (prompt: string, subject: string) =>
    Object.keys((promptSchema(prompt, (word) => word === subject).schema?.properties ?? {}) as object);
  assert.deepEqual(fieldsFor('how long does the crossing take', 'ferry'), ['crossing_duration']);
  assert.deepEqual(fieldsFor('how long does the crossing take', 'crossing'), ['duration']);
  assert.deepEqual(fieldsFor('how heavy is the battery', 'lamp'), ['battery_weight']);
});
