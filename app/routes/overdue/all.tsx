import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { formatDayName, nowIso, Temporal } from "#app/domain/core/time.ts";
import {
  type ChangedAtOnce,
  changeOverdue,
  type OverdueChoice,
} from "#app/domain/pages/change-at-once.server.ts";
import { maxOverdueAtOnce, overdueChange } from "#app/domain/tasks/input.ts";
import { countOverdue, listOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { DueTime } from "#app/ui/tasks/date/due-time.tsx";
import { nextDays } from "#app/domain/tasks/due/date-presets.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "All overdue · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const now = nowIso();
  const tasks = await listOverdue(database(), viewer, { now, max: maxOverdueAtOnce });
  return {
    tasks,
    count: await countOverdue(database(), viewer, now),
    hasWeekend: nextDays(now, viewer.timeZone).weekend !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/overdue/all" });
  const submission = await readForm(args.request, overdueChange);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { tasks, choice, date } = submission.value;
  const { tomorrow, weekend } = nextDays(nowIso(), viewer.timeZone);
  const day = { tomorrow, weekend: weekend ?? tomorrow, date: date ?? tomorrow };
  const change: OverdueChoice =
    choice === "done" || choice === "delete" ? choice : { date: day[choice] };
  const changed = await changeOverdue(database(), viewer, tasks, change);
  const { count, from, until } = changed;
  const message = describeRest(tasks.length - count, changed);
  const to = (await countOverdue(database(), viewer)) > 0 ? "/overdue/all" : "/dashboard";
  if (count === 0) return redirectWithToast(to, toast("error", "Nothing changed", { message }));
  const undo = `/tasks/undo?${new URLSearchParams({ from, until })}`;
  const words = `${describe(count)} ${doneWords(change)}`;
  return redirectWithToast(
    to,
    toast("success", words, { message, undo, undoneAt: "/overdue/all" }),
  );
}

/** Says what stayed, and which later dates are gone; undefined if neither. */
function describeRest(left: number, { replacing }: ChangedAtOnce): string | undefined {
  const isAre = left === 1 ? "is" : "are";
  const stayed = left > 0 && `${describe(left)} had changed meanwhile, and ${isAre} as before.`;
  const replaced = replacing.map(({ title, words }) => `“${title}”: ${words}`);
  return [stayed, ...replaced].filter(Boolean).join(" ") || undefined;
}

const describe = (count: number) => (count === 1 ? "1 task" : `${count} tasks`);

function doneWords(change: OverdueChoice): string {
  if (change === "done") return "completed";
  if (change === "delete") return "deleted";
  return `moved to ${formatDayName(Temporal.PlainDate.from(change.date))}`;
}

export default function AllOverdue() {
  const { tasks, count, hasWeekend } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const errors = failure || !answer || !("error" in answer) ? {} : (answer.error ?? {});
  return (
    <FormPage title="All overdue" back={<BackLink to="/dashboard">All tasks</BackLink>}>
      <Toasts toast={failure} />
      {tasks.length === 0 ? (
        <p className="empty">Nothing is overdue. Well done.</p>
      ) : (
        <Form method="post" action="/overdue/all" className="stack">
          <fieldset className="overdue-tasks" aria-describedby={errors.tasks && "tasks-error"}>
            <legend className="hint">
              {count > tasks.length
                ? `The ${tasks.length} that are overdue the longest, of ${count}`
                : "Untick what should stay as it is."}
            </legend>
            {tasks.map(({ id, title, due }, index) => (
              <label key={id} className="overdue-task">
                <input
                  type="checkbox"
                  name={`tasks[${index}].seen`}
                  value={`${id} ${due?.local}`}
                  defaultChecked
                />
                <span className="found-words">
                  <bdi className="found-title">{title}</bdi>{" "}
                  <span className="found-facts">{due && <DueTime due={due} />}</span>
                </span>
              </label>
            ))}
            {errors.tasks && (
              <p id="tasks-error" className="field-error">
                {errors.tasks.join(" ")}
              </p>
            )}
          </fieldset>
          <div className="overdue-choices">
            <button type="submit" className="button-primary" name="choice" value="done">
              Done
            </button>
            <button type="submit" className="button-secondary" name="choice" value="tomorrow">
              Tomorrow
            </button>
            {hasWeekend && (
              <button type="submit" className="button-secondary" name="choice" value="weekend">
                Weekend
              </button>
            )}
            <button type="submit" className="button-secondary" name="choice" value="delete">
              Delete
            </button>
          </div>
          <div className="overdue-date">
            <label htmlFor="date">Another day</label>
            <input
              id="date"
              name="date"
              type="date"
              className="control"
              aria-invalid={errors.date ? true : undefined}
              aria-describedby={errors.date && "date-error"}
            />
            <button type="submit" className="button-secondary" name="choice" value="date">
              Move there
            </button>
          </div>
          {errors.date && (
            <p id="date-error" className="field-error">
              {errors.date.join(" ")}
            </p>
          )}
        </Form>
      )}
    </FormPage>
  );
}
