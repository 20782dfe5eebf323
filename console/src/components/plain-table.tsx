import './plain-table.css';
import type { ComponentChildren } from 'preact';

/** A small table of ready rows; large lists use DataTable. The area scrolls sideways if the table is too wide. */
export function PlainTable(props: {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable with the keyboard
    <div class="plain-table" tabIndex={0}>
      <table aria-label={props.label}>
        <thead>
          <tr>
            {props.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                // The cells of a row never move
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
