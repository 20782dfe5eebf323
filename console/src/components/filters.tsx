import './filters.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { route, setParams } from '../data/route.ts';
import { toWords } from '../text/format.ts';
import { Icon } from './icon.tsx';
import { ListFilter } from './icons.ts';

/** Time without a key press after which a text filter takes effect. */
const typingMs = 300;

/** The filters of a list. Where there is little room, one button shows them and counts those that are set. */
export function Filters(props: {
  label: string;
  /** Parameters of the address that the filters set. */
  names: readonly string[];
  children: ComponentChildren;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = props.names.filter((name) => route.value.params.has(name)).length;
  return (
    <search class={`filters${count > 0 ? ' filters-set' : ''}`} aria-label={props.label}>
      <button
        type="button"
        class="button filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={ListFilter} />
        <span>{count === 0 ? 'Filter' : `Filter (${count})`}</span>
      </button>
      <div id={id} class={`filter-fields${isOpen ? ' filter-fields-open' : ''}`}>
        {props.children}
      </div>
    </search>
  );
}

/** A choice that is stored in the parameter `name` of the address; `unset` names the choice without a value. */
export function FilterSelect(props: {
  label: string;
  name: string;
  options: readonly string[];
  unset?: string;
  /** Name of an option; default: its words. */
  nameOf?(option: string): string;
}) {
  return (
    <label class="filter">
      {props.label}
      <select
        value={route.value.params.get(props.name) ?? ''}
        onChange={(event) => setParams({ [props.name]: event.currentTarget.value })}
      >
        <option value="">{props.unset ?? 'All'}</option>
        {props.options.map((option) => (
          <option key={option} value={option}>
            {(props.nameOf ?? toWords)(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A text that is stored in the parameter `name` of the address; `suggestions` are offered while the user types. */
export function FilterText(props: {
  label: string;
  name: string;
  placeholder?: string;
  suggestions?: readonly string[];
}) {
  const stored = route.value.params.get(props.name) ?? '';
  const [text, setText] = useState(stored);
  const list = useId();
  useEffect(() => setText(stored), [stored]);
  useEffect(() => {
    if (text === stored) return;
    const timer = setTimeout(() => setParams({ [props.name]: text.trim() }), typingMs);
    return () => clearTimeout(timer);
  }, [text, stored, props.name]);
  return (
    <label class="filter">
      {props.label}
      <input
        type="search"
        value={text}
        placeholder={props.placeholder}
        list={props.suggestions === undefined ? undefined : list}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {props.suggestions !== undefined && (
        <datalist id={list}>
          {props.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}
