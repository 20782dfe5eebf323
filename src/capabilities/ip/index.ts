import { defineCapability } from '../capability.ts';
import { ipOperation } from './ip.ts';

/** Returns the IP address of the caller. */
export const ipCapability = defineCapability({
  name: 'ip',
  topic: 'The service',
  tags: { ip: 'The address of the caller' },
  operations: () => [ipOperation()],
});
