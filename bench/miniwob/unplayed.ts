const pixels =
  'the picture consists of pixels or shapes that react to nothing; a snapshot names only what reacts';
const motion = 'the picture moves faster than snapshots are taken';
const range = 'a snapshot names no start of a drag but the centre of an element';

/** Reasons why a task is not played, by its name. */
export const unplayed: Readonly<Record<string, string>> = {
  'bisect-angle': pixels,
  'chase-circle': motion,
  'circle-center': pixels,
  'click-checkboxes-soft': 'a script does not know which words have similar meanings',
  'click-menu-2': 'some items are told apart by an icon only',
  'count-shape': pixels,
  'count-sides': pixels,
  'daily-calendar': 'not scripted yet',
  'drag-cube': pixels,
  'drag-shapes': pixels,
  'drag-shapes-2': pixels,
  'draw-circle': pixels,
  'draw-line': pixels,
  'find-midpoint': pixels,
  'highlight-text': range,
  'highlight-text-2': range,
  'hot-cold': 'not scripted yet',
  'hover-shape': motion,
  'moving-items': motion,
  'number-checkboxes': pixels,
  'resize-textarea': range,
  'right-angle': pixels,
  'scroll-text': 'a snapshot shows the first 200 characters of the value of a field',
  'simon-says': motion,
  'use-colorwheel-2': pixels,
  'visual-addition': pixels,
};
