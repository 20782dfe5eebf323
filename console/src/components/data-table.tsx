import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { navigate } from '../data/route.ts';
import { Icon } from './icon.tsx';
import { ArrowDown, ArrowUp } from './icons.ts';
import { nextSorting, type Sorting, sortItems } from './sort-items.ts';

/** One column of a {@link DataTable}. */
export interface Column<Item> {
  id: string;
  label: string;
  /** Content of a cell. */
  cell(item: Item): ComponentChildren;
  /** Value by which the column is sorted; without it the column cannot be sorted. */
  sortBy?(item: Item): string | number;
  /** Width as a CSS grid track. Default: `minmax(0, 1fr)`. */
  width?: string;
  /** Width on narrow screens. Default: `width`. */
  narrowWidth?: string;
  align?: 'start' | 'end';
  /** True to leave the column out on narrow screens. */
  isWideOnly?: boolean;
}

/** Properties of {@link DataTable}. */
export interface DataTableProps<Item> {
  /** Name of the table for assistive technology. */
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  /** Place that a row opens, such as `/jobs/job_1`. */
  hrefOf?(item: Item): string | null;
  /** Called when a row is opened; used instead of `hrefOf` if the row shows details on the same page. */
  onOpen?(item: Item): void;
  /** Key of the item whose details are shown beside the table. */
  openKey?: string | null;
  /** Called when the end of the list is near, to read more items. */
  onEnd?(): void;
  /** Maximum height of the scrolled area as a CSS length. Default: the rest of the window. */
  maxHeight?: string;
}

const rowHeight = 44;
const overscan = 12;
/** Rows before the end at which more items are read. */
const endDistance = 30;

/** Sorts the items by the column that the user has chosen. */
function useSorting<Item>(items: readonly Item[], columns: readonly Column<Item>[]) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  // The order stays when the column is hidden, for example beside the details of an item.
  const known = useRef(new Map<string, NonNullable<Column<Item>['sortBy']>>());
  for (const { id, sortBy: by } of columns) if (by !== undefined) known.current.set(id, by);
  const sortBy = sorting === null ? undefined : known.current.get(sorting.id);
  const sorted = useMemo(
    () => (sorting === null || sortBy === undefined ? items : sortItems(items, sortBy, sorting.isDescending)),
    [items, sorting, sortBy],
  );
  const toggle = ({ id, sortBy: by }: Column<Item>) => {
    const [first] = items;
    const isNumeric = first !== undefined && typeof by?.(first) === 'number';
    setSorting((current) => nextSorting(current, id, isNumeric));
  };
  return { sorted, sorting, toggle };
}

/** Renders only the rows in view. */
function useVirtualRows(count: number, scroller: { current: HTMLElement | null }) {
  const [, redraw] = useReducer((version: number, _change: null) => version + 1, 0);
  const virtualizer = useRef<Virtualizer<HTMLElement, Element> | null>(null);
  const options = {
    count,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(null),
  };
  virtualizer.current ??= new Virtualizer<HTMLElement, Element>(options);
  const current = virtualizer.current;
  current.setOptions(options);
  useLayoutEffect(() => current._didMount(), [current]);
  useLayoutEffect(() => current._willUpdate());
  return current;
}

function HeaderCell<Item>(props: { column: Column<Item>; sorting: Sorting | null; onToggle(): void }) {
  const { column, sorting } = props;
  const name = `cell${column.align === 'end' ? ' cell-end' : ''}${column.isWideOnly ? ' wide-only' : ''}`;
  if (column.sortBy === undefined) {
    return (
      <div role="columnheader" class={name}>
        {column.label}
      </div>
    );
  }
  const direction = sorting?.id !== column.id ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" class={name} aria-sort={direction}>
      <button type="button" class="sort-button" onClick={props.onToggle}>
        {column.label}
        {direction !== 'none' && <Icon icon={direction === 'ascending' ? ArrowUp : ArrowDown} size={13} />}
      </button>
    </div>
  );
}

/** Moves the focus between rows with the arrow keys, and opens one with Enter. */
function moveFocus(event: KeyboardEvent, open: () => void): void {
  const row = event.currentTarget as HTMLElement;
  if (event.key === 'Enter' && event.target === row) open();
  const next =
    event.key === 'ArrowDown'
      ? row.nextElementSibling
      : event.key === 'ArrowUp'
        ? row.previousElementSibling
        : null;
  if (!(next instanceof HTMLElement) || next.role !== 'row') return;
  event.preventDefault();
  next.focus();
}

/**
 * A table with virtualised rows, sortable columns and keyboard navigation. It has the roles of a table without its elements,
 * because rows of a table element cannot be positioned.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { items, columns, keyOf, hrefOf, onOpen, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { sorted: rows, sorting, toggle } = useSorting(items, columns);
  const virtualizer = useVirtualRows(rows.length, scroller);
  const visible = virtualizer.getVirtualItems();
  const lastVisible = visible.at(-1)?.index ?? 0;
  useLayoutEffect(() => {
    if (rows.length > 0 && lastVisible >= rows.length - endDistance) onEnd?.();
  }, [lastVisible, rows.length, onEnd]);
  useLayoutEffect(() => {
    const tracks = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ');
    const narrow = columns.filter(({ isWideOnly }) => isWideOnly !== true);
    scroller.current?.style.setProperty('--tracks', tracks);
    scroller.current?.style.setProperty(
      '--narrow-tracks',
      narrow.map(({ width = 'minmax(0, 1fr)', narrowWidth = width }) => narrowWidth).join(' '),
    );
  }, [columns]);

  const open = (item: Item) => {
    const href = hrefOf?.(item) ?? null;
    if (onOpen !== undefined) onOpen(item);
    else if (href !== null) navigate(href);
  };
  const isOpenable = hrefOf !== undefined || onOpen !== undefined;
  const renderRow = (item: Item, index: number, start: number) => {
    return (
      <div
        key={keyOf(item)}
        role="row"
        aria-rowindex={index + 2}
        class={`row${isOpenable ? ' row-link' : ''}`}
        style={{ transform: `translateY(${start}px)` }}
        aria-current={props.openKey === keyOf(item) ? 'true' : undefined}
        tabIndex={isOpenable ? 0 : -1}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button, input') === null)
            open(item);
        }}
        onKeyDown={(event) => moveFocus(event, () => open(item))}
      >
        {columns.map((column) => (
          <div
            key={column.id}
            role="cell"
            class={`cell${column.align === 'end' ? ' cell-end' : ''}${column.isWideOnly ? ' wide-only' : ''}`}
          >
            {column.cell(item)}
          </div>
        ))}
      </div>
    );
  };

  return (
    <div
      ref={scroller}
      role="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      class="data-table"
      style={{ maxHeight: props.maxHeight }}
    >
      <div role="rowgroup" class="table-head">
        <div role="row" aria-rowindex={1} class="row">
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sorting={sorting} onToggle={() => toggle(column)} />
          ))}
        </div>
      </div>
      <div role="rowgroup" class="table-body" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {visible.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : renderRow(row, index, start);
        })}
      </div>
    </div>
  );
}
