// oxlint-disable unicorn/no-thenable -- a form field has that name; it is text, never a function
import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lastDate } from "#app/domain/core/limits.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { findReminderOffers } from "#app/domain/reminders/lists/reminder-choices.server.ts";
import { findReplacement } from "#app/domain/series/card-series.server.ts";
import { findNextDay } from "#app/domain/series/changing/replaced-dates.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { restoreWithDueDate, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { datePresets } from "#app/domain/tasks/due/date-presets.server.ts";
import { findDueReading } from "#app/domain/tasks/due/due-reading.server.ts";
import { skippedTimeError, skippedTimeNote, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { type DateChoice, dateChoice } from "#app/domain/tasks/input.ts";
import {
  findNotUnderstood,
  findUnreadRepetition,
  findUnused,
} from "#app/domain/tasks/readings/task-reading.server.ts";
import { nextOverdue } from "#app/routes/tasks/after-action.server.ts";
import { addToCalendar } from "#app/routes/tasks/calendar/add.server.ts";
import { describeChange } from "#app/routes/tasks/repeat/words.server.ts";
import {
  readForm,
  readRedirectTo,
  readSeenDue,
  withLinkedValues,
  withTypedValues,
} from "#app/server/form.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { FormPage, LeaveLink } from "#app/ui/shell/form-page.tsx";
import { useButtonForms, PageForm, ButtonForm } from "#app/ui/shell/page-form.tsx";
import { ConflictNote, DateConflictNote, PresentNote } from "#app/ui/tasks/conflict-note.tsx";
import { NotUnderstoodNote, UnusedNote } from "#app/ui/tasks/date/chips.tsx";
import {
  DateHiddenFields,
  type DateHiddenFieldsProps,
  type SeenTask,
} from "#app/ui/tasks/date/date-hidden-fields.tsx";
import { DueWordsNote } from "#app/ui/tasks/date/due-words.tsx";
import { UnreadRepetitionNote } from "#app/ui/tasks/repeat/unread-repetition-note.tsx";
import { database } from "#db/connection.server.ts";

const skipForm = "skip-overdue";

/** See the specification, section 9. */
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
    presets: datePresets(nowIso(), timeZone, task.due_has_time === 1 ? time : null),
    ...(await withTypedValues(
      viewer,
      args.request,
      withLinkedValues(args.request, { date, time, then: "" }),
    )),
    timeZone: timeZone === viewer.timeZone ? null : timeZone,
    deleted: task.deleted_at && (await describeLastAction(viewer, task.id)),
    seen: seenOf(task),
  };
}

const seenOf = ({ due_local, is_completed }: Task): SeenTask => ({
  due: due_local ?? "",
  isCompleted: is_completed === 1,
});

/** Only a task without a date may have words that were not understood. */
async function readNotes({ id, due_local: due }: { id: string; due_local: string | null }) {
  return {
    notUnderstood: due ? null : await findNotUnderstood(database(), id),
    unreadRepetition: due ? null : await findUnreadRepetition(database(), id),
    unused: await findUnused(database(), id),
    nextDay: due ? await findNextDay(database(), id) : null,
  };
}

/** Returns "Sam deleted this a moment ago" */
async function describeLastAction(viewer: ZonedViewer, taskId: string): Promise<string | null> {
  return (await findLastAction(database(), viewer, taskId))?.words ?? null;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(dateChoice.shape) });
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) noLongerThere("This task");
  // The page was opened while the previous occurrence was done.
  if (task.is_ahead) {
    const message = "The one before it is open again.";
    return redirectWithToast(`/tasks/${task.id}`, toast("error", "Nothing changed", { message }));
  }
  const back = await readRedirectTo(args.request, "/dashboard");
  const seenDue = await readSeenDue(args.request);
  const submission = await readForm(args.request, dateChoice);
  if (submission.status !== "success")
    return data({ submission: submission.reply(), news: null }, { status: 400 });
  const { date, time, then } = submission.value;
  const [local, timeZone] = [`${date}T${time}`, task.due_time_zone ?? viewer.timeZone];
  const skipped = skippedTimeError(local, timeZone);
  if (skipped) {
    const refused = submission.reply({ fieldErrors: { time: [skipped] } });
    return data({ submission: refused, news: null }, { status: 400 });
  }
  const from = nowIso();
  if (!(await saveDate(viewer, task.id, { ...submission.value, seenDue, local, timeZone }))) {
    const news = await findNews(viewer, task.id, seenDue);
    return data({ submission: submission.reply(), news }, { status: 409 });
  }
  if (then === "calendar") {
    const dated = await findTask(database(), viewer, task.id);
    // Saves without asking again: the user just chose this date, whatever its year.
    if (dated) return addToCalendar(args.request, viewer, dated, "/dashboard");
  }
  const reminderOffers = await findReminderOffers(database(), viewer, task.id);
  const isRepetitionOpen =
    !task.due_local && (await findUnreadRepetition(database(), task.id)) !== null;
  const after = then === "overdue" ? await nextOverdue(viewer) : back;
  const next = isRepetitionOpen ? `/tasks/${task.id}/repeat` : after;
  const message = await describeChange(viewer, task, { isForOthers: false });
  return redirectWithToast(
    next,
    toast("success", "Task saved!", {
      message,
      taskId: task.id,
      reminderOffers,
      undo: task.deleted_at
        ? undefined
        : `/tasks/undo?${new URLSearchParams({ from, until: nowIso() })}`,
      undoneAt: then === "overdue" ? "/overdue" : back,
    }),
  );
}

