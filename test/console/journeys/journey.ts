import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { TestService } from '../../service/running-service.ts';
import type { World } from '../../world/world.ts';

/** What a person does in the console to reach one aim. */
export interface Journey {
  name: string;
  /** Walks the journey with a signed-in page, and asserts that its aim is reached. */
  walk(context: {
    t: TestContext;
    page: Page;
    service: TestService;
    world: World;
    isPhone: boolean;
  }): Promise<void>;
}
