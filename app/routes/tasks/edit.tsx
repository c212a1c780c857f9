import { type Submission, type SubmissionResult, getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { nowIso } from "#app/domain/core/time.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { type HouseholdPerson, listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { findCardSeries, findReplacement } from "#app/domain/series/card-series.server.ts";
import { findYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { describeTurns } from "#app/domain/series/describe-turns.server.ts";
import { maxItemName } from "#app/domain/lists/limits.ts";
import { addToChecklist, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";
import { itemsIn } from "#app/domain/understanding/intent/items.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import { skippedTimeError, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { NoRoom, TurnsDecide } from "#app/domain/tasks/events.server.ts";
import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { nobody, type TaskDraft, taskDraft } from "#app/domain/tasks/input.ts";
import { findUnused } from "#app/domain/tasks/readings/task-reading.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { Choices } from "#app/ui/kit/choices.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { FormPage, LeaveLink } from "#app/ui/shell/form-page.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import {
  ConflictNote,
  PresentNote,
  type PresentTask,
  type TheirChange,
} from "#app/ui/tasks/conflict-note.tsx";
import { UnusedNote } from "#app/ui/tasks/date/chips.tsx";
import { TaskFields } from "#app/ui/tasks/task-fields.tsx";
import { database } from "#db/connection.server.ts";
import { describeChange } from "./repeat/words.server.ts";
import { findUnclearAssignees } from "./unclear-assignee.server.ts";

const choices = [
  { value: "one", label: "Only this one", hint: null, isDisabled: false },
  { value: "following", label: "This and the following", hint: null, isDisabled: false },
  { value: "all", label: "All", hint: null, isDisabled: false },
];

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Edit task · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  if (task.is_ahead) throw redirect(`/tasks/${task.id}`);
  const timeZone = task.due_time_zone ?? viewer.timeZone;
  const people = await listHouseholdPeople(database(), viewer.householdId);
  const assignee = labelOfAssignee(people, task);
  const saved = {
    title: task.title,
    category: task.category,
    description: task.description ?? "",
    dueDate: task.due_local ?? "",
    assignee,
    assigneeBefore: assignee,
    aboutId: task.about_id ?? nobody,
    checklist: "",
    version: String(task.version),
    scope: "one",
    endsTurns: "",
  };
  return {
    task: await withTypedValues(viewer, args.request, saved),
    deleted: await wordsOfDeletion(viewer, task),
    timeZone: timeZone === viewer.timeZone ? null : timeZone,
    isRepeating: (await findCardSeries(database(), viewer, [task.id])).has(task.id),
    turns: await describeTurns(database(), viewer, task.id),
    people: people.map(({ id, label }) => ({ id, label })),
    former: formerOf(people, task),
    unused: await findUnused(database(), task.id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(taskDraft.shape) });
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  const submission = await readForm(args.request, taskDraft);
  if (!task) noLongerThere("This task", wordsIn(submission));
  // The page was opened while the previous occurrence was done.
  if (task.is_ahead) {
    const message = "The one before it is open again.";
    return redirectWithToast(`/tasks/${task.id}`, toast("error", "Nothing changed", { message }));
  }
  if (submission.status !== "success") return refuse(submission.reply());
  const draft = submission.value;
  const next = await findNext(viewer, task);
  if (next) {
    const reply = submission.reply();
    const initialValue = { ...reply.initialValue, ...choicesFor(next, task, draft) };
    const kept = { ...reply, initialValue };
    const { id, version } = next;
    const [due, why] = [dueLabel(viewer, next), await whyOver(viewer, task)];
    const present = { id, version, assignee: next.assignee ?? "", due, why };
    return data({ submission: kept, theirs: null, present }, { status: 409 });
  }
  const timeZone = task.due_time_zone ?? viewer.timeZone;
  const mistake = findMistake(draft, timeZone) ?? (await findSavedMistake(viewer, task, draft));
  if (mistake) return refuse(submission.reply({ fieldErrors: mistake }));
  const endsSeries = await endsSeriesBy(viewer, task, draft);
  const outcome = await editTask(database(), viewer, task.id, draft, timeZone).catch(refusalIn);
  if (typeof outcome === "object") return refuse(submission.reply({ fieldErrors: outcome }));
  if (outcome === "missing") noLongerThere("This task", wordsIn(submission));
  if (outcome === "changed") {
    const theirs = await viewTheirs(viewer, task);
    const reply = submission.reply();
    const initialValue = { ...reply.initialValue, ...assigneeFor(task, draft) };
    const kept = { ...reply, initialValue };
    return data({ submission: kept, theirs, present: null }, { status: 409 });
  }
  await addTyped(viewer, task, draft);
  const words = await describeChange(viewer, task, { isForOthers: draft.scope !== "one" });
  const message = endsSeries ? "Without a date it doesn't repeat." : words;
  return redirectWithToast("/dashboard", toast("success", "Task saved!", { message }));
}

/** Returns the name as the form accepts it, with what distinguishes two people of one name. */
function labelOfAssignee(
  people: readonly HouseholdPerson[],
  { assignee, assignee_id }: Task,
): string {
  if (!assignee_id) return assignee ?? "";
  return people.find(({ id }) => id === assignee_id)?.label ?? assignee ?? "";
}

/** Returns the person whom the task is about, if they have left. */
function formerOf(people: readonly HouseholdPerson[], { about_id: id, about }: Task) {
  const isHere = id === null || people.some((person) => person.id === id);
  return isHere ? null : { id, label: about ?? "" };
}

/** Compares the form with what is saved. */
async function findSavedMistake(viewer: SignedIn, task: Task, draft: TaskDraft) {
  return (
    (await findUnclearAssignee(viewer, task, draft)) ??
    (await findYesToOne(task, draft)) ??
    (await findTooMany(task, draft))
  );
}

async function findUnclearAssignee(
  viewer: SignedIn,
  task: Task,
  { assignee, assigneeBefore }: TaskDraft,
): Promise<Mistake | null> {
  const isKept = assignee === assigneeBefore || assignee === task.assignee;
  const unclear = isKept ? undefined : (await findUnclearAssignees(viewer, [assignee])).get(0);
  return unclear === undefined ? null : { assignee: [unclear] };
}

function refuse(submission: SubmissionResult<string[]>) {
  return data({ submission, theirs: null, present: null }, { status: 400 });
}

/** Finds the occurrence that replaced a deleted task of a series. */
async function findNext(viewer: SignedIn, task: Task): Promise<Task | undefined> {
  const replacement = task.deleted_at && (await findReplacement(database(), task.id));
  return replacement ? findTask(database(), viewer, replacement) : undefined;
}

/** The date and the person belong to the earlier occurrence, unless the user chose others. */
function choicesFor(next: Task, task: Task, draft: TaskDraft) {
  const { dueDate } = draft;
  return {
    dueDate: (dueDate === task.due_local ? next.due_local : dueDate) ?? "",
    ...assigneeFor(next, draft),
  };
}

/** Whoever said yes meanwhile keeps the task, unless someone chose another. */
function assigneeFor(present: Task, { assignee, assigneeBefore }: TaskDraft) {
  return assignee === assigneeBefore ? { assignee: present.assignee ?? "" } : {};
}

async function endsSeriesBy(
  viewer: SignedIn,
  task: Task,
  { dueDate }: { dueDate?: string | undefined },
): Promise<boolean> {
  if (task.due_local === null || dueDate) return false;
  return (await findCardSeries(database(), viewer, [task.id])).get(task.id)?.isOpen ?? false;
}

/** Shows what someone else has saved since. */
async function viewTheirs(viewer: SignedIn, task: Task) {
  const { title, category, description, assignee, version } = task;
  const due = dueLabel(viewer, task);
  const deleted = await wordsOfDeletion(viewer, task);
  const completed = task.is_completed ? await wordsOfLastAction(viewer, task) : null;
  return { title, category, description, due, assignee, version, deleted, completed };
}

async function whyOver(viewer: SignedIn, task: Task): Promise<string> {
  const words = task.was_missed ? null : await wordsOfLastAction(viewer, task);
  return words ?? "Its time is over";
}

const wordsIn = ({ payload: { title, description } }: Submission<unknown>) =>
  [title, description].filter((text) => typeof text === "string" && text !== "") as string[];

function dueLabel(viewer: SignedIn, task: Task): string | null {
  return viewDue(task, viewer.timeZone, nowIso())?.label ?? null;
}

/** Returns "Deleted by Sam", or null if it isn't deleted. */
async function wordsOfDeletion(viewer: SignedIn, task: Task): Promise<string | null> {
  return task.deleted_at && wordsOfLastAction(viewer, task);
}

async function wordsOfLastAction(viewer: SignedIn, { id }: Task): Promise<string | null> {
  return (await findLastAction(database(), viewer, id))?.words ?? null;
}

type Mistake = Record<string, string[]>;

function findMistake({ dueDate, endsTurns, scope }: TaskDraft, timeZone: string): Mistake | null {
  const skipped = skippedTimeError(dueDate, timeZone);
  if (skipped) return { dueDate: [skipped] };
  return endsTurns && scope === "one" ? { endsTurns: [turnsStay] } : null;
}

/** The person above has only this one, by a yes, so the turns can't end for them. */
async function findYesToOne(task: Task, draft: TaskDraft): Promise<Mistake | null> {
  const isTheirs = task.delegation_status === "accepted" && task.assignee === draft.assignee;
  if (!draft.endsTurns || !isTheirs) return null;
  const forAll = (await findYesToAll(database(), [task.id])).get(task.id);
  if (forAll?.personId === task.assignee_id) return null;
  const words = `${task.assignee} said yes to this one only.`;
  return { endsTurns: [`${words} Ask for all of them, or choose somebody else above.`] };
}

async function findTooMany({ id }: Task, { checklist = "" }: TaskDraft): Promise<Mistake | null> {
  const names = itemsIn(checklist);
  if (names.some((name) => name.length > maxItemName))
    return { checklist: [`Use at most ${maxItemName} characters for each item`] };
  const count = names.length > 0 ? (await findChecklist(database(), id)).length : 0;
  return count + names.length > maxChecklistItems
    ? { checklist: [`A checklist holds ${maxChecklistItems} items.`] }
    : null;
}

async function addTyped(viewer: SignedIn, { id }: Task, { checklist = "", version }: TaskDraft) {
  const names = itemsIn(checklist);
  const requestId = `edit of version ${version}`;
  if (names.length > 0) await addToChecklist(database(), viewer, id, { names, requestId });
}

function refusalIn(error: unknown): Mistake {
  if (error instanceof NoRoom) return { description: [error.message] };
  if (error instanceof TurnsDecide) return { endsTurns: [turnsDecide] };
  throw error;
}

const turnsDecide =
  "Turns decide who does the following ones. End them, or choose “Only this one” for another person.";
const turnsStay = "Turns end only for those that follow. Choose “This and the following” or “All”.";

export default function EditTask() {
  const { task, deleted, timeZone, isRepeating, turns, people, former, unused } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <FormPage title="Edit task">
      <Toasts toast={failure} />
      <UnusedNote words={unused} />
      <EditTaskForm
        key={answer?.present?.id}
        task={task}
        timeZone={timeZone}
        isRepeating={isRepeating}
        turns={turns}
        people={people}
        former={former}
        lastResult={failure ? undefined : answer?.submission}
        theirs={answer?.theirs ?? null}
        present={answer?.present ?? null}
        deleted={deleted}
      />
    </FormPage>
  );
}

