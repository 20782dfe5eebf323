import type { Doctor } from '../../../../clients/typescript/src/index.ts';
import { Button } from '../../components/button.tsx';
import { client } from '../../data/client.ts';
import { invalidate } from '../../data/query.ts';
import { useCall } from '../../data/use-call.ts';

/** Tests a part with a real request, and shows what it says. */
export function PartTest({ name, title }: { name: string; title: string }) {
  const test = useCall<Doctor>();
  const check = test.value?.checks[name];
  const works = check === undefined || check.status === 'ok' || check.status === 'not_configured';
  return (
    <div class="part-test">
      <Button
        isBusy={test.isRunning}
        label={`Test: ${title}`}
        onClick={() =>
          test.start(async (signal) => {
            const report = await client.value.doctor({ parts: [name] }, { signal });
            invalidate('health');
            return report;
          })
        }
      >
        Test
      </Button>
      <p role="status" class={!works || test.error !== null ? 'part-wrong' : 'muted'}>
        {test.error ?? (check === undefined ? '' : (check.detail ?? 'It works.'))}
      </p>
    </div>
  );
}
