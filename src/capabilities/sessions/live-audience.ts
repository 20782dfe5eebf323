import type { ScreencastFrame, Viewer, ViewerSeat } from '../../domain/live-view.ts';
import type { BrowserTabs } from '../../web/browser/browser-tabs.ts';
import { type Screencast, startScreencast } from '../../web/browser/screencast.ts';

/** Those who watch one session: its screencast runs while there is anybody. */
export interface LiveAudience {
  /** Lets a viewer in; what it gives lets the viewer act and leave. */
  join(viewer: Viewer): Promise<ViewerSeat>;
  size(): number;
  /** Shows everybody out. */
  end(reason: string): Promise<void>;
}

/** A viewer that takes longer to take a frame misses those in between. */
const slowestMs = 500;

/** Nobody yet. */
export function createAudience(tabs: BrowserTabs): LiveAudience {
  const viewers = new Set<Viewer>();
  let cast: Promise<Screencast> | null = null;

  async function showAll(frame: ScreencastFrame): Promise<void> {
    const shown = Promise.all([...viewers].map((viewer) => viewer.show(frame).catch(() => {})));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, slowestMs);
    });
    await Promise.race([shown, late]).finally(() => clearTimeout(timer));
  }

  async function leave(viewer: Viewer): Promise<void> {
    viewers.delete(viewer);
    if (viewers.size > 0 || cast === null) return;
    const ended = cast;
    cast = null;
    await (await ended.catch(() => null))?.stop();
  }

  return {
    async join(viewer) {
      viewers.add(viewer);
      cast ??= startScreencast(tabs, showAll);
      try {
        const running = await cast;
        await running.prime();
        return { act: (input) => running.input(input), leave: () => leave(viewer) };
      } catch (error) {
        await leave(viewer);
        throw error;
      }
    },
    size: () => viewers.size,
    async end(reason) {
      const left = [...viewers];
      viewers.clear();
      for (const viewer of left) viewer.end(reason);
      const ended = cast;
      cast = null;
      await (await ended?.catch(() => null))?.stop();
    },
  };
}
