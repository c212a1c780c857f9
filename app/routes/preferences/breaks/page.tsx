import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Link } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { BreakForm } from "#app/ui/breaks/break-form.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { failureToast } from "#app/ui/live/toast.tsx";
import { listBreaks } from "#app/domain/series/occurrences/breaks.server.ts";
import { addBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { breakInput } from "#app/domain/series/input.ts";
import { readForm, withLinkedValues, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Breaks · Mila" }];

const page = "/preferences/breaks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    breaks: await listBreaks(database(), viewer),
    typed: await withTypedValues(viewer, args.request, {
      ...withLinkedValues(args.request, { name: "" }),
      startsOn: "",
      endsOn: "",
    }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(breakInput.shape) });
  const submission = await readForm(args.request, breakInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { name } = submission.value;
  if ((await addBreak(database(), viewer, submission.value)) === "too_many") {
    return data(submission.reply({ fieldErrors: { name: [tooMany] } }), { status: 400 });
  }
  return redirectWithToast(page, toast("success", `${name} added`, { endsForm: true }));
}

const tooMany = "You can have up to 50 breaks. Remove those that are over.";

export default function Breaks() {
  const { breaks, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  return (
    <SettingsPage
      heading="Breaks"
      subtitle="When repeating tasks pause, if you say so: “piano every Wednesday at 4 except school holidays”."
      answer={answer}
    >
      <BreakList breaks={breaks} />
      <h2 className="section-title mt-6">Add a break</h2>
      <BreakForm
        key={formKey}
        values={typed}
        submitText="Add"
        lastResult={failure ? undefined : answer}
      />
    </SettingsPage>
  );
}

interface BreakListProps {
  breaks: { id: string; name: string; dates: string; isOver: boolean }[];
}

function BreakList({ breaks }: BreakListProps) {
  if (breaks.length === 0)
    return <p className="empty">None yet. Add the dates of the school holidays, for example.</p>;
  return (
    <ul className="rows">
      {breaks.map(({ id, name, dates, isOver }) => (
        <li key={id} className="row">
          <h2 className="row-name" dir="auto">
            {name}
          </h2>
          <p className="row-facts">
            <span>{dates}</span>
            {isOver && <span>Over</span>}
          </p>
          <div className="row-actions">
            <Link
              to={`/preferences/breaks/${id}/edit`}
              className="row-button"
              aria-label={`Edit ${name}, ${dates}`}
            >
              Edit
            </Link>
            <ConfirmedButton
              label="Remove"
              question={`Remove “${name}”, ${dates}? Tasks that pause in it will come then too.`}
              action={`/preferences/breaks/${id}/remove`}
              confirmLabel={`Remove ${name}`}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
