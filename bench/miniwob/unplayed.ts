const pixels = 'the picture consists of pixels; a snapshot names only what is an element of the page';
const motion = 'the picture moves faster than snapshots are taken';

/** Reasons why a task is not played, by its name. */
export const unplayed: Readonly<Record<string, string>> = {
  'chase-circle': motion,
  'click-checkboxes-soft': 'a script does not know which words have similar meanings',
  'count-sides': pixels,
  'drag-cube': 'a snapshot does not tell which side of a turned body is in front',
  'draw-circle': 'a drag goes in a straight line',
  'hover-shape': motion,
  'moving-items': motion,
  'number-checkboxes': pixels,
  'stock-market':
    'the price changes ten times a second: whether a click meets the price that was seen is chance',
  'simon-says': motion,
  'use-colorwheel-2': pixels,
};
