import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { LoadingState } from '../../components/states.tsx';
import { client, messageOf } from '../../data/client.ts';
import { hasScope } from '../../data/session.ts';
import { connectLive, type LiveConnection, type LiveFrame, type LiveInput } from './live-connection.ts';
import { LiveKeys } from './live-keys.tsx';
import { createTouchHandlers, type Place } from './live-touch.ts';

const buttons = ['left', 'middle', 'right'] as const;
const moveMs = 40;
const maxTextLength = 5_000;

/** A place on the screen. */
interface Point {
  clientX: number;
  clientY: number;
}

async function readLink(sid: string, signal: AbortSignal): Promise<string> {
  const step = { sid, type: 'live' as const, interactive: hasScope('write'), snapshot: false as const };
  const { result } = await client.value.browserStep(step, { signal });
  return (result as { live_url: string }).live_url;
}

async function drawFrame(canvas: HTMLCanvasElement, { jpeg }: LiveFrame): Promise<void> {
  const picture = await createImageBitmap(jpeg);
  if (canvas.width !== picture.width) canvas.width = picture.width;
  if (canvas.height !== picture.height) canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
}

/** Keeps a live view open while the component is shown. */
function useLive(sid: string, attempt: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const connection = useRef<LiveConnection | null>(null);
  const size = useRef({ width: 1, height: 1 });
  const [isShown, setShown] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  // `attempt` connects again
  useEffect(() => {
    const abort = new AbortController();
    setShown(false);
    setEnded(null);
    const open = async () => {
      const link = await readLink(sid, abort.signal);
      if (abort.signal.aborted) return;
      connection.current = connectLive(link, {
        onFrame: (frame) => {
          size.current = { width: frame.width || 1, height: frame.height || 1 };
          if (canvas.current !== null) void drawFrame(canvas.current, frame).catch(() => {});
          setShown(true);
        },
        onEnd: (reason) => setEnded(reason ?? 'The connection was lost.'),
      });
    };
    open().catch((error: unknown) => {
      if (!abort.signal.aborted) setEnded(messageOf(error));
    });
    return () => {
      abort.abort();
      connection.current?.close();
      connection.current = null;
    };
  }, [sid, attempt]);
  return { canvas, connection, size, isShown, ended };
}

/** Returns the inputs of a key event: printable characters as text, all others as keys. */
function keyInputs(event: KeyboardEvent, action: 'down' | 'up'): LiveInput[] {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  if (event.key.length === 1 && !isModified)
    return action === 'down' ? [{ type: 'text', text: event.key }] : [];
  return [{ type: 'key', action, key: event.key }];
}

/** Returns the handlers that send what the user does with mouse, fingers and keyboard. */
function createHandlers(send: (input: LiveInput) => void, placeOf: (point: Point) => Place) {
  let lastMove = 0;
  const mouse = (event: MouseEvent, action: 'move' | 'down' | 'up') =>
    send({ type: 'mouse', action, ...placeOf(event), button: buttons[event.button] ?? 'left' });
  const press = (event: KeyboardEvent, action: 'down' | 'up') => {
    // Tab and Escape stay with the console, so that the keyboard can leave the view.
    if (event.key === 'Tab' || event.key === 'Escape') return;
    event.preventDefault();
    for (const input of keyInputs(event, action)) send(input);
  };
  return {
    ...createTouchHandlers(send, placeOf),
    onMouseDown(event: MouseEvent) {
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
      mouse(event, 'down');
    },
    onMouseUp: (event: MouseEvent) => mouse(event, 'up'),
    onMouseMove(event: MouseEvent) {
      const now = performance.now();
      if (now - lastMove < moveMs) return;
      lastMove = now;
      mouse(event, 'move');
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onWheel(event: WheelEvent) {
      event.preventDefault();
      send({ type: 'wheel', ...placeOf(event), dx: Math.round(event.deltaX), dy: Math.round(event.deltaY) });
    },
    onKeyDown: (event: KeyboardEvent) => press(event, 'down'),
    onKeyUp: (event: KeyboardEvent) => press(event, 'up'),
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData?.getData('text') ?? '';
      if (text !== '') send({ type: 'text', text: text.slice(0, maxTextLength) });
    },
  };
}

/** The page of a session as it is, which the user controls with mouse, fingers and keyboard. */
export function LiveView({ sid }: { sid: string }) {
  const [attempt, setAttempt] = useState(0);
  const { canvas, connection, size, isShown, ended } = useLive(sid, attempt);
  const send = useCallback((input: LiveInput) => connection.current?.send(input), [connection]);
  const handlers = useMemo(() => {
    const placeOf = ({ clientX, clientY }: Point) => {
      const box = canvas.current?.getBoundingClientRect();
      if (box === undefined) return { x: 0, y: 0 };
      const x = ((clientX - box.left) / box.width) * size.current.width;
      const y = ((clientY - box.top) / box.height) * size.current.height;
      return { x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)) };
    };
    return createHandlers(send, placeOf);
  }, [send, canvas, size]);
  const isLive = isShown && ended === null;
  return (
    <div class="live">
      {ended !== null && (
        <p class="live-end" role="status">
          {ended} <Button onClick={() => setAttempt((count) => count + 1)}>Connect again</Button>
        </p>
      )}
      {!isShown && ended === null && <LoadingState label="Waiting for the first picture" />}
      <div
        class="live-page"
        role="application"
        aria-label="Page of the session. Mouse, fingers and keys go to the page; Tab leaves it."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture accepts keys like the page that it shows
        tabIndex={0}
        hidden={!isShown}
        {...handlers}
      >
        <canvas ref={canvas} class="live-canvas" />
      </div>
      {isLive && hasScope('write') && <LiveKeys send={send} />}
    </div>
  );
}
