/** A screenshot of the active tab. */
export interface ScreencastFrame {
  jpeg: Uint8Array;
  /** Size of the window in CSS pixels. */
  width: number;
  height: number;
}

/** Input of a viewer; coordinates in CSS pixels of the window. */
export type ViewerInput =
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

/** A person who watches a browser. */
export interface Viewer {
  /** Sends a frame; resolves when it was sent, so that a slow viewer gets fewer frames. */
  show(frame: ScreencastFrame): Promise<void>;
  /** Called when the browser has closed. */
  end(reason: string): void;
}

/** Connection of a viewer to a browser. */
export interface ViewerConnection {
  act(input: ViewerInput): Promise<void>;
  leave(): Promise<void>;
}

/** Live view that a valid ticket gives access to. */
export interface LiveView {
  /** True if the viewer may send input. */
  isInteractive: boolean;
  join(viewer: Viewer): Promise<ViewerConnection>;
}
