/** Bar of a chart. */
export interface Bar {
  label: string;
  value: number;
  /** Text at the end of the bar. */
  text: string;
  isOurs: boolean;
}

const width = 760;
const labelWidth = 250;
const valueWidth = 90;
const barHeight = 20;
const gap = 8;
const top = 58;

/** Colours of both themes: an SVG image follows the theme of the reader. */
const style =
  '.page{fill:#fff}.text{fill:#1f2933}.note{fill:#52606d}.ours{fill:#0f62a8}.other{fill:#a3adb8}' +
  '@media(prefers-color-scheme:dark){.page{fill:#0d1117}.text{fill:#e6edf3}.note{fill:#9aa7b4}.ours{fill:#58a6ff}.other{fill:#57606a}}';

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function barElement({ label, value, text, isOurs }: Bar, at: number, largest: number): string {
  const y = top + at * (barHeight + gap);
  const length = Math.max(1, Math.round(((width - labelWidth - valueWidth) * value) / largest));
  const weight = isOurs ? ' font-weight="600"' : '';
  const middle = y + barHeight - 5;
  return [
    `<text x="${labelWidth - 10}" y="${middle}" text-anchor="end"${weight}>${escapeXml(label)}</text>`,
    `<rect x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="2" class="${isOurs ? 'ours' : 'other'}"/>`,
    `<text x="${labelWidth + length + 8}" y="${middle}"${weight}>${escapeXml(text)}</text>`,
  ].join('\n');
}

/** Returns a horizontal bar chart as an SVG document, with the bars in the given order. */
export function barChart(title: string, subtitle: string, bars: readonly Bar[]): string {
  const height = top + bars.length * (barHeight + gap) + 10;
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const summary = bars.map(({ label, text }) => `${label} ${text}`).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(`${title}: ${summary}`)}" font-family="system-ui, sans-serif" font-size="13" class="text">
<style>${style}</style>
<rect width="${width}" height="${height}" class="page"/>
<text x="16" y="26" font-size="16" font-weight="600">${escapeXml(title)}</text>
<text x="16" y="45" class="note">${escapeXml(subtitle)}</text>
${bars.map((bar, at) => barElement(bar, at, largest)).join('\n')}
</svg>
`;
}
