import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { FlaskConical, type IconNode, LogOut, SunMoon } from '../components/icons.ts';
import { loadApiReference, type OperationInfo } from '../data/openapi.ts';
import { navigate } from '../data/route.ts';
import { hasScope, signOut } from '../data/session.ts';
import { switchTheme } from '../data/theme.ts';
import { pages } from './pages.ts';

interface Command {
  id: string;
  label: string;
  hint: string;
  icon: IconNode;
  run(): void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const maxCommands = 12;

/** Keyboard shortcut of the palette, as the user reads it. */
export const paletteShortcut = isApple ? '⌘K' : 'Ctrl K';

/** Whether the palette is shown. */
export const isPaletteOpen = signal(false);

const operations = signal<OperationInfo[]>([]);

addEventListener('keydown', (event) => {
  const isModified = isApple ? event.metaKey : event.ctrlKey;
  if (!isModified || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  isPaletteOpen.value = !isPaletteOpen.value;
});

function listCommands(): Command[] {
  const places = pages
    .filter(({ navigation, scope }) => navigation !== null && hasScope(scope))
    .map(({ pattern, title, navigation }) => ({
      id: pattern,
      label: title,
      hint: 'Page',
      icon: navigation?.icon ?? FlaskConical,
      run: () => navigate(pattern),
    }));
  const runs = operations.value
    .filter(({ scope }) => hasScope(scope))
    .map(({ name, title }) => ({
      id: `run ${name}`,
      label: title,
      hint: `Run ${name}`,
      icon: FlaskConical,
      run: () => navigate(`/playground/${name}`),
    }));
  return [
    ...places,
    { id: 'theme', label: 'Switch colours', hint: 'Action', icon: SunMoon, run: switchTheme },
    { id: 'sign-out', label: 'Sign out', hint: 'Action', icon: LogOut, run: () => void signOut() },
    ...runs,
  ];
}

/** Returns the commands that contain every word of the query. */
function search(commands: readonly Command[], query: string): Command[] {
  const words = query.toLowerCase().split(' ').filter(Boolean);
  const matches = commands.filter(({ label, hint }) => {
    const text = `${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return matches.slice(0, maxCommands);
}

function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const found = search(listCommands(), query);
  useEffect(() => {
    dialog.current?.showModal();
    // Without the reference, the palette offers pages and actions.
    loadApiReference().then(
      (reference) => {
        operations.value = reference.operations;
      },
      () => {},
    );
  }, []);
  const close = () => {
    isPaletteOpen.value = false;
  };
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') run(found[selected]);
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
        placeholder="Open a page, run an operation…"
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

/** Finds pages and actions by name (Ctrl+K or Cmd+K). */
export function CommandPalette() {
  return isPaletteOpen.value ? <Palette /> : null;
}
