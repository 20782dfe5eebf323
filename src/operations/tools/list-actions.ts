import type { z } from 'zod';
import type { Operation } from '../declaration/operation.ts';

/** Returns the actions that select an operation within its tool. */
export function listActions({ agent, input }: Operation): string[] {
  if (agent?.tool === undefined) return [];
  if (agent.action !== undefined) return [agent.action];
  const own = Object.values(input).find((part) => part !== undefined && 'action' in part.shape);
  return (own?.shape.action as z.ZodEnum | undefined)?.options.map(String) ?? [];
}
