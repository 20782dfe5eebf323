import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';
import type { ChartPoint } from './line-chart.tsx';

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

function optionsOf(element: HTMLElement, label: string): UPlot.Options {
  const quiet = colour(element, '--text-quiet');
  const line = colour(element, '--line');
  const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return {
    width: Math.max(narrowest, element.clientWidth),
    height,
    cursor: { y: false },
    legend: { live: true },
    axes: [axis, { ...axis, size: 64 }],
    series: [
      { label: 'Time' },
      {
        label,
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
  let chart = new UPlot(optionsOf(element, label), data, element);
  const resize = new ResizeObserver(() =>
    chart.setSize({ width: Math.max(narrowest, element.clientWidth), height }),
  );
  resize.observe(element);
  const redraw = () => {
    chart.destroy();
    chart = new UPlot(optionsOf(element, label), data, element);
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
