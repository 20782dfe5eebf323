/** A picture of the tab in front. */
export interface ScreencastFrame {
  jpeg: Uint8Array;
  /** CSS pixels of the window that it shows. */
  width: number;
  height: number;
}

/** What a viewer does; coordinates in CSS pixels of the window. */
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

/** Somebody who watches a browser. */
export interface Viewer {
  /** Sends a frame; resolves when it has left, so that a slow viewer gets fewer. */
  show(frame: ScreencastFrame): Promise<void>;
  /** The browser is gone. */
  end(reason: string): void;
}

/** A viewer's seat. */
export interface ViewerSeat {
  act(input: ViewerInput): Promise<void>;
  leave(): Promise<void>;
}

/** What a ticket for a live view was good for. */
export interface LiveView {
  /** Whether the viewer may act. */
  isInteractive: boolean;
  join(viewer: Viewer): Promise<ViewerSeat>;
}
