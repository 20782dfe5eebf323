/** Distance of neighbouring dots that do not overlap, in pixels. */
const minDistance = 14;
/** Width of the line on the narrowest screens, in pixels. */
const minWidth = 300;

/**
 * Returns the position of each dot on a line of time in percent, and the width that the line needs in pixels. Dots that
 * would overlap push each other apart, in their order; `times` is ascending.
 */
export function placeDots(times: readonly number[]): { places: number[]; width: number } {
  const first = times[0] ?? 0;
  const length = (times.at(-1) ?? first) - first;
  const width = Math.max(minWidth, minDistance * (times.length - 1));
  const places = times.map((time) => (length === 0 ? width / 2 : (width * (time - first)) / length));
  for (let at = 1; at < places.length; at += 1) {
    places[at] = Math.max(places[at] ?? 0, (places[at - 1] ?? 0) + minDistance);
  }
  let end = width;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    places[at] = Math.min(places[at] ?? 0, end);
    end = (places[at] ?? 0) - minDistance;
  }
  return { places: places.map((place) => (100 * place) / width), width };
}
