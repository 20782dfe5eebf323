import type { Choices } from '../../faults/seeded-random.ts';
import type { ProxyMode, TcpProxy } from '../tcp-proxy.ts';
import { chooseDuration, type Fault } from './fault.ts';

/** Probability that half-open connections stay dead after the fault. */
const abandonedShare = 0.25;

interface Variant {
  name: string;
  weight: number;
  mode(choices: Choices): ProxyMode;
}

const variants: readonly Variant[] = [
  { name: 'cut', weight: 1.5, mode: () => ({ kind: 'cut' }) },
  {
    name: 'delay',
    weight: 1,
    mode: (choices) => ({ kind: 'delay', ms: Math.round(choices.between(20, 800)) }),
  },
  { name: 'half-open', weight: 1.5, mode: () => ({ kind: 'half-open' }) },
  {
    name: 'throttle',
    weight: 0.5,
    mode: (choices) => ({
      kind: 'throttle',
      bytesPerSecond: Math.round(choices.between(5_000, 200_000)),
    }),
  },
];

function parametersOf(mode: ProxyMode): string {
  if (mode.kind === 'delay') return ` of ${mode.ms} ms`;
  return mode.kind === 'throttle' ? ` to ${mode.bytesPerSecond} B/s` : '';
}

/** Returns faults of the network between the service and a server, injected by the proxy between them. */
export function networkFaults(group: 'database' | 'store', proxy: TcpProxy): Fault[] {
  return variants.map(({ name, weight, mode: chooseMode }) => ({
    name: `${group}-${name}`,
    weight,
    group,
    plan(choices) {
      const mode = chooseMode(choices);
      const ms = chooseDuration(choices);
      const isAbandoned = mode.kind === 'half-open' && choices.chance(abandonedShare);
      return {
        label: `${group}-${name}${parametersOf(mode)} ${ms} ms${isAbandoned ? ', connections lost' : ''}`,
        effect: 'alive' as const,
        ms,
        async inject() {
          await proxy.setMode(mode);
          return true;
        },
        async heal() {
          if (isAbandoned) proxy.abandonConnections();
          await proxy.setMode({ kind: 'pass' });
        },
      };
    },
  }));
}
