import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Jobs, in errors. */
export const jobKind: ResourceKind = { name: 'job', advice: 'List the jobs with GET /v1/jobs.' };
