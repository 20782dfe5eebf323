import { CheckField } from '../../components/check-field.tsx';
import { LoginField } from '../../components/login-field.tsx';
import { ScheduleField } from '../../components/schedule-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { watchesPage } from './monitor-draft.ts';
import { NotifyFields } from './notify-fields.tsx';
import type { EditProps } from './watch-choices.tsx';

const requestHint =
  'JSON with headers, cookies, steps, wait_for, wait_ms, mobile, or method and body with allow_unsafe, such as {"headers": {"X-Key": "…"}}.';

/** When a monitor checks, and who is told of changes. */
export function DeliveryFields({ draft, change }: EditProps) {
  return (
    <section class="panel form-panel" aria-label="Schedule and notifications">
      <TextField
        label="Name"
        hint="Shown in lists and messages."
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <ScheduleField value={draft.schedule} noneLabel={null} onChange={(schedule) => change({ schedule })} />
      <NotifyFields
        draft={draft.notify}
        change={(changes) => change({ notify: { ...draft.notify, ...changes } })}
      />
      <TextField
        label="Notify only if"
        hint="In words, such as: the price falls or a new size is added. Empty: every change is notified."
        value={draft.goal}
        onChange={(goal) => change({ goal })}
      />
      <TextField
        label="Tags"
        hint="One per line. The monitors of a tag share a feed."
        rows={2}
        value={draft.tags}
        onChange={(tags) => change({ tags })}
      />
      {watchesPage(draft) && (
        <>
          <CheckField
            label="Keep a picture of each version and mark what differs (needs a browser)"
            isChecked={draft.screenshot}
            onChange={(isChecked) => change({ screenshot: isChecked })}
          />
          <details class="more-fields">
            <summary>More settings</summary>
            <TextField
              label="Ignore"
              hint="Selectors (CSS, XPath, JSONPath), or regular expressions between slashes. One per line."
              rows={3}
              value={draft.ignore}
              onChange={(ignore) => change({ ignore })}
            />
            <LoginField
              value={draft.login}
              hint="The page is read in a browser as this login sees it."
              onChange={(login) => change({ login })}
            />
            <TextField
              label="Request"
              hint={requestHint}
              rows={4}
              value={draft.request}
              onChange={(request) => change({ request })}
            />
          </details>
        </>
      )}
    </section>
  );
}
