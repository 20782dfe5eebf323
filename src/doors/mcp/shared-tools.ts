import type { SharedTool } from '../../operations/operation.ts';

/** What the tools are called and for, that several operations make together. */
export const sharedTools: Readonly<Record<SharedTool, { title: string; description: string }>> = {
  job: {
    title: 'Background jobs',
    description:
      'Crawls and whatever else goes on in the background, each under its `jid`: wait for one, read its pages, end it.',
  },
  dataset: {
    title: 'Datasets',
    description: 'Records of a source that are kept true, and every change of them.',
  },
  monitor: {
    title: 'Monitors',
    description: 'Pages, values and datasets that are watched, and what changed on them.',
  },
  recipe: {
    title: 'Recipes',
    description: 'How the records of a listing are had again, without discovery or a model.',
  },
  browser: {
    title: 'A browser to act in',
    description: 'A live browser for what needs clicks, forms or a login, one step after the other.',
  },
  workflow: {
    title: 'Workflows',
    description: 'Saved jobs of many browser steps, and their runs.',
  },
};
