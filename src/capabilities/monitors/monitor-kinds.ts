import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Checks of a monitor, in errors. */
export const checkKind: ResourceKind = {
  name: 'check',
  advice: 'List the checks with GET /v1/monitors/{mid}/checks.',
};

/** Monitors, in errors. */
export const monitorKind: ResourceKind = {
  name: 'monitor',
  advice: 'List the monitors with GET /v1/monitors.',
};
