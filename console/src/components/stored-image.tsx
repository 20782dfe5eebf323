import { useEffect, useState } from 'preact/hooks';

/**
 * Returns the place of a stored picture on this origin. The service names it with its public address, which can differ
 * from the address of the console.
 */
function picturePath(address: string): string | null {
  const url = URL.parse(address, location.origin);
  return url?.pathname.startsWith('/v1/blob/') ? `${url.pathname}${url.search}` : null;
}

/** A picture that the service has stored, such as a screenshot; a text if it has expired. */
export function StoredImage(props: { address: string; alt: string; class?: string; onLoad?(): void }) {
  const [isMissing, setMissing] = useState(false);
  const path = picturePath(props.address);
  if (path === null || isMissing) return <p class="muted">The picture is no longer stored.</p>;
  return (
    <img
      class={props.class ?? 'screenshot'}
      src={path}
      alt={props.alt}
      onLoad={props.onLoad}
      onError={() => setMissing(true)}
    />
  );
}

/** A picture that needs the identity of the session, read by `load`. */
export function LoadedImage({ load, alt }: { load(signal: AbortSignal): Promise<Response>; alt: string }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  // The picture is read once
  useEffect(() => {
    const abort = new AbortController();
    let made: string | null = null;
    const read = async () => {
      made = URL.createObjectURL(await (await load(abort.signal)).blob());
      setAddress(made);
    };
    read().catch(() => {
      if (!abort.signal.aborted) setMissing(true);
    });
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, []);
  if (isMissing) return <p class="muted">The picture is no longer stored.</p>;
  return address === null ? null : <img class="screenshot" src={address} alt={alt} />;
}
