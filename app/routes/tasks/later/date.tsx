import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { formatDateWithWeekday, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import {
  completeLaterDate,
  findLaterDate,
  moveLaterDate,
  skipLaterDate,
} from "#app/domain/series/changing/later-dates.server.ts";
import { dueColumns, skippedTimeError, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { laterChange, shownDay } from "#app/domain/tasks/input.ts";
import { readForm } from "#app/server/form.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { DueTime } from "#app/ui/tasks/date/due-time.tsx";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "A later date · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const key = keyOf(args.params);
  if (!key) notFound();
  const found = await findLaterDate(database(), viewer, key);
  if (!found) return pageInstead(viewer, key.openId);
  const { open, series, date, isFar } = found;
  const now = nowIso();
  const due = viewDue(dueOn(found), viewer.timeZone, now);
  return {
    title: date.title,
    due,
    who: date.who,
    isFar,
    week: `/week?from=${wallClockAt(date.dueAt, viewer.timeZone).toPlainDate().toString()}`,
    open: { id: open.id, due: viewDue(open, viewer.timeZone, now) },
    chosen: { date: key.on, time: series.local_time },
    timeZone: series.time_zone === viewer.timeZone ? null : series.time_zone,
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findLaterDate>>>;

const dueOn = ({ series, date }: Found) => ({
  ...dueColumns(`${date.on}T${series.local_time}`, series.time_zone),
  due_has_time: series.has_time,
});

function keyOf({ id = "", date }: { id?: string; date?: string }) {
  const on = shownDay.parse(date);
  return on === null ? null : { openId: id, on };
}

/** The date may be open by now, or the series may not have it any more. */
async function pageInstead(viewer: SignedIn, openId: string): Promise<never> {
  if (!(await findTask(database(), viewer, openId))) notFound();
  throw redirect(`/tasks/${openId}`);
}

export async function action(args: ActionFunctionArgs) {
  const key = keyOf(args.params);
  const viewer = await requireViewer(args, {
    keepFields: Object.keys(laterChange.shape),
  });
  const found = key && (await findLaterDate(database(), viewer, key));
  if (!found) noLongerThere("This date");
  const submission = await readForm(args.request, laterChange);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const day = wallClockAt(found.date.dueAt, viewer.timeZone).toPlainDate();
  const back = `/week?from=${day.toString()}`;
  const nothing = toast("error", "Nothing changed", { message: "Too many dates come before it." });
  if (found.isFar) return redirectWithToast(back, nothing);
  const restore = `/tasks/${key.openId}/dates/${key.on}/restore`;
  const { change, date, time } = submission.value;
  if (change === "done") {
    const id = await completeLaterDate(database(), viewer, key);
    if (id === null) noLongerThere("This date");
    const undo = `/tasks/${id}/reopen`;
    return redirectWithToast(
      back,
      toast("success", "Task completed!", { undo, isOwn: true, undoneAt: back }),
    );
  }
  if (change === "skip") {
    if (!(await skipLaterDate(database(), viewer, key))) noLongerThere("This date");
    return redirectWithToast(
      back,
      toast("success", "Skipped this time", { undo: restore, undoneAt: back }),
    );
  }
  const local = `${date}T${time}`;
  const skipped = skippedTimeError(local, found.series.time_zone);
  if (skipped) return data(submission.reply({ fieldErrors: { time: [skipped] } }), { status: 400 });
  const moved = await moveLaterDate(database(), viewer, key, local);
  if (moved === null) noLongerThere("This date");
  if (typeof moved === "object")
    return data(submission.reply({ fieldErrors: { date: [moved.refused] } }), { status: 400 });
  const to = Temporal.PlainDate.from(local.slice(0, 10));
  const words = `Moved to ${formatDateWithWeekday(to, to.year !== day.year)}`;
  const undo = `${restore}?${new URLSearchParams({ moved })}`;
  return redirectWithToast(
    `/week?from=${to.toString()}`,
    toast("success", words, { message: "It is a task of its own now.", undo, undoneAt: back }),
  );
}

export default function LaterDate() {
  const { title, due, who, isFar, week, open, chosen, timeZone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const [form, fields] = useZodForm({
    id: "later-date",
    schema: laterChange,
    defaultValue: chosen,
    lastResult: failure ? undefined : answer,
  });
  return (
    <FormPage title={title} back={<BackLink to={week}>Week</BackLink>}>
      <Toasts toast={failure} />
      {due && (
        <p className="font-semibold">
          <DueTime due={due} />
          {who && (
            <>
              {" · "}
              <bdi>{who}</bdi>
            </>
          )}
        </p>
      )}
      <p className="hint mt-2">
        It comes by itself once the one before is done or over.{" "}
        <Link className="text-link" to={`/tasks/${open.id}`}>
          See the one that is open
        </Link>
        {open.due && (
          <>
            {": "}
            <DueTime due={open.due} />
          </>
        )}
      </p>
      {isFar ? (
        <p className="notice mt-3">Too many dates come before this one. Please come back later.</p>
      ) : (
        <>
          <Form method="post" className="task-buttons">
            <div>
              <button type="submit" name="change" value="done" className="button-primary">
                <Icon name="check" />
                This one is done
              </button>
              <button type="submit" name="change" value="skip" className="button-secondary">
                <Icon name="skip-forward" />
                Skip this one
              </button>
            </div>
          </Form>
          <Form method="post" {...getFormProps(form)} className="card-panel stack mt-4">
            <h2 className="section-title">Move this one only</h2>
            <input type="hidden" name="change" value="move" />
            <TextField field={fields.date} label="Date" type="date" required />
            <TextField field={fields.time} label="Time" type="time" required />
            {timeZone && <p className="hint">Time zone: {timeZone}</p>}
            <SubmitButton className="button-primary" busyText="Saving...">
              Move
            </SubmitButton>
          </Form>
        </>
      )}
    </FormPage>
  );
}
