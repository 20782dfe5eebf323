import { z } from 'zod';
import type { Resource } from '../../operations/declaration/resource-operations.ts';
import { monitorKind } from './monitor-kinds.ts';

/** Path parameters of one monitor. */
export const monitorPath = z.strictObject({
  mid: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe('Identifier of the monitor.'),
});

/** Monitors, as their operations address them. */
export const monitorResource: Resource = {
  kind: monitorKind,
  path: '/v1/monitors/{mid}',
  idName: 'mid',
  id: monitorPath.shape.mid,
  exampleId: 'mon_06f3p8k2v1s4m7q9w5x0y2z3a4',
};
