import '../styles/chart.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { drawChart as DrawChart } from './draw-chart.ts';
import { LoadingState } from './states.tsx';

/** A value at a time; null where nothing was measured. */
export interface ChartPoint {
  at: string;
  value: number | null;
}

/** Properties of {@link LineChart}. */
export interface LineChartProps {
  /** Name of the value; a screen reader reads it with the first, last, lowest and highest value. */
  label: string;
  points: readonly ChartPoint[];
}

let draw: typeof DrawChart | null = null;

function describe(label: string, points: readonly ChartPoint[]): string {
  const values = points.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return `${label}: no values`;
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  return `${label}: first ${values[0]}, last ${values.at(-1)}, lowest ${lowest}, highest ${highest}`;
}

/** A value over time, drawn by a library that is loaded when a chart is shown first. */
export function LineChart({ label, points }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(draw !== null);
  useEffect(() => {
    if (isLoaded) return;
    void import('./draw-chart.ts').then(({ drawChart }) => {
      draw = drawChart;
      setLoaded(true);
    });
  }, [isLoaded]);
  useEffect(() => {
    const element = box.current;
    if (element === null || draw === null || !isLoaded) return;
    return draw(element, label, points);
  }, [isLoaded, label, points]);
  return (
    <figure class="chart" aria-label={describe(label, points)}>
      {isLoaded ? <div ref={box} class="chart-box" aria-hidden="true" /> : <LoadingState label="Drawing" />}
    </figure>
  );
}
