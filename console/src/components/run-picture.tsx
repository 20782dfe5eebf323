import { client } from '../data/client.ts';
import { LoadedImage, StoredImage } from './stored-image.tsx';

/** A picture of a run: a stored file of the run, or a picture with a link of its own. */
export function RunPicture(props: { address: string; runId: string; alt: string }) {
  const { address, runId, alt } = props;
  const fid = /\/files\/([\w-]{1,100})$/.exec(URL.parse(address, location.origin)?.pathname ?? '')?.[1];
  if (fid === undefined) return <StoredImage address={address} alt={alt} />;
  return (
    <LoadedImage alt={alt} load={(signal) => client.value.getRunFile({ run_id: runId, fid }, { signal })} />
  );
}
