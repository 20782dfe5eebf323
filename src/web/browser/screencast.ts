import type { CDPSession, Page } from 'playwright-core';
import type { ScreencastFrame, ViewerInput } from '../../domain/live-view.ts';
import { within } from './browser-process.ts';
import type { BrowserTabs, Tab } from './browser-tabs.ts';

/** Takes a frame; the next one comes only when it resolves, so that nothing is ever queued. */
export type TakeFrame = (frame: ScreencastFrame) => Promise<void>;

/** Shows the tab in front until it is stopped, and does what a viewer does to it. */
export interface Screencast {
  /** A picture at once, for a viewer who comes to a page that stands still. */
  prime(): Promise<void>;
  input(event: ViewerInput): Promise<void>;
  stop(): Promise<void>;
}

const quality = 55;
const mostWidth = 1280;
const mostHeight = 1280;
/** Between two frames of a page that never stands still; after an input they come faster for a moment. */
const gapMs = 350;
const gapAfterInputMs = 60;
const afterInputMs = 1_500;
const primeWithinMs = 3_000;

interface Running {
  tab: Tab;
  session: CDPSession;
}

/**
 * Begins to show the tabs; the one in front counts. A browser that casts draws sixty times a second while anything moves, which
 * takes most of a core: so it is told to stop after each frame and to begin again after a gap. Beginning brings a frame at
 * once; when that shows nothing new the page stands still, and the cast runs on, which costs nothing, until something moves.
 */
export async function startScreencast(tabs: BrowserTabs, take: TakeFrame): Promise<Screencast> {
  let running: Running | null = null;
  let isStopped = false;
  let inputAt = Number.NEGATIVE_INFINITY;

  const begin = (session: CDPSession) =>
    session.send('Page.startScreencast', {
      format: 'jpeg',
      quality,
      maxWidth: mostWidth,
      maxHeight: mostHeight,
      everyNthFrame: 1,
    });

  async function rest(session: CDPSession, since: number): Promise<void> {
    await session.send('Page.stopScreencast');
    const gap = performance.now() - inputAt < afterInputMs ? gapAfterInputMs : gapMs;
    const left = since + gap - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  }

  async function show(tab: Tab): Promise<void> {
    await hide();
    if (isStopped || tab.page.isClosed()) return;
    const session = await tab.page.context().newCDPSession(tab.page);
    const mine = { tab, session };
    running = mine;
    let last = '';
    let isResting = false;
    session.on('Page.screencastFrame', async ({ data, metadata, sessionId }) => {
      if (running !== mine || isResting) return;
      const came = performance.now();
      const isNew = data !== last;
      last = data;
      isResting = isNew;
      try {
        const { deviceWidth: width, deviceHeight: height } = metadata;
        if (isNew) await take({ jpeg: Buffer.from(data, 'base64'), width, height });
        if (isNew) {
          await rest(session, came);
          // Its first frame may come before it answers.
          isResting = false;
          if (running === mine) await begin(session);
        } else await session.send('Page.screencastFrameAck', { sessionId });
      } catch {
        // The tab is gone.
      }
    });
    await begin(session);
  }

  async function hide(): Promise<void> {
    const before = running;
    running = null;
    if (before === null || before.tab.page.isClosed()) return;
    await before.session.send('Page.stopScreencast').catch(() => {});
    await before.session.detach().catch(() => {});
  }

  let changing: Promise<void> = Promise.resolve();
  const change = (work: () => Promise<void>) => {
    changing = changing.then(work).catch(() => {});
    return changing;
  };
  const unlisten = tabs.onTab((tab) => void change(() => show(tab)));
  await changing;

  return {
    async prime() {
      await changing;
      const shown = running;
      if (shown === null) return;
      const shot = shown.session.send('Page.captureScreenshot', { format: 'jpeg', quality });
      if (!(await within(primeWithinMs, shot))) return;
      const taken = await shot.catch(() => null);
      const size = shown.tab.page.viewportSize() ?? { width: mostWidth, height: mostHeight };
      if (taken !== null && running === shown)
        await take({ jpeg: Buffer.from(taken.data, 'base64'), ...size });
    },
    async input(event) {
      inputAt = performance.now();
      await doInput(tabs.front().page, event);
    },
    async stop() {
      isStopped = true;
      unlisten();
      await change(hide);
    },
  };
}

async function doInput(page: Page, event: ViewerInput): Promise<void> {
  switch (event.type) {
    case 'mouse':
      await page.mouse.move(event.x, event.y);
      if (event.action === 'down') await page.mouse.down({ button: event.button });
      if (event.action === 'up') await page.mouse.up({ button: event.button });
      return;
    case 'wheel':
      await page.mouse.move(event.x, event.y);
      await page.mouse.wheel(event.dx, event.dy);
      return;
    case 'key':
      if (event.action === 'down') await page.keyboard.down(event.key);
      else await page.keyboard.up(event.key);
      return;
    case 'text':
      await page.keyboard.insertText(event.text);
  }
}
