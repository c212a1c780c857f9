import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { addChildren, findNamesake } from "#app/domain/people/family/add-children.server.ts";
import { childrenInput } from "#app/domain/people/family/input.ts";
import { tooManyPeople } from "#app/domain/people/room-for-people.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { tellApart } from "#app/ui/family/copy.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { WelcomePage } from "#app/ui/welcome/welcome-page.tsx";
import { database } from "#db/connection.server.ts";
import { findStep, finishQuestion } from "./next.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Your children · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    step: await findStep(viewer, "children"),
    ...(await withTypedValues(viewer, args.request, { names: "" })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(childrenInput.shape) });
  const submission = await readForm(args.request, childrenInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { names } = submission.value;
  const namesake = findNamesake(names);
  if (namesake) {
    const error = `Is there more than one ${namesake}? ${tellApart(namesake)}`;
    return data(submission.reply({ fieldErrors: { names: [error] } }), { status: 400 });
  }
  if (!(await addChildren(database(), viewer.userId, names))) {
    return data(submission.reply({ fieldErrors: { names: [tooManyPeople] } }), { status: 429 });
  }
  return finishQuestion(viewer, "children");
}

export default function Children() {
  const { step, names } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <WelcomePage
      question="children"
      step={step}
      heading="What are your children's names?"
      hint="I'll know that “Emma has practice” belongs under Kids."
      answer={answer}
    >
      <ChildrenForm names={names} lastResult={failureIn(answer) ? undefined : answer} />
    </WelcomePage>
  );
}

function ChildrenForm({
  names,
  lastResult,
}: {
  names: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, fields] = useZodForm({
    id: "children",
    schema: childrenInput,
    defaultValue: { names },
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={fields.names}
        label="First names"
        hint="With commas between them: Emma, Leo"
        autoComplete="off"
        maxLength={1000}
        dir="auto"
        required
      />
      <SaveRow>Next</SaveRow>
    </Form>
  );
}