interface EditTaskFormProps {
  task: Record<
    | "title"
    | "category"
    | "description"
    | "dueDate"
    | "assignee"
    | "assigneeBefore"
    | "aboutId"
    | "checklist"
    | "version"
    | "scope"
    | "endsTurns",
    string
  >;
  /** Set only if the due date's zone differs from the viewer's. */
  timeZone: string | null;
  isRepeating: boolean;
  /** "Nora and Sam take turns"; null if turns do not decide who does it. */
  turns: string | null;
  /** The household. */
  people: readonly { id: string; label: string }[];
  /** The person whom it is about, if they have left. */
  former: { id: string; label: string } | null;
  lastResult?: SubmissionResult<string[]>;
  /** What someone else saved while the form was open. */
  theirs: TheirChange | null;
  /** The present occurrence, if the series has gone on since the form was opened. */
  present: PresentTask | null;
  /**
   * For example, "Sam deleted this a moment ago". Set only if the task was deleted before the form
   * opened.
   */
  deleted: string | null;
}

function EditTaskForm({
  task,
  timeZone,
  isRepeating,
  turns,
  people,
  former,
  lastResult,
  theirs,
  present,
  deleted,
}: EditTaskFormProps) {
  const [form, fields] = useZodForm({
    id: "edit-task",
    schema: taskDraft,
    defaultValue: task,
    lastResult,
  });
  return (
    <PageForm
      {...getFormProps(form)}
      action={present ? `/tasks/${present.id}/edit` : undefined}
      className="card-panel stack"
    >
      {present ? (
        <PresentNote {...present} />
      ) : (
        <ConflictNote theirs={theirs} deleted={theirs?.deleted ?? deleted} />
      )}
      <input
        type="hidden"
        name="version"
        value={present?.version ?? theirs?.version ?? task.version}
      />
      <input
        type="hidden"
        name="assigneeBefore"
        value={present?.assignee ?? (theirs ? (theirs.assignee ?? "") : task.assigneeBefore)}
      />
      <TaskFields fields={fields} timeZone={timeZone} people={people} former={former} />
      <TextField
        field={fields.checklist}
        label="Add to the checklist"
        placeholder="Socks, tent and torch"
        autoComplete="off"
        dir="auto"
      />
      {isRepeating && <ScopeChoices chosen={fields.scope.initialValue ?? "one"} />}
      <EndTurns
        turns={turns}
        isChosen={fields.endsTurns.initialValue === "yes"}
        errors={fields.endsTurns.errors}
      />
      <SaveRow cancel={<LeaveLink>Cancel</LeaveLink>}>Save Changes</SaveRow>
    </PageForm>
  );
}

function ScopeChoices({ chosen }: { chosen: string }) {
  return (
    <div>
      <Choices name="scope" legend="What should change?" chosen={chosen} choices={choices} />
      <p className="hint">
        A new time is for all that you choose, and so is a new day if the others can move with it.
      </p>
    </div>
  );
}

function EndTurns({
  turns,
  isChosen,
  errors,
}: {
  turns: string | null;
  isChosen: boolean;
  errors: string[] | undefined;
}) {
  if (turns === null) return null;
  return (
    <div role="group" aria-labelledby="turns-now" aria-describedby={errors && "ends-turns-error"}>
      <p id="turns-now" className="hint" dir="auto">
        {turns}.
      </p>
      <label className="check-row">
        <input type="checkbox" name="endsTurns" value="yes" defaultChecked={isChosen} />
        End the turns: the following are for the person above
      </label>
      {errors && (
        <p id="ends-turns-error" className="field-error">
          {errors.join(" ")}
        </p>
      )}
    </div>
  );
}
