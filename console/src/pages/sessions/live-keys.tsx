import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Send } from '../../components/icons.ts';
import type { LiveInput } from './live-connection.ts';

const keys = ['Enter', 'Tab', 'Backspace', 'Escape', 'ArrowUp', 'ArrowDown'] as const;
/** Signs of keys that have no word for a name. */
const signs: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' };
const hiddenText = { type: 'password' } as const;
const shownText = { type: 'text' } as const;
const maxTextLength = 5_000;

/** A line whose text is typed into the page, and its most needed keys: for devices whose keyboard appears with a field. */
export function LiveKeys({ send }: { send(input: LiveInput): void }) {
  const [text, setText] = useState('');
  const [isHidden, setHidden] = useState(false);
  const press = (key: string) => {
    send({ type: 'key', action: 'down', key });
    send({ type: 'key', action: 'up', key });
  };
  return (
    <form
      class="live-keys"
      aria-label="Type into the page"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '') return press('Enter');
        send({ type: 'text', text: text.slice(0, maxTextLength) });
        setText('');
      }}
    >
      <div class="live-text">
        <input
          {...(isHidden ? hiddenText : shownText)}
          aria-label="Text for the selected field of the page"
          placeholder="Tap a field above, then type here"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" icon={Send} label="Type it" />
      </div>
      <div class="live-buttons">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            class="button"
            aria-label={signs[key] === undefined ? undefined : key}
            onClick={() => press(key)}
          >
            {signs[key] ?? key}
          </button>
        ))}
        <CheckField label="Hide text" isChecked={isHidden} onChange={(isChecked) => setHidden(isChecked)} />
      </div>
    </form>
  );
}
