import { pointerToken } from '../../../domain/values/json-pointer.ts';
import type { Target } from '../../../fetching/target-check.ts';
import type { NewRecipe } from './recipe-store.ts';

/**
 * Returns the URLs that runs of a new recipe contact: its page, its call, and the pages that header values come
 * from.
 */
export function recipeTargets({ url, savedSource }: NewRecipe): Target[] {
  const call = savedSource?.source.call ?? null;
  const originTargets = (['headers', 'cookies'] as const).flatMap((field) =>
    Object.entries(call?.[field] ?? {}).flatMap(([name, origin]) =>
      origin.kind === 'text' && origin.url !== null
        ? [{ pointer: `/source/${field}/${pointerToken(name)}/url`, url: origin.url }]
        : [],
    ),
  );
  const callTargets = call === null ? [] : [{ pointer: '/source/url_template', url: call.url }];
  return [{ pointer: '/url', url }, ...callTargets, ...originTargets];
}
