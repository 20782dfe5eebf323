import { keepProbableLeaves } from './forest/probable-leaves.ts';
import type { SelectionStep } from './selection.ts';
import { closeGaps } from './steps/close-gaps.ts';
import { dropComments } from './steps/comments.ts';
import { dropCopies } from './steps/copies.ts';
import { raiseExpandableItems } from './steps/expandable-items.ts';
import { keepAsides } from './steps/keep-asides.ts';
import { keepContacts } from './steps/keep-contacts.ts';
import { keepNotes } from './steps/keep-notes.ts';
import { keepOffer } from './steps/keep-offer.ts';
import { keepPanels } from './steps/keep-panels.ts';
import { keepParameters } from './steps/keep-parameters.ts';
import { dropOmitted } from './steps/omitted.ts';
import { dropPageLinks } from './steps/page-links.ts';
import { alignPosts } from './steps/posts.ts';
import { alignSiblings } from './steps/siblings.ts';
import { trustRulesOnSmallPages } from './steps/small-pages.ts';
import { keepTitle } from './steps/title.ts';
import { dropViewLinks } from './steps/view-links.ts';
import { unifyDefinitions, unifyTables } from './steps/whole-parts.ts';

/** The step between those that change probabilities and those that change what is kept. */
const cut: SelectionStep = {
  purpose: 'Keeps as many leaves as maximize the expected F1 score.',
  apply: keepProbableLeaves,
};

/** The steps from the probabilities of the models to the kept leaves, in their order. */
export const selectionSteps: readonly SelectionStep[] = [
  {
    purpose:
      'The models are trained on larger pages, so that landmarks and density count more on small ones.',
    apply: trustRulesOnSmallPages,
  },
  {
    purpose: 'A data table is kept or dropped completely.',
    apply: unifyTables,
  },
  {
    purpose: 'A term and its descriptions are kept or dropped together.',
    apply: unifyDefinitions,
  },
  {
    purpose: 'The cards, posts or rows of one list are kept or dropped together, part by part.',
    apply: alignSiblings,
  },
  {
    purpose: 'A list of items that buttons expand is the content of an application.',
    apply: raiseExpandableItems,
  },
  {
    purpose: 'Comments below an article and reviews below a product are not what the page is about.',
    apply: dropComments,
  },
  {
    purpose: 'Manuals repeat links to the previous, next and superior page above and below the text.',
    apply: dropPageLinks,
  },
  {
    purpose: 'Links to another part or order of a list are its controls.',
    apply: dropViewLinks,
  },
  {
    purpose:
      'If most posts of a thread are kept, short ones are kept too; quotations and signatures are repetitions.',
    apply: alignPosts,
  },
  cut,
  {
    purpose: 'A paragraph or code between kept parts of one parent is content.',
    apply: closeGaps,
  },
  {
    purpose: 'The price of what the page is about is content, and what belongs to the offer.',
    apply: keepOffer,
  },
  {
    purpose: 'Parameters, contact data and the pairs of a short list of definitions are kept together.',
    apply: keepParameters,
  },
  {
    purpose: 'People and offices with their mail addresses, in a list in the content, are content.',
    apply: keepContacts,
  },
  {
    purpose: 'Closed tabs and answers belong to the open tab and to the question.',
    apply: keepPanels,
  },
  {
    purpose:
      'A text that the page repeats for another screen size, in a cloned slide or as a quotation is kept once.',
    apply: dropCopies,
  },
  {
    purpose:
      'Notes, sources of quotes and previews of links stand in elements that are mostly beside a text.',
    apply: keepAsides,
  },
  {
    purpose: 'Notes to which the kept text refers belong to it.',
    apply: keepNotes,
  },
  {
    purpose: 'What style rules hide is context of the models, and never content.',
    apply: dropOmitted,
  },
  {
    purpose:
      'The heading that the page declares as its title stands above the content; the name of the site does not.',
    apply: keepTitle,
  },
];
