import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addAwayDates, listAwayDates } from "#app/domain/series/changing/away.server.ts";
import { awayInput } from "#app/domain/series/turns/input.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { SelectField, TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useButtonForms, PageForm, ButtonForm } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Away · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    ...(await listAwayDates(database(), viewer)),
    kept: await giveBackReply(viewer, args.request, awayInput),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, {
    returnTo: "/family/away",
    keepFields: Object.keys(awayInput.shape),
  });
  const submission = await readForm(args.request, awayInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await addAwayDates(database(), viewer, submission.value);
  if (outcome === "added")
    return redirectWithToast("/family/away", toast("success", "Others take those turns"));
  return data(submission.reply({ fieldErrors: { person: [problems[outcome]] } }), { status: 400 });
}

const problems = {
  missing: "Please choose someone of your family",
  too_many: "There are 100 entries already. Please remove some first.",
};

export default function Away() {
  const { people, away, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  return (
    <FormPage title="Away" back={<BackLink to="/family">Family</BackLink>}>
      <Toasts toast={failure ?? buttons.failure} />
      <p className="hint mb-4">Someone who is away gets no turns. Others take them.</p>
      <div className="stack">
        <AwayList away={away} />
        <AwayForm
          key={away.length}
          people={people}
          lastResult={failure ? undefined : (answer ?? kept)}
        />
      </div>
    </FormPage>
  );
}

interface AwayFormProps {
  people: { id: string; name: string }[];
  lastResult?: SubmissionResult<string[]>;
}

function AwayForm({ people, lastResult }: AwayFormProps) {
  const [form, { person, firstOn, lastOn }] = useZodForm({
    id: "away",
    schema: awayInput,
    defaultValue: { person: people[0]?.id ?? "", firstOn: "", lastOn: "" },
    lastResult,
  });
  return (
    <PageForm action="/family/away" {...getFormProps(form)} className="card-panel stack">
      <SelectField field={person} label="Who is away?">
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField field={firstOn} label="From" type="date" required />
      <TextField field={lastOn} label="Until" hint="The last day away" type="date" required />
      <SaveRow>Add</SaveRow>
    </PageForm>
  );
}

function AwayList({ away }: { away: { id: string; name: string; days: string }[] }) {
  if (away.length === 0) return <p className="empty">Nobody is away</p>;
  return (
    <ul className="task-list">
      {away.map(({ id, name, days }) => (
        <li key={id} className="task-reminder" data-status="pending">
          <div className="min-w-0 grow" id={`away-${id}`}>
            <p className="font-semibold wrap-anywhere" dir="auto">
              {name}
            </p>
            <p className="hint">{days}</p>
          </div>
          <ButtonForm action={`/family/away/${id}/delete`}>
            <button
              type="submit"
              className="task-button"
              aria-label="Remove"
              aria-describedby={`away-${id}`}
            >
              <Icon name="x" />
            </button>
          </ButtonForm>
        </li>
      ))}
    </ul>
  );
}
