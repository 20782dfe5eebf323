import type { CDPSession, Page } from 'playwright-core';
import type { ScreencastFrame, ViewerInput } from '../../../domain/pages/live-view.ts';
import { settlesWithin } from '../pool/browser-process.ts';
import type { BrowserTabs, Tab } from './browser-tabs.ts';

/** Receives a frame; the next one is sent after it resolves, so that frames are never queued. */
export type SendFrame = (frame: ScreencastFrame) => Promise<void>;

/** Streams the active tab until it is stopped, and applies the input of viewers. */
export interface Screencast {
  /** Sends a frame at once, for a viewer who joins while the page does not change. */
  sendCurrentFrame(): Promise<void>;
  input(event: ViewerInput): Promise<void>;
  stop(): Promise<void>;
}

const jpegQuality = 55;
const maxFrameWidth = 1280;
const maxFrameHeight = 1280;
/** Time between frames of a constantly changing page; shorter for a while after input. */
const frameIntervalMs = 350;
const inputFrameIntervalMs = 60;
const inputPeriodMs = 1_500;
const captureTimeoutMs = 3_000;

interface Running {
  tab: Tab;
  session: CDPSession;
}

/**
 * Starts to stream the active tab. A screencast draws 60 frames per second while anything moves, which takes most of a
 * core, so it is stopped after each frame and restarted after a gap. A restart sends a frame at once; if that is unchanged,
 * the screencast keeps running, which costs nothing until something moves.
 */
export async function startScreencast(tabs: BrowserTabs, sendFrame: SendFrame): Promise<Screencast> {
  let running: Running | null = null;
  let isStopped = false;
  let inputAt = Number.NEGATIVE_INFINITY;

  const startCast = (session: CDPSession) =>
    session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: jpegQuality,
      maxWidth: maxFrameWidth,
      maxHeight: maxFrameHeight,
      everyNthFrame: 1,
    });

  async function pauseCast(session: CDPSession, frameAt: number): Promise<void> {
    await session.send('Page.stopScreencast');
    const intervalMs = performance.now() - inputAt < inputPeriodMs ? inputFrameIntervalMs : frameIntervalMs;
    const waitMs = frameAt + intervalMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  async function startTab(tab: Tab): Promise<void> {
    await stopTab();
    if (isStopped || tab.page.isClosed()) return;
    const session = await tab.page.context().newCDPSession(tab.page);
    const cast = { tab, session };
    running = cast;
    let lastFrame = '';
    let isPaused = false;
    session.on('Page.screencastFrame', async ({ data, metadata, sessionId }) => {
      if (running !== cast || isPaused) return;
      const receivedAt = performance.now();
      const isChanged = data !== lastFrame;
      lastFrame = data;
      isPaused = isChanged;
      try {
        const { deviceWidth: width, deviceHeight: height } = metadata;
        if (isChanged) await sendFrame({ jpeg: Buffer.from(data, 'base64'), width, height });
        if (isChanged) {
          await pauseCast(session, receivedAt);
          // The first frame may arrive before the command returns.
          isPaused = false;
          if (running === cast) await startCast(session);
        } else await session.send('Page.screencastFrameAck', { sessionId });
      } catch {
        // The tab is closed.
      }
    });
    await startCast(session);
  }

  async function stopTab(): Promise<void> {
    const previous = running;
    running = null;
    if (previous === null || previous.tab.page.isClosed()) return;
    // The tab may be closed, which ends its screencast.
    await previous.session.send('Page.stopScreencast').catch(() => {});
    // The same applies to its session.
    await previous.session.detach().catch(() => {});
  }

  let pendingChange: Promise<void> = Promise.resolve();
  const enqueueChange = (work: () => Promise<void>) => {
    // A closed tab cannot be shown; the next change shows another one.
    pendingChange = pendingChange.then(work).catch(() => {});
    return pendingChange;
  };
  const unlisten = tabs.onTabActivated((tab) => void enqueueChange(() => startTab(tab)));
  await pendingChange;

  return {
    async sendCurrentFrame() {
      await pendingChange;
      const current = running;
      if (current === null) return;
      const capture = current.session.send('Page.captureScreenshot', {
        format: 'jpeg',
        quality: jpegQuality,
      });
      if (!(await settlesWithin(captureTimeoutMs, capture))) return;
      // On failure, the first frame of the screencast is used.
      const captured = await capture.catch(() => null);
      const size = current.tab.page.viewportSize() ?? { width: maxFrameWidth, height: maxFrameHeight };
      if (captured !== null && running === current)
        await sendFrame({ jpeg: Buffer.from(captured.data, 'base64'), ...size });
    },
    async input(event) {
      inputAt = performance.now();
      await applyInput(tabs.activeTab().page, event);
    },
    async stop() {
      isStopped = true;
      unlisten();
      await enqueueChange(stopTab);
    },
  };
}

async function applyInput(page: Page, event: ViewerInput): Promise<void> {
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
