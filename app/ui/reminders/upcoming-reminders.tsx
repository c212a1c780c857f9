import { Link } from "@remix-run/react";
import { type FormEvent, useContext } from "react";
import { type Category, CategoryIcon } from "../tasks/category-icon.tsx";
import { SectionMissing } from "../shell/section-missing.tsx";
import { ReturnToContext } from "../kit/hidden-fields.tsx";
import { focusBeside } from "#app/ui/navigation/focus-card.ts";
import { ReminderButtons } from "./reminder-buttons.tsx";
import { useWhenOnline } from "#app/ui/saving/use-when-online.ts";
import { useRetryableSubmit } from "#app/ui/saving/use-retryable-submit.ts";

interface Reminder {
  id: string;
  taskId: string;
  message: string;
  category: Category;
  scheduledAt: string;
  label: string;
  aheadOn: string | null;
}

/** Has a constant height, so that the tasks below don't move. */
export function UpcomingReminders({ reminders }: { reminders: Reminder[] | null }) {
  if (!reminders) return <SectionMissing what="your reminders" />;
  if (reminders.length === 0) return null;
  return (
    <section className="upcoming" aria-labelledby="upcoming">
      <h2 id="upcoming" className="upcoming-heading">
        Upcoming reminders
      </h2>
      <ul className="upcoming-list">
        {reminders.map((reminder) => (
          <UpcomingReminder key={reminder.id} reminder={reminder} />
        ))}
      </ul>
    </section>
  );
}

/** Shows changes before they are saved and reverts them on failure. */
function UpcomingReminder({ reminder }: { reminder: Reminder }) {
  const { id, taskId, message, category, scheduledAt, label, aheadOn } = reminder;
  const { fetcher, send, failure, forget } = useRetryableSubmit(`reminder-${id}`);
  useWhenOnline(failure !== undefined, forget);
  const returnTo = useContext(ReturnToContext) ?? "/dashboard";
  const pendingAction = fetcher.formAction?.split("/").at(-1);
  if (pendingAction === "cancel") return null;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form.action.endsWith("/cancel")) focusBeside(form, taskId);
    send(form);
  };
  const titleId = `upcoming-${id}`;
  return (
    <li className="reminder" data-category={category}>
      <Link id={titleId} to={`/tasks/${taskId}`} preventScrollReset className="reminder-what">
        <CategoryIcon category={category} />
        <span className="line-clamp-2" dir="auto">
          {message}
        </span>
      </Link>
      {failure && (
        <p role="alert" className="field-error">
          {failure.title}
        </p>
      )}
      <div className="reminder-foot">
        <p className="grow">
          {pendingAction === "snooze" ? (
            "Snoozed 1 hour"
          ) : (
            // Without the word, it could be taken for the time when the task is due.
            <>
              Reminder <time dateTime={scheduledAt}>{label}</time>
            </>
          )}
          {aheadOn && ` · for ${aheadOn}`}
        </p>
        <ReminderButtons
          taskId={taskId}
          reminderId={id}
          returnTo={returnTo}
          describedBy={titleId}
          onSubmit={onSubmit}
        />
      </div>
    </li>
  );
}
