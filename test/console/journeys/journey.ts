import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TestService } from '../../service/running-service.ts';
import type { World } from '../../world/world.ts';

/** What a walk has: a signed-in window at the start page, its service, and sites to work with. */
export interface JourneyContext {
  t: TestContext;
  page: Page;
  service: TestService;
  world: World;
  isPhone: boolean;
}

/** One thing that people come to the console for, done by role and name as they would do it. */
export interface Journey {
  name: string;
  walk(context: JourneyContext): Promise<void>;
}

/** Opens a page of the console through its navigation, which is behind a button on a phone. */
export async function openPlace({ page, isPhone }: JourneyContext, name: string): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click();
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name, exact: true }).click();
}
