import type {
  ScreencastFrame,
  Viewer,
  ViewerConnection,
  ViewerInput,
} from '../../../domain/pages/live-view.ts';
import type { BrowserTabs } from '../../../web/browser/page/browser-tabs.ts';
import { type Screencast, startScreencast } from '../../../web/browser/page/screencast.ts';
import type { HandRecorder } from '../../../web/browser/steps/hand-recorder.ts';

/** The viewers of one session. Its screencast runs while there is at least one. */
export interface LiveViewers {
  /** Adds a viewer; returns the handle with which the viewer sends input and leaves. */
  join(viewer: Viewer): Promise<ViewerConnection>;
  size(): number;
  /** Disconnects all viewers. */
  end(reason: string): Promise<void>;
}

/** Maximum time to send one frame to a viewer. A slower viewer misses frames. */
const frameTimeoutMs = 500;

/** Creates an empty audience. What viewers do is recorded, if there is a recorder, and reported to `onInput`. */
export function createLiveViewers(
  tabs: BrowserTabs,
  recorder: HandRecorder | null,
  onInput: () => void,
): LiveViewers {
  const viewers = new Set<Viewer>();
  let screencast: Promise<Screencast> | null = null;

  async function sendFrame(frame: ScreencastFrame): Promise<void> {
    // A viewer whose connection is closed is removed by its own close handler.
    const sent = Promise.all([...viewers].map((viewer) => viewer.show(frame).catch(() => {})));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, frameTimeoutMs);
    });
    await Promise.race([sent, timeout]).finally(() => clearTimeout(timer));
  }

  async function leave(viewer: Viewer): Promise<void> {
    viewers.delete(viewer);
    if (viewers.size > 0 || screencast === null) return;
    const stopped = screencast;
    screencast = null;
    // A screencast that could not be started need not be stopped.
    await (await stopped.catch(() => null))?.stop();
  }

  return {
    async join(viewer) {
      viewers.add(viewer);
      screencast ??= startScreencast(tabs, sendFrame);
      try {
        const running = await screencast;
        await running.sendCurrentFrame();
        const act = (input: ViewerInput) => {
          onInput();
          return recorder === null
            ? running.input(input)
            : recorder.perform(input, () => running.input(input));
        };
        return { act, leave: () => leave(viewer) };
      } catch (error) {
        await leave(viewer);
        throw error;
      }
    },
    size: () => viewers.size,
    async end(reason) {
      const remaining = [...viewers];
      viewers.clear();
      for (const viewer of remaining) viewer.end(reason);
      const stopped = screencast;
      screencast = null;
      // A screencast that could not be started need not be stopped.
      await (await stopped?.catch(() => null))?.stop();
    },
  };
}
