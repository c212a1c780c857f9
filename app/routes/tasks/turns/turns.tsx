import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { findTurnsForm, setTurns } from "#app/domain/series/changing/set-turns.server.ts";
import { keptTurnsFields, turnsInput } from "#app/domain/series/turns/input.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask, redirectToTask } from "#app/routes/tasks/after-action.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { SelectField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Whose turn is it? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const shownId = args.params.id ?? "";
  // A redirect would lose what was typed and refused.
  const id = (await findPresent(database(), viewer, shownId)) ?? shownId;
  const form = (await findTurnsForm(database(), viewer, id)) ?? (await redirectToTask(viewer, id));
  return { ...form, kept: await giveBackReply(viewer, args.request, turnsInput) };
}

export async function action(args: ActionFunctionArgs) {
  const shownId = args.params.id ?? "";
  const viewer = await requireViewer(args, {
    returnTo: `/tasks/${shownId}/turns`,
    keepFields: keptTurnsFields,
  });
  // The task may have been done since the form was opened: the turns apply to the following ones.
  const id = (await findPresent(database(), viewer, shownId)) ?? shownId;
  if (!(await findTurnsForm(database(), viewer, id))) {
    if (!(await findTask(database(), viewer, shownId)))
      return redirectFromMissingTask(viewer, shownId);
    return redirectWithToast(
      `/tasks/${shownId}`,
      toast("error", "Nothing changed", { message: "It doesn't come again." }),
    );
  }
  const submission = await readForm(args.request, turnsInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await setTurns(database(), viewer, id, submission.value);
  if (outcome === "missing") return redirectFromMissingTask(viewer, id);
  if (outcome === "saved")
    return redirectWithToast(`/tasks/${id}`, toast("success", "Turns saved"));
  const fieldErrors = { people: ["Someone left the family meanwhile. Please choose again."] };
  return data(submission.reply({ fieldErrors }), { status: 400 });
}

export default function TurnsPage() {
  const { id, title, people, who, order, chosen, current, isByYes, kept } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <FormPage title="Whose turn is it?" back={<BackLink to={`/tasks/${id}`}>Task</BackLink>}>
      <Toasts toast={failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      <div className="stack">
        <TurnsForm
          taskId={id}
          who={who}
          order={order}
          chosen={[...chosen]}
          people={people}
          lastResult={failure ? undefined : (answer ?? kept)}
        />
        <TakeTurnForm taskId={id} people={people} current={current} isByYes={isByYes} />
        <p>
          <a className="text-link" href="/family/away">
            Who is away, and when
          </a>
        </p>
      </div>
    </FormPage>
  );
}

interface TakeTurnFormProps {
  taskId: string;
  people: { id: string; name: string; isViewer: boolean }[];
  /** The person who has it now, by a turn or by a yes; empty for nobody. */
  current: string;
  isByYes: boolean;
}

/** Gives one occurrence to another person: "Sam takes mine today". */
function TakeTurnForm({ taskId, people, current, isByYes }: TakeTurnFormProps) {
  const others = people.filter(({ id }) => id !== current);
  if (others.length === 0) return null;
  return (
    <PageForm action={`/tasks/${taskId}/turns/take`} className="card-panel stack">
      <p className="font-bold">Only this time</p>
      <input type="hidden" name="from" value={current} />
      <input type="hidden" name="redirectTo" value={`/tasks/${taskId}`} />
      <div className="flex flex-wrap gap-2">
        {others.map(({ id, name, isViewer }) => (
          <button key={id} type="submit" className="choice" name="person" value={id}>
            {isViewer ? (
              "I'll do it"
            ) : (
              <>
                <bdi>{name}</bdi> does it
              </>
            )}
          </button>
        ))}
      </div>
      <p className="hint">
        <WhoIsNotified saidYes={isByYes ? people.find(({ id }) => id === current) : undefined} /> To
        ask someone, use Delegate.
      </p>
    </PageForm>
  );
}

function WhoIsNotified({ saidYes }: { saidYes: { name: string; isViewer: boolean } | undefined }) {
  if (!saidYes) return "Nobody gets a message.";
  if (saidYes.isViewer) return "You said yes, so whoever asked you gets a message.";
  return (
    <>
      <bdi>{saidYes.name}</bdi> said yes, and gets a message.
    </>
  );
}

interface TurnsFormProps {
  taskId: string;
  who: "nobody" | "anyone" | "people";
  order: string;
  chosen: string[];
  people: { id: string; name: string; isViewer: boolean }[];
  lastResult?: SubmissionResult<string[]>;
}

const choices = [
  { value: "nobody", label: "Nobody in particular" },
  { value: "anyone", label: "Anyone can take it" },
  { value: "people", label: "These people:" },
] as const;

const orders = [
  { value: "each", label: "In turns, one after the other" },
  { value: "week", label: "A week each" },
  { value: "least", label: "The one who did it least lately" },
] as const;

function TurnsForm({ taskId, who, order, chosen, people, lastResult }: TurnsFormProps) {
  const [form, fields] = useZodForm({
    id: "turns",
    schema: turnsInput,
    defaultValue: { who, order, people: chosen.map((id) => ({ id })) },
    lastResult,
  });
  const typed = lastResult?.initialValue as { who?: string; people?: unknown } | undefined;
  const isChosen = new Set(typed ? idsIn(typed.people) : chosen);
  const peopleErrors = fields.people.errors;
  return (
    <PageForm
      action={`/tasks/${taskId}/turns`}
      {...getFormProps(form)}
      className="card-panel stack"
    >
      <fieldset className="min-w-0">
        <legend className="group-legend">Who does it?</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="check-row">
            <input
              type="radio"
              name={fields.who.name}
              value={value}
              defaultChecked={(typed?.who ?? who) === value}
            />
            {label}
          </label>
        ))}
        <div
          className="pl-8"
          role="group"
          aria-label="People"
          aria-describedby={peopleErrors && "people-error"}
        >
          {people.map(({ id, name, isViewer }, index) => (
            <label key={id} className="check-row">
              <input
                type="checkbox"
                name={`people[${index}].id`}
                value={id}
                defaultChecked={isChosen.has(id)}
              />
              <span dir="auto">{isViewer ? `${name} (you)` : name}</span>
            </label>
          ))}
          {peopleErrors && (
            <p id="people-error" className="field-error">
              {peopleErrors.join(" ")}
            </p>
          )}
        </div>
      </fieldset>
      <SelectField field={fields.order} label="If several" hint="People who are away are left out.">
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SaveRow>Save</SaveRow>
    </PageForm>
  );
}

function idsIn(people: unknown): string[] {
  if (!Array.isArray(people)) return [];
  return people.flatMap((person: { id?: unknown } | undefined) =>
    typeof person?.id === "string" ? [person.id] : [],
  );
}
