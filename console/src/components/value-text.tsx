import { formatNumber } from '../text/format.ts';
import { formatAmount, type Money } from '../text/money.ts';
import { Icon } from './icon.tsx';
import { Image as ImageIcon } from './icons.ts';
import { Time } from './time.tsx';
import { WebLink } from './web-link.tsx';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Names of files that are pictures. The content security policy forbids pictures of other sites, so they are named. */
const pictureName = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:\?|$)/i;

/** Returns true if a text is the address of a web page or file. */
function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** Returns the last part of the path of an address, or its host if it has no path. */
function linkText(address: string): string {
  const { pathname, search, host } = new URL(address);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last === undefined ? `${host}${search}` : `${last}${search}`;
}

/** One value of an answer in a cell: numbers with separators, times relative to now, addresses as short links. */
export function ValueText({
  value,
  money = null,
  isPlain = false,
}: {
  value: unknown;
  /** How an amount of money is written; null for other values. */
  money?: Money | null;
  /** True inside a control, where a link is not allowed. */
  isPlain?: boolean;
}) {
  if (value === null || value === undefined || value === '') return <span class="muted">–</span>;
  if (typeof value === 'number')
    return <span>{money === null ? formatNumber(value) : formatAmount(value, money)}</span>;
  if (typeof value === 'boolean') return <span>{value ? 'yes' : 'no'}</span>;
  if (typeof value !== 'string') return <span class="muted">{JSON.stringify(value)}</span>;
  if (isoTime.test(value) && !Number.isNaN(Date.parse(value))) return <Time at={value} />;
  if (isPlain || !isAddress(value)) return <span title={value}>{value}</span>;
  const name = linkText(value);
  return (
    <WebLink class="value-link" href={value} title={value}>
      {pictureName.test(name) && <Icon icon={ImageIcon} size={14} />} {name}
    </WebLink>
  );
}
