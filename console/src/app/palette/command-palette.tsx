import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { Eye, FlaskConical, LogOut, SunMoon, Table2 } from '../../components/icons.ts';
import { loadApiReference } from '../../data/openapi.ts';
import { useQuery } from '../../data/query.ts';
import { navigate } from '../../data/route.ts';
import { hasScope, signOut } from '../../data/session.ts';
import { switchTheme } from '../../data/theme.ts';
import { pages } from '../pages.ts';
import { listAddressCommands } from './address-commands.ts';
import { findDocs } from './find-docs.ts';
import { listThings } from './list-things.ts';
import { matchCommands, type PaletteCommand } from './palette-command.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
/** Time without a key press after which the documentation is searched. */
const typingMs = 150;

/** Keyboard shortcut of the palette, as the user reads it. */
export const paletteShortcut = isApple ? '⌘K' : 'Ctrl K';

/** Whether the palette is shown. */
export const isPaletteOpen = signal(false);

addEventListener('keydown', (event) => {
  const isModified = isApple ? event.metaKey : event.ctrlKey;
  if (!isModified || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  isPaletteOpen.value = !isPaletteOpen.value;
});

function listPlaces(): PaletteCommand[] {
  return pages
    .filter(({ navigation, scope }) => navigation !== null && hasScope(scope))
    .map(({ pattern, title, navigation }) => ({
      id: pattern,
      label: title,
      hint: 'Page',
      icon: navigation?.icon ?? FlaskConical,
      run: () => navigate(pattern),
    }));
}

function listActions(): PaletteCommand[] {
  const creations = [
    { label: 'New monitor', icon: Eye, path: '/monitors/new' },
    { label: 'New dataset', icon: Table2, path: '/datasets/new' },
  ].map(({ label, icon, path }) => ({ id: path, label, hint: 'Action', icon, run: () => navigate(path) }));
  return [
    ...(hasScope('write') ? creations : []),
    { id: 'theme', label: 'Switch colours', hint: 'Action', icon: SunMoon, run: switchTheme },
    { id: 'sign-out', label: 'Sign out', hint: 'Action', icon: LogOut, run: () => void signOut() },
  ];
}

/** Returns the operations of the playground; none without the reference. */
function useOperations(): PaletteCommand[] {
  const { data } = useQuery('openapi', loadApiReference);
  return useMemo(
    () =>
      (data.value?.operations ?? [])
        .filter(({ scope }) => hasScope(scope))
        .map(({ name, title }) => ({
          id: `run ${name}`,
          label: title,
          hint: `Run ${name}`,
          icon: FlaskConical,
          run: () => navigate(`/playground/${name}`),
        })),
    [data.value],
  );
}

/** Returns the sections of the documentation for a query, shortly after the last key press. */
function useDocs(query: string): PaletteCommand[] {
  const [found, setFound] = useState<{ query: string; commands: PaletteCommand[] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const commands = await findDocs(query);
      if (isCurrent) setFound({ query, commands });
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);
  return found?.query === query ? found.commands : [];
}

function usePaletteCommands(query: string): PaletteCommand[] {
  const { data } = useQuery('palette', listThings);
  const operations = useOperations();
  const commands = [...listPlaces(), ...listActions(), ...(data.value ?? []), ...operations];
  const docs = useDocs(query);
  return [...listAddressCommands(query), ...matchCommands(commands, query), ...docs];
}

function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const found = usePaletteCommands(query);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`palette-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const close = () => {
    isPaletteOpen.value = false;
  };
  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // The event "close" of a dialog comes later: the shortcut pressed in between would find the palette open.
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') run(found[selected]);
    else if (step !== 0) setSelected((selected + step + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Search pages and actions" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${selected}` : undefined}
        aria-label="Search pages and actions"
        placeholder="A monitor, a page, an address, a question…"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={press}
      />
      <div id="palette-list" role="listbox" aria-label="Pages and actions">
        {found.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
          <div
            key={command.id}
            id={`palette-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === selected}
            class="palette-option"
            onClick={() => run(command)}
            onMouseMove={() => setSelected(at)}
          >
            <Icon icon={command.icon} />
            <span>{command.label}</span>
            <span class="muted">{command.hint}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted palette-empty">Nothing matches.</p>}
    </dialog>
  );
}

/** Finds pages, things of the account, actions and the documentation by name (Ctrl+K or Cmd+K). */
export function CommandPalette() {
  return isPaletteOpen.value ? <Palette /> : null;
}
