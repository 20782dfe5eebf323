import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';

/** A value at a time; null where nothing was measured. */
export interface ChartPoint {
  at: string;
  value: number | null;
}

const height = 220;
const narrowest = 200;

function colour(element: Element, name: string): string {
  // A canvas cannot read light-dark(); an element resolves it.
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** Formats of the axis by the seconds between two marks; the first one whose marks are that close is used. */
const timeFormats = (
  [
    [minute, { hour: 'numeric', minute: '2-digit', second: '2-digit' }],
    [hour, { hour: 'numeric', minute: '2-digit' }],
    [day, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }],
    [Number.POSITIVE_INFINITY, { month: 'short', day: 'numeric' }],
  ] as const
).map(([within, options]) => ({ within, format: new Intl.DateTimeFormat(navigator.languages, options) }));
const exactTime = new Intl.DateTimeFormat(navigator.languages, { dateStyle: 'medium', timeStyle: 'medium' });
const numbers = new Intl.NumberFormat(navigator.languages, { maximumFractionDigits: 6 });

/** Formats the marks of the time axis for the reader. */
function timeMarks(_chart: UPlot, marks: number[]): string[] {
  const distance = (marks[1] ?? 0) - (marks[0] ?? 0);
  const found = timeFormats.find(({ within }) => distance < within);
  return marks.map((mark) => found?.format.format(mark * 1_000) ?? '');
}

const numberText = (value: number | null) => (value === null ? '–' : numbers.format(value));

function optionsOf(element: HTMLElement, label: string): UPlot.Options {
  const quiet = colour(element, '--text-quiet');
  const line = colour(element, '--line');
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: Math.max(narrowest, element.clientWidth),
    height,
    cursor: { y: false },
    legend: { live: true },
    axes: [
      { ...axis, values: timeMarks, space: 90 },
      { ...axis, size: 64, values: (_chart, marks) => marks.map(numberText) },
    ],
    series: [
      { label: 'Time', value: (_chart, at) => (at === null ? '–' : exactTime.format(at * 1_000)) },
      {
        label,
        value: (_chart, value) => numberText(value),
        stroke: colour(element, '--accent'),
        width: 2,
        points: { size: 6 },
        ...(UPlot.paths.stepped !== undefined && { paths: UPlot.paths.stepped({ align: 1 }) }),
      },
    ],
  };
}

/** Draws a value over time into an element, follows its width and the colours; returns the function that removes it. */
export function drawChart(element: HTMLElement, label: string, points: readonly ChartPoint[]): () => void {
  const data: UPlot.AlignedData = [
    points.map(({ at }) => new Date(at).getTime() / 1_000),
    points.map(({ value }) => value),
  ];
  // While no point is pointed at, the legend states the last one.
  const showLast = (drawn: UPlot) => {
    if (points.length > 0 && (drawn.legend.idx ?? null) === null)
      drawn.setLegend({ idx: points.length - 1 }, false);
  };
  const create = () => {
    const options = optionsOf(element, label);
    const created = new UPlot({ ...options, hooks: { setLegend: [showLast] } }, data, element);
    showLast(created);
    return created;
  };
  let chart = create();
  const resize = new ResizeObserver(() =>
    chart.setSize({ width: Math.max(narrowest, element.clientWidth), height }),
  );
  resize.observe(element);
  const redraw = () => {
    chart.destroy();
    chart = create();
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', redraw);
  const theme = new MutationObserver(redraw);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    scheme.removeEventListener('change', redraw);
    theme.disconnect();
    resize.disconnect();
    chart.destroy();
  };
}
