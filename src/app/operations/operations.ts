import type { Capability, CapabilityPorts } from '../../capabilities/capability.ts';
import { createRegistry, type Registry } from '../../operations/declaration/registry.ts';
import { capabilities } from '../capabilities.ts';

/** Returns every operation of these capabilities, in the order of the reference. */
export function composeOperations(capabilities: readonly Capability[], ports: CapabilityPorts): Registry {
  const registry: Registry = createRegistry(
    capabilities.map(({ topic, tags, agentTools, operations }) => ({
      topic,
      tags,
      ...(agentTools !== undefined && { agentTools }),
      operations: operations(ports, () => registry),
    })),
  );
  return registry;
}

/** A placeholder for any port: each of its properties is the placeholder again, and a call of it throws. */
export const absent: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => Number.NaN : absent),
  apply() {
    throw new Error('these operations are declared, not composed');
  },
});

/** Returns every operation with placeholder ports, for help texts, documents and calls to another process. */
export function declareOperations(): Registry {
  return composeOperations(capabilities, absent as CapabilityPorts);
}
