import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Usage } from '../../../../clients/typescript/src/index.ts';
import { BarList } from '../../components/bar-list.tsx';
import { FilterSelect } from '../../components/filters.tsx';
import { LoadingState } from '../../components/states.tsx';
import { route } from '../../data/route.ts';
import { countryName } from '../../text/country-name.ts';
import { formatNumber, toWords } from '../../text/format.ts';
import type { DayChart as DayChartType } from './day-chart.tsx';
import { fillDays } from './days.ts';

let loadedChart: ComponentType<Parameters<typeof DayChartType>[0]> | null = null;

/** The chart, whose library is loaded when it is needed first. */
function LazyDayChart(props: Parameters<typeof DayChartType>[0]) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loadedChart !== null) return;
    void import('./day-chart.tsx').then(({ DayChart }) => {
      loadedChart = DayChart;
      redraw((version) => version + 1);
    });
  }, []);
  const Chart = loadedChart;
  return Chart === null ? <LoadingState /> : <Chart {...props} />;
}

/** Usage by day as a chart, with the same numbers as a table. */
export function UsageByDay({ usage }: { usage: Usage }) {
  const field = route.value.params.get('unit') === 'pages' ? 'pages' : 'credits';
  const days = useMemo(() => fillDays(usage), [usage]);
  return (
    <section class="panel" aria-label="Usage by day">
      <div class="chart-head">
        <h2>{field === 'pages' ? 'Pages by day' : 'Credits by day'}</h2>
        <FilterSelect label="Unit" name="unit" options={['pages']} unset="Credits" />
      </div>
      <LazyDayChart label={field === 'pages' ? 'Pages' : 'Credits'} days={days} field={field} />
      <details>
        <summary>Show the numbers</summary>
        <table class="day-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Credits</th>
              <th scope="col">Pages</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ credits, pages }) => credits > 0 || pages > 0)
              .map(({ day, credits, pages }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{formatNumber(credits)}</td>
                  <td>{formatNumber(pages)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Share(props: {
  title: string;
  rows: readonly { name: string | null; credits: number; pages: number }[];
}) {
  const field = route.value.params.get('unit') === 'pages' ? 'pages' : 'credits';
  const bars = props.rows.map((row) => ({
    name: row.name === null ? 'Unknown' : row.name,
    size: row[field],
    value: formatNumber(row[field]),
  }));
  return (
    <section class="panel" aria-label={props.title}>
      <h2>{props.title}</h2>
      {bars.length === 0 ? (
        <p class="muted">Nothing was charged in this period.</p>
      ) : (
        <BarList label={props.title} bars={bars} />
      )}
    </section>
  );
}

/** Usage by operation, route and exit country. */
export function UsageShares({ usage }: { usage: Usage }) {
  return (
    <div class="usage-columns">
      <Share
        title="By operation"
        rows={usage.by_tool.map(({ tool, ...row }) => ({
          ...row,
          name: tool === null ? null : toWords(tool),
        }))}
      />
      <Share
        title="By route"
        rows={usage.by_route.map(({ route: name, ...row }) => ({ ...row, name: name && toWords(name) }))}
      />
      <Share
        title="By exit country"
        rows={usage.by_country.map(({ country, ...row }) => ({
          ...row,
          name: country && countryName(country),
        }))}
      />
    </div>
  );
}
