import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Browser sessions, in errors. */
export const browserSessionKind: ResourceKind = {
  name: 'browser session',
  advice: 'List the sessions with GET /v1/browser.',
};