interface Choice extends Pick<DateChoice, "seenDue" | "seenDone" | "anyTime" | "bringBack"> {
  local: string;
  timeZone: string;
}

/** Returns false if the task is not as its page showed it. */
async function saveDate(viewer: SignedIn, taskId: string, choice: Choice): Promise<boolean> {
  const { seenDue, seenDone, anyTime, bringBack, local, timeZone } = choice;
  const isKnown = seenDue !== undefined;
  const expected = {
    seenDue,
    ...(isKnown && !seenDone && { is_completed: 0 as const }),
    ...(anyTime && { hasTime: false }),
  };
  if (await setDueDate(database(), viewer, taskId, local, timeZone, expected)) return true;
  return bringBack !== undefined && restoreWithDueDate(database(), viewer, taskId, local, timeZone);
}

/** Says what somebody else did meanwhile, or that the series has gone on. */
async function findNews(viewer: SignedIn, taskId: string, seenDue: string | undefined) {
  const task = await findTaskOrDeleted(database(), viewer, taskId);
  if (!task) noLongerThere("This task");
  const replacement = task.was_missed && (await findReplacement(database(), taskId));
  const next = replacement ? await findTask(database(), viewer, replacement) : undefined;
  if (next) {
    const due = viewDue(next, viewer.timeZone, nowIso())?.label ?? null;
    return {
      next: { id: next.id, due, why: over },
      deleted: null,
      changed: null,
      seen: seenOf(next),
    };
  }
  const words = await describeLastAction(viewer, taskId);
  const deleted = task.deleted_at && (words ?? over);
  const changed = deleted
    ? null
    : ((await describeMove(database(), viewer, taskId, seenDue)) ?? words);
  return { next: null, deleted, changed, seen: seenOf(task) };
}

const over = "Its time is over";

export default function ChooseDate() {
  const page = useLoaderData<typeof loader>();
  const {
    id,
    title,
    dueWords,
    skippedTime,
    notUnderstood,
    unreadRepetition,
    unused,
    nextDay,
    presets,
    ...saved
  } = page;
  const answer = useActionData<typeof action>();
  const { next, changed, ...news } = answer?.news ?? { next: null, changed: null, ...saved };
  const sendTo = next ? `/tasks/${next.id}/date` : undefined;
  const hidden = { then: saved.then, isDeleted: news.deleted !== null, seen: news.seen };
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
      <UnusedNote words={unused} />
      {dueWords && <DueWordsNote taskId={id} words={dueWords} />}
      {skippedTime && <p className="hint mb-2">{skippedTime}</p>}
      {nextDay && (
        <p className="hint mb-2">
          The next one is on {nextDay}. If you choose that day or a later one, this one replaces it.
        </p>
      )}
      {next && <PresentNote {...next} />}
      {changed && <DateConflictNote news={changed} />}
      <ConflictNote theirs={null} deleted={news.deleted} />
      <DatePresets presets={presets} sendTo={sendTo} {...hidden} />
      <DateForm
        key={next?.id}
        {...saved}
        {...hidden}
        sendTo={sendTo}
        taskId={id}
        lastResult={failure ? undefined : answer?.submission}
      />
    </FormPage>
  );
}

interface DatePresetsProps extends DateHiddenFieldsProps {
  sendTo: string | undefined;
  presets: { label: string; hint: string; date: string; time: string }[];
}

function DatePresets({ presets, sendTo, ...hidden }: DatePresetsProps) {
  return (
    <ul className="presets">
      {presets.map(({ label, hint, date, time }) => (
        <li key={label}>
          <PageForm action={sendTo}>
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

interface DateFormProps extends DateHiddenFieldsProps {
  taskId: string;
  /** Of the next one, once the time of this one is over. */
  sendTo: string | undefined;
  date: string;
  time: string;
  /** Set only if the due date's zone differs from the viewer's. */
  timeZone: string | null;
  lastResult?: SubmissionResult<string[]>;
}

function DateForm({ taskId, sendTo, date, time, timeZone, lastResult, ...hidden }: DateFormProps) {
  const [form, fields] = useZodForm({
    id: "task-date",
    schema: dateChoice,
    defaultValue: { date, time },
    lastResult,
  });
  return (
    <>
      <PageForm {...getFormProps(form)} action={sendTo} className="card-panel stack">
        <DateHiddenFields {...hidden} />
        <div className="field-row">
          <TextField field={fields.date} label="Date" type="date" max={lastDate} required />
          <TextField field={fields.time} label="Time" type="time" required />
        </div>
        {timeZone && <p className="hint">Time zone: {timeZone}</p>}
        <div className="button-row">
          {hidden.then === "overdue" ? (
            <button type="submit" form={skipForm} className="button-secondary">
              Skip
            </button>
          ) : (
            <LeaveLink>Skip</LeaveLink>
          )}
          <SubmitButton className="button-primary" busyText="Saving...">
            Save
          </SubmitButton>
        </div>
      </PageForm>
      {hidden.then === "overdue" && <SkipForm taskId={taskId} />}
    </>
  );
}

/** Skips the task and opens the date picker for the next overdue one. */
function SkipForm({ taskId }: { taskId: string }) {
  return (
    <ButtonForm id={skipForm} action="/overdue">
      <input type="hidden" name="taskId" value={taskId} />
      <input type="hidden" name="choice" value="skip" />
    </ButtonForm>
  );
}
