import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { formatDayName, nowIso, Temporal } from "#app/domain/core/time.ts";
import {
  type AtOnce,
  type ChangedAtOnce,
  changeSelected,
} from "#app/domain/pages/change-at-once.server.ts";
import { findList, listLists } from "#app/domain/lists/lists.server.ts";
import { findChosenPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { nextDays } from "#app/domain/tasks/due/date-presets.server.ts";
import { maxSelected, type SelectedChange, selectedChange } from "#app/domain/tasks/input.ts";
import { countOpenTasks, listOpenTasks } from "#app/domain/tasks/lists/open-tasks.server.ts";
import { countOverdue, listOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { EnterButton } from "#app/ui/kit/enter-button.tsx";
import { SelectedChoices } from "#app/ui/tasks/select/selected-choices.tsx";
import { TasksToSelect } from "#app/ui/tasks/select/tasks-to-select.tsx";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

const overduePage = "/tasks/select?overdue=on";

const isOverduePage = ({ url }: Request) => new URL(url).searchParams.has("overdue");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page?.isOverdue ? "All overdue" : "Select tasks"} · Mila` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const [db, now, isOverdue] = [database(), nowIso(), isOverduePage(args.request)];
  const wanted = { now, max: maxSelected };
  const people = await listHouseholdPeople(db, viewer.householdId);
  return {
    isOverdue,
    tasks: await (isOverdue ? listOverdue : listOpenTasks)(db, viewer, wanted),
    count: await (isOverdue ? countOverdue(db, viewer, now) : countOpenTasks(db, viewer)),
    people: people.map(({ id, label: name }) => ({ id, name })),
    lists: (await listLists(db, viewer)).map(({ id, name }) => ({ id, name })),
    hasWeekend: nextDays(now, viewer.timeZone).weekend !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const isOverdue = isOverduePage(args.request);
  const page = isOverdue ? overduePage : "/tasks/select";
  const viewer = await requireViewer(args, { returnTo: page });
  const submission = await readForm(args.request, selectedChange);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { tasks } = submission.value;
  const change = await readChange(viewer, submission.value);
  if ("refused" in change)
    return redirectWithToast(page, toast("error", "Nothing changed", { message: change.refused }));
  const changed = await changeSelected(database(), viewer, tasks, change.choice);
  const { count, from, until } = changed;
  const message = describeRest(tasks.length - count, changed);
  const isLeft = isOverdue && (await countOverdue(database(), viewer)) > 0;
  const to = isLeft ? page : "/dashboard";
  if (count === 0) return redirectWithToast(to, toast("error", "Nothing changed", { message }));
  const undo = `/tasks/undo?${new URLSearchParams({ from, until })}`;
  const words = `${describe(count)} ${change.words}`;
  return redirectWithToast(to, toast("success", words, { message, undo, undoneAt: page }));
}

/** Also says what was done, after "3 tasks". Refuses a person or a list that has gone. */
async function readChange(
  viewer: SignedIn,
  { choice, date, personId, listId }: SelectedChange,
): Promise<{ choice: AtOnce; words: string } | { refused: string }> {
  if (choice === "done") return { choice, words: "completed" };
  if (choice === "delete") return { choice, words: "deleted" };
  if (choice === "who") {
    const people = await listHouseholdPeople(database(), viewer.householdId);
    const person = personId === undefined ? null : findChosenPerson(people, personId);
    if (person === undefined) return { refused: "That person isn't on your list any more." };
    const words = `given to ${person?.label ?? "anyone"}`;
    return { choice: { personId: person?.id ?? null }, words };
  }
  if (choice === "list") {
    const list = listId === undefined ? null : await findList(database(), viewer, listId);
    if (!list) return { refused: "That list is gone." };
    return { choice: { listId: list.id }, words: `moved to ${list.name}` };
  }
  const { tomorrow, weekend } = nextDays(nowIso(), viewer.timeZone);
  const day = { tomorrow, weekend: weekend ?? tomorrow, date: date ?? tomorrow }[choice];
  return {
    choice: { date: day },
    words: `moved to ${formatDayName(Temporal.PlainDate.from(day))}`,
  };
}

/** Says what stayed, and which later dates are gone; undefined if neither. */
function describeRest(
  unchanged: number,
  { replacing, refused }: ChangedAtOnce,
): string | undefined {
  const left = unchanged - refused.length;
  const isAre = left === 1 ? "is" : "are";
  const stayed = left > 0 && `${describe(left)} had changed meanwhile, and ${isAre} as before.`;
  const each = [...refused, ...replacing].map(({ title, words }) => `“${title}”: ${words}`);
  const more = each.length > maxNamed && `${each.length - maxNamed} more are like these.`;
  return [stayed, ...each.slice(0, maxNamed), more].filter(Boolean).join(" ") || undefined;
}

const maxNamed = 3;

const describe = (count: number) => (count === 1 ? "1 task" : `${count} tasks`);

/** Returns the values of the boxes that were ticked, as Conform read the form. */
const boxesIn = (tasks: unknown) =>
  Array.isArray(tasks)
    ? tasks.flatMap((task: { seen?: string } | undefined) => task?.seen ?? [])
    : [];

export default function SelectTasks() {
  const { isOverdue, tasks, count, people, lists, hasWeekend } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const errors = failure || !answer || !("error" in answer) ? {} : (answer.error ?? {});
  const sent = answer && "initialValue" in answer ? answer.initialValue : undefined;
  const ticked = sent && new Set(boxesIn(sent.tasks));
  const empty = isOverdue ? "Nothing is overdue. Well done." : "There is nothing to select.";
  return (
    <FormPage
      title={isOverdue ? "All overdue" : "Select tasks"}
      back={<BackLink to="/dashboard">All tasks</BackLink>}
    >
      <Toasts toast={failure} />
      {tasks.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <Form method="post" action={isOverdue ? overduePage : "/tasks/select"} className="stack">
          {/* Otherwise Enter in a box would complete everything that is ticked. */}
          <EnterButton choice="date" />
          <TasksToSelect {...{ isOverdue, tasks, count }} sent={ticked} errors={errors.tasks} />
          <SelectedChoices {...{ people, lists, hasWeekend, sent }} errors={errors.date} />
        </Form>
      )}
    </FormPage>
  );
}
