import type { Operation } from '../../operations/declaration/operation.ts';

/** Topics of the help, in order, with the tags of their operations. */
const tagsByTopic: Readonly<Record<string, readonly string[]>> = {
  'Pages and sites': [
    'scrape',
    'search',
    'extract',
    'map',
    'inspect',
    'collect',
    'compare',
    'archive',
    'read',
    'blob',
    'crawl',
  ],
  'Recipes for listings': ['recipes'],
  Datasets: ['datasets'],
  Monitors: ['monitors'],
  'Browser sessions and logins': ['browser', 'logins'],
  Workflows: ['workflows', 'runs'],
  Jobs: ['jobs'],
  Webhooks: ['webhooks'],
  'Account, credits and keys': ['account', 'billing', 'usage', 'keys', 'audit', 'admin', 'requests'],
  'The service': ['receipts', 'catalog', 'health', 'doctor', 'ip'],
};

const topicByTag = new Map(
  Object.entries(tagsByTopic).flatMap(([topic, tags]) => tags.map((tag) => [tag, topic] as const)),
);

/** Returns the topic under which the help lists an operation; an operation of an unknown tag has its own topic. */
export function topicOf({ name, tag }: Pick<Operation, 'name' | 'tag'>): string {
  return topicByTag.get(tag?.name ?? '') ?? tag?.description ?? name;
}
