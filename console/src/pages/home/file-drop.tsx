import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { type IconNode, ListPlus, Upload } from '../../components/icons.ts';

/** Properties of {@link FileDrop}. */
interface FileDropProps {
  isBusy: boolean;
  onFile(file: File): void;
  /** A list of URLs. */
  onList(file: File): void;
}

/** Returns true if files are dragged, and not a text or a link. */
function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Properties of {@link FileButton}. */
interface FileButtonProps {
  label: string;
  icon: IconNode;
  isBusy: boolean;
  onFile(file: File): void;
}

/** A button that lets the user choose a file. */
function FileButton({ label, icon, isBusy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

/** Returns true if a file was dropped where lists are taken. */
function isOnList({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('.list-drop') !== null;
}

/** Calls `onFile` or `onList` for files that are dropped on the page; returns true while files are dragged over it. */
function useFileDrop({ onFile, onList }: Pick<FileDropProps, 'onFile' | 'onList'>): boolean {
  const take = useRef({ onFile, onList });
  take.current = { onFile, onList };
  const [isOver, setOver] = useState(false);
  // A layout effect: a file that is dropped as soon as the page is seen is taken.
  useLayoutEffect(() => {
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
      if (file === undefined) return;
      if (isOnList(event)) take.current.onList(file);
      else take.current.onFile(file);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return isOver;
}

/** Takes a file: dropped anywhere on the page, or chosen with a button. A list of URLs has a place of its own. */
export function FileDrop({ isBusy, onFile, onList }: FileDropProps) {
  const isOver = useFileDrop({ onFile, onList });
  return (
    <>
      <div class="file-buttons">
        <FileButton label="Read a file" icon={Upload} isBusy={isBusy} onFile={onFile} />
        <FileButton label="Read a list of URLs" icon={ListPlus} isBusy={isBusy} onFile={onList} />
        <span class="muted file-hint">or drop one on this page</span>
      </div>
      {isOver && (
        <div class="file-drops">
          <div class="file-drop">
            <strong>Drop a file to read it</strong>
            <span class="muted">PDF, Office documents, HTML, EPUB, CSV, up to 20 MB</span>
          </div>
          <div class="file-drop list-drop">
            <strong>Drop a list of URLs here to read its pages</strong>
            <span class="muted">One URL a line, NDJSON or JSON, up to 100,000 pages</span>
          </div>
        </div>
      )}
    </>
  );
}
