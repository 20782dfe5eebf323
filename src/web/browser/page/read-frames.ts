import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isMediaFrameUrl } from '../../../domain/pages/frames.ts';
import { serializeCopy } from './document-scripts.ts';
import {
  type FrameElement,
  type FrameList,
  frameAt,
  frameState,
  listFrames,
  toFrameContent,
} from './frame-scripts.ts';
import { attachToTarget, type TargetConnection } from './frame-targets.ts';
import { callInWorld, createWorld, findFrameId, type IsolatedWorld } from './isolated-world.ts';

/** Maximum numbers of frames, levels and UTF-16 code units that are read of a page, and maximum time. */
const limits = { frames: 20, depth: 3, length: 4_000_000, timeoutMs: 3_000 };
const pollIntervalMs = 100;
/** Minimum width and height in pixels of a frame with text. */
const minSize = 50;
/** Minimum part of the window's width and height of a frame of another origin that belongs to the page. */
const minWindowShare = 0.5;

/** Frame whose content was read. */
export interface ReadFrame {
  /** Position of its element in the list of its document. */
  index: number;
  /** Text that stands for the content in the serialised document. */
  key: string;
  url: string;
  /** Content as HTML with absolute URLs. */
  html: string;
}

/** Reads the frames of one page. */
export interface FrameReader {
  /**
   * Reads the visible frames of the same origin and the large ones of other origins in a document. `loadsLazy` also loads
   * those that the browser defers.
   */
  readFrames(world: IsolatedWorld, loadsLazy: boolean): Promise<ReadFrame[]>;
  /** URLs of frames that belong to the page, but could not be read. */
  readonly unreadFrames: string[];
}

/** Returns the part of a frame's key that is serialised, as an argument of the scripts. */
export function toKeys(frames: readonly ReadFrame[]): Omit<ReadFrame, 'html'>[] {
  return frames.map(({ index, key, url }) => ({ index, key, url }));
}

/** Replaces the keys of frames in a serialised document by their content. */
export function insertFrames(html: string, frames: readonly ReadFrame[]): string {
  let result = html;
  for (const frame of frames) result = result.replace(frame.key, () => frame.html);
  return result;
}

function belongsToPage(frame: FrameElement, window: { width: number; height: number }): boolean {
  if (!frame.isVisible || frame.width < minSize || frame.height < minSize) return false;
  if (isMediaFrameUrl(frame.url)) return false;
  const isLarge =
    frame.width >= window.width * minWindowShare && frame.height >= window.height * minWindowShare;
  return frame.isSameOrigin || isLarge;
}

/** Creates a reader for the page behind a connection. */
export function createFrameReader(page: TargetConnection): FrameReader {
  const deadline = performance.now() + limits.timeoutMs;
  const unreadFrames: string[] = [];
  let remainingFrames = limits.frames;
  let remainingLength = limits.length;
  let window: { width: number; height: number } | null = null;

  async function readFrames(world: IsolatedWorld, loadsLazy: boolean, depth = 1): Promise<ReadFrame[]> {
    const list = (await callInWorld(world, listFrames, loadsLazy)) as FrameList;
    window ??= { width: list.windowWidth, height: list.windowHeight };
    const { width, height } = window;
    const wanted = list.frames.filter((frame) => belongsToPage(frame, { width, height }));
    const read = await Promise.all(wanted.map((frame) => readOrNote(world, frame, loadsLazy, depth)));
    return read.filter((frame) => frame !== null);
  }

  async function readOrNote(
    world: IsolatedWorld,
    frame: FrameElement,
    loadsLazy: boolean,
    depth: number,
  ): Promise<ReadFrame | null> {
    remainingFrames -= 1;
    const isWithinLimits = remainingFrames >= 0 && depth <= limits.depth;
    const html = isWithinLimits
      ? // A frame that was removed, failed to load or does not respond has no content to read.
        await untilDeadline(readFrame(world, frame, loadsLazy, depth)).catch(() => null)
      : null;
    if (html === null || html.length > remainingLength) {
      if (/^https?:/.test(frame.url)) unreadFrames.push(frame.url);
      return null;
    }
    remainingLength -= html.length;
    return { index: frame.index, key: `frame-${randomUUID()}`, url: frame.url || 'about:srcdoc', html };
  }

  /** Rejects at the deadline; the context of the page ends the work. */
  async function untilDeadline<Result>(work: Promise<Result>): Promise<Result> {
    const expired = delay(Math.max(0, deadline - performance.now()), null, { ref: false });
    return Promise.race([work, expired.then(() => Promise.reject(new Error('the frame does not respond')))]);
  }

  async function readFrame(
    parent: IsolatedWorld,
    frame: FrameElement,
    loadsLazy: boolean,
    depth: number,
  ): Promise<string | null> {
    const frameId = await findFrameId(parent, frameAt, frame.index);
    if (frameId === null) return null;
    const own = await findConnection(parent.connection, frameId);
    try {
      const world = await waitUntilLoaded(own.connection, frameId, /^https?:/.test(frame.url));
      if (world === null) return null;
      const inner = await readFrames(world, loadsLazy, depth + 1);
      const script = `((keys) => ${toFrameContent}(${serializeCopy}(keys)))`;
      return insertFrames(String(await callInWorld(world, script, toKeys(inner))), inner);
    } finally {
      own.detach();
    }
  }

  /** Returns the connection of the process that runs a frame: its parent's, or one of its own. */
  async function findConnection(
    parent: TargetConnection,
    frameId: string,
  ): Promise<{ connection: TargetConnection; detach(): void }> {
    try {
      await createWorld(parent, frameId);
      return { connection: parent, detach() {} };
    } catch {
      // The frame is in another process.
      return attachToTarget(page, frameId);
    }
  }

  /** Returns the world of the frame's document; null if the document failed to load. */
  async function waitUntilLoaded(
    connection: TargetConnection,
    frameId: string,
    hasUrl: boolean,
  ): Promise<IsolatedWorld | null> {
    while (performance.now() < deadline) {
      const world = await createWorld(connection, frameId);
      const state = await callInWorld(world, frameState, hasUrl);
      if (state === 'failed') return null;
      if (state === 'loaded') return world;
      await delay(pollIntervalMs);
    }
    return null;
  }

  return { readFrames: (world, loadsLazy) => readFrames(world, loadsLazy), unreadFrames };
}
