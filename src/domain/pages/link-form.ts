/**
 * Forms of the links in Markdown: at their place, as numbers whose addresses are listed at the end, or as their text only.
 */
export const linkForms = ['inline', 'references', 'none'] as const;

/** One of {@link linkForms}. */
export type LinkForm = (typeof linkForms)[number];
