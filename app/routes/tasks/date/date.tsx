// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findNextDay } from "#app/domain/series/changing/replaced-dates.server.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { DateForm } from "#app/ui/tasks/date/date-form.tsx";
import { NotUnderstoodNote } from "#app/ui/tasks/date/chips.tsx";
import { UnreadRepetitionNote } from "#app/ui/tasks/repeat/unread-repetition-note.tsx";
import { DueWordsNote } from "#app/ui/tasks/date/due-words.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm, useButtonForms } from "#app/ui/shell/page-form.tsx";
import { ConflictNote } from "#app/ui/tasks/conflict-note.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { findDueReading } from "#app/domain/tasks/due/due-reading.server.ts";
import {
  findNotUnderstood,
  findUnreadRepetition,
} from "#app/domain/tasks/readings/task-reading.server.ts";
import { skippedTimeError, skippedTimeNote } from "#app/domain/tasks/due/due.server.ts";
import { datePresets } from "#app/domain/tasks/due/date-presets.server.ts";
import { dateChoice } from "#app/domain/tasks/input.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { restoreWithDueDate, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { describeChange } from "#app/routes/tasks/repeat/words.server.ts";
import { nextOverdue } from "#app/routes/tasks/after-action.server.ts";
import { addToCalendar } from "#app/routes/tasks/calendar/add.server.ts";
import { readForm, withLinkedValues, withTypedValues } from "#app/server/form.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import {
  DateHiddenFields,
  type DateHiddenFieldsProps,
} from "#app/ui/tasks/date/date-hidden-fields.tsx";

/** Specification, section 9. */
const defaultTime = "12:00";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { calendarClientAction as clientAction } from "#app/ui/saving/open-calendar.ts";

export const meta: MetaFunction = () => [{ title: "When is it due? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  if (task.is_ahead) throw redirect(`/tasks/${task.id}`);
  const [date = "", time = defaultTime] = task.due_local?.split("T") ?? [];
  const timeZone = task.due_time_zone ?? viewer.timeZone;
  const reading = await findDueReading(database(), viewer, task.id);
  return {
    id: task.id,
    title: task.title,
    dueWords: reading?.words ?? null,
    skippedTime: reading ? skippedTimeNote(reading) : null,
    ...(await readNotes(task)),
    presets: datePresets(nowIso(), timeZone),
    ...(await withTypedValues(
      viewer,
      args.request,
      withLinkedValues(args.request, { date, time, then: "" }),
    )),
    timeZone: timeZone === viewer.timeZone ? null : timeZone,
    deleted: task.deleted_at && (await describeDeletion(viewer, task.id)),
  };
}

/** A task with a date has been understood. */
async function readNotes({ id, due_local: due }: { id: string; due_local: string | null }) {
  return {
    notUnderstood: due ? null : await findNotUnderstood(database(), id),
    unreadRepetition: due ? null : await findUnreadRepetition(database(), id),
    nextDay: due ? await findNextDay(database(), id) : null,
  };
}

/** Null if the task is not deleted any more. */
async function describeDeletion(viewer: ZonedViewer, taskId: string): Promise<string | null> {
  return (await findLastAction(database(), viewer, taskId))?.words ?? null;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(dateChoice.shape) });
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  // It was opened while the one before it was done.
  if (task.is_ahead) {
    const message = "The one before it is open again.";
    return redirectWithToast(`/tasks/${task.id}`, toast("error", "Nothing changed", { message }));
  }
  const submission = await readForm(args.request, dateChoice);
  if (submission.status !== "success")
    return data({ submission: submission.reply(), deleted: null }, { status: 400 });
  const { date, time, then, bringBack } = submission.value;
  const [local, timeZone] = [`${date}T${time}`, task.due_time_zone ?? viewer.timeZone];
  const skipped = skippedTimeError(local, timeZone);
  if (skipped) {
    const refused = submission.reply({ fieldErrors: { time: [skipped] } });
    return data({ submission: refused, deleted: null }, { status: 400 });
  }
  const choice = [database(), viewer, task.id, local, timeZone] as const;
  const isSaved =
    (await setDueDate(...choice)) || (bringBack && (await restoreWithDueDate(...choice)));
  if (!isSaved) {
    const deleted = await describeDeletion(viewer, task.id);
    return data({ submission: submission.reply(), deleted }, { status: 409 });
  }
  if (then === "calendar") {
    const dated = await findTask(database(), viewer, task.id);
    // Saves without asking again: the user just chose this date, whatever its year.
    if (dated) return addToCalendar(args.request, viewer, dated, "/dashboard");
  }
  const reminderOffers = await findReminderOffers(database(), viewer, task.id);
  const isRepetitionOpen =
    !task.due_local && (await findUnreadRepetition(database(), task.id)) !== null;
  const after = then === "overdue" ? await nextOverdue(viewer) : "/dashboard";
  const next = isRepetitionOpen ? `/tasks/${task.id}/repeat` : after;
  const message = await describeChange(viewer, task, { isForOthers: false });
  return redirectWithToast(
    next,
    toast("success", "Task saved!", { message, taskId: task.id, reminderOffers }),
  );
}

export default function ChooseDate() {
  const page = useLoaderData<typeof loader>();
  const {
    id,
    title,
    dueWords,
    skippedTime,
    notUnderstood,
    unreadRepetition,
    nextDay,
    presets,
    ...saved
  } = page;
  const answer = useActionData<typeof action>();
  const deleted = answer?.deleted ?? saved.deleted;
  const hidden = { then: saved.then, isDeleted: deleted !== null };
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  return (
    <FormPage title="When is it due?">
      <Toasts toast={failure ?? buttons.failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      {notUnderstood && <NotUnderstoodNote {...notUnderstood} />}
      {unreadRepetition && (
        <UnreadRepetitionNote
          words={unreadRepetition}
          next="Choose its first date. Then you can say how it repeats."
        />
      )}
      {dueWords && <DueWordsNote taskId={id} words={dueWords} />}
      {skippedTime && <p className="hint mb-2">{skippedTime}</p>}
      {nextDay && (
        <p className="hint mb-2">
          The next one is on {nextDay}. If you choose that day or a later one, this one replaces it.
        </p>
      )}
      <ConflictNote theirs={null} deleted={deleted} />
      <DatePresets presets={presets} {...hidden} />
      <DateForm
        {...saved}
        {...hidden}
        taskId={id}
        lastResult={failure ? undefined : answer?.submission}
      />
    </FormPage>
  );
}

interface DatePresetsProps extends DateHiddenFieldsProps {
  presets: { label: string; hint: string; date: string; time: string }[];
}

function DatePresets({ presets, ...hidden }: DatePresetsProps) {
  return (
    <ul className="presets">
      {presets.map(({ label, hint, date, time }) => (
        <li key={label}>
          <PageForm>
            <input type="hidden" name="date" value={date} />
            <input type="hidden" name="time" value={time} />
            <DateHiddenFields {...hidden} />
            <button type="submit" className="preset">
              <span className="font-bold">{label}</span> <span className="hint">{hint}</span>
            </button>
          </PageForm>
        </li>
      ))}
    </ul>
  );
}
