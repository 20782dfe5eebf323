/** A picture of the live view. */
export interface LiveFrame {
  width: number;
  height: number;
  jpeg: Blob;
}

/** Input of the user on the live view; coordinates are pixels of the page. */
export type LiveInput =
  | {
      type: 'mouse';
      action: 'move' | 'down' | 'up';
      x: number;
      y: number;
      button: 'left' | 'middle' | 'right';
    }
  | { type: 'wheel'; x: number; y: number; dx: number; dy: number }
  | { type: 'key'; action: 'down' | 'up'; key: string }
  | { type: 'text'; text: string };

/** Receives what happens on a live view. */
export interface LiveListener {
  onFrame(frame: LiveFrame): void;
  /** Called once; `reason` is null if the connection was lost. */
  onEnd(reason: string | null): void;
}

/** An open live view. */
export interface LiveConnection {
  send(input: LiveInput): void;
  close(): void;
}

/**
 * Opens a live view. The link names the public address of the service; the console connects to its own origin, which is
 * the only one that its policy allows.
 */
export function connectLive(link: string, listener: LiveListener): LiveConnection {
  const { pathname, search } = new URL(link);
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}${pathname}${search}`);
  let size = { width: 0, height: 0 };
  let isEnded = false;
  const end = (reason: string | null) => {
    if (isEnded) return;
    isEnded = true;
    listener.onEnd(reason);
  };
  socket.binaryType = 'blob';
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data instanceof Blob) return listener.onFrame({ ...size, jpeg: data });
    const message = JSON.parse(String(data)) as {
      type?: string;
      width?: number;
      height?: number;
      reason?: string;
    };
    if (message.type === 'frame') size = { width: message.width ?? 0, height: message.height ?? 0 };
    else if (message.type === 'end') end(message.reason ?? 'ended');
  });
  socket.addEventListener('close', () => end(null));
  return {
    send: (input) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(input));
    },
    close: () => {
      isEnded = true;
      socket.close();
    },
  };
}
