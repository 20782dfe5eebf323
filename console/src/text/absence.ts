/** Why an answer has no value for a field. */
export interface Absence {
  /** The state in a few words. */
  label: string;
  /** What it means for the reader. */
  text: string;
}

/** What is known of the search for a missing value. */
export interface Search {
  /** What looked for it last. */
  searchedBy: 'rules' | 'model';
  /** State of the model: a failing one leaves open whether the page states the value. */
  model: 'missing' | 'failing' | 'ready' | null;
}

/** Describes a value that is missing: no rule found it, a model read the page and did not find it, or it is not known. */
export function describeAbsence({ searchedBy, model }: Search): Absence {
  if (searchedBy === 'model')
    return { label: 'Not found by the model', text: 'A model read the page and did not find it.' };
  if (model === 'failing')
    return { label: 'Not known', text: 'No rule found it, and the model that should look for it failed.' };
  const more = model === 'ready' ? 'no model looked for it.' : 'a model could look for it.';
  return { label: 'Not found by rules', text: `The page may state it; ${more}` };
}
