import { Upload } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';

/** Properties of {@link FileDrop}. */
interface FileDropProps {
  isBusy: boolean;
  onFile(file: File): void;
}

/** Returns true if files are dragged, and not a text or a link. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Takes a file: dropped anywhere on the page, or chosen with the button. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useRef(onFile);
  take.current = onFile;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Without it, the browser opens the file in place of the console.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) take.current(file);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return (
    <div class={`file-drop${isOver ? ' file-drop-over' : ''}`}>
      <Button icon={Upload} isBusy={isBusy} onClick={() => input.current?.click()}>
        Read a file
      </Button>
      <span class="muted">or drop it on this page: PDF, Office documents, HTML, EPUB, CSV, up to 20 MB</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </div>
  );
}
