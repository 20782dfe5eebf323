import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { theme } from '../../data/theme.ts';
import { formatNumber } from '../../text/format.ts';
import type { Day } from './days.ts';

const height = 220;
const maxBarWidth = 44;
const halfDay = 43_200;

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

function tokenOf(name: string): string {
  // The canvas needs a colour without light-dark(), so an element resolves it.
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

function optionsOf(label: string, width: number): UPlot.Options {
  const [line, text, fill] = [tokenOf('--line'), tokenOf('--text-quiet'), tokenOf('--accent-fill')];
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  return {
    width,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      // Half a day on both sides, so that the first and the last bar are whole.
      x: { range: (_plot, min, max) => [min - halfDay, max + halfDay] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    series: [
      { label: 'Day', value: (_plot, at) => (at == null ? 'point at a bar' : dayOf(at)) },
      {
        label,
        fill,
        stroke: fill,
        width: 0,
        points: { show: false },
        ...(UPlot.paths.bars !== undefined && { paths: UPlot.paths.bars({ size: [0.7, maxBarWidth] }) }),
        value: (_plot, value) => (value == null ? '–' : formatNumber(value)),
      },
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 34,
        space: 60,
        incrs: [1, 2, 7, 14, 28].map((days) => days * 86_400),
        values: [[86_400, '{D} {MMM}', null, null, null, null, null, null, 1]],
      },
      { ...axis, size: 64, values: (_plot, values) => values.map((value) => formatNumber(value)) },
    ],
  };
}

/** A bar for each day; follows the width of its place and the colour scheme. */
export function DayChart({
  label,
  days,
  field,
}: {
  label: string;
  days: readonly Day[];
  field: 'credits' | 'pages';
}) {
  const place = useRef<HTMLDivElement>(null);
  const chosenTheme = theme.value;
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const data: UPlot.AlignedData = [
      days.map(({ day }) => Date.parse(day) / 1_000),
      days.map((day) => day[field]),
    ];
    let plot = new UPlot(optionsOf(label, parent.clientWidth), data, parent);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = new UPlot(optionsOf(label, parent.clientWidth), data, parent);
    };
    const observer = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [days, field, label, chosenTheme]);
  return <div ref={place} class="day-chart" role="img" aria-label={label} />;
}
