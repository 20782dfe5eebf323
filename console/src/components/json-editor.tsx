import { useEffect, useRef, useState } from 'preact/hooks';
import type { Editor } from './code-mirror.ts';

/** Properties of {@link JsonEditor}. */
export interface JsonEditorProps {
  label: string;
  text: string;
  onChange(text: string): void;
  onSubmit(): void;
}

/** A JSON editor, loaded on demand; a text field until then. */
export function JsonEditor({ label, text, onChange, onSubmit }: JsonEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<Editor | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const current = useRef({ text, onChange, onSubmit });
  current.current = { text, onChange, onSubmit };
  useEffect(() => {
    let isClosed = false;
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isClosed || parent.current === null) return;
      editor.current = openEditor(parent.current, {
        text: current.current.text,
        label,
        onChange: (changed) => current.current.onChange(changed),
        onSubmit: () => current.current.onSubmit(),
      });
      // What the user has typed, selected or is about to type while the editor was loaded is kept.
      if (field.current !== null) {
        editor.current.setText(field.current.value);
        if (document.activeElement === field.current) {
          editor.current.focus(field.current.selectionStart, field.current.selectionEnd);
        }
      }
      setLoaded(true);
    });
    return () => {
      isClosed = true;
      editor.current?.close();
    };
  }, [label]);
  useEffect(() => editor.current?.setText(text), [text]);
  return (
    <div class="json-editor">
      <div ref={parent} />
      {!isLoaded && (
        <textarea
          ref={field}
          aria-label={label}
          value={text}
          rows={12}
          spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
          }}
        />
      )}
    </div>
  );
}
