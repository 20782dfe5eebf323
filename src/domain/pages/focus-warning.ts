import type { Warning } from './outcome.ts';

/** Warning of a page or section no part of which is about the words of `focus`. */
export const focusNotFoundWarning: Warning = {
  code: 'focus_not_found',
  message: 'No part of the text is about the words of `focus`. Try other words, or read it without `focus`.',
};
