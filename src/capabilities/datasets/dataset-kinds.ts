import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Datasets, in errors. */
export const datasetKind: ResourceKind = {
  name: 'dataset',
  advice: 'List the datasets with GET /v1/datasets.',
};

/** Exports of a dataset, in errors. */
export const exportKind: ResourceKind = {
  name: 'export',
  advice: 'Create one with POST /v1/datasets/{did}/export.',
};
