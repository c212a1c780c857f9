import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { WelcomePage } from "#app/ui/welcome/welcome-page.tsx";
import { YouForm } from "#app/ui/welcome/you-form.tsx";
import { nameAndRole } from "#app/domain/accounts/profile/input.ts";
import { findProfile, saveNameAndRole } from "#app/domain/accounts/profile/profile.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";
import { findStep, finishQuestion } from "./next.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Who are you? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { firstName, lastName, role } = await findProfile(database(), viewer.userId);
  const saved = { firstName: firstName ?? "", lastName: lastName ?? "", role };
  return {
    step: await findStep(viewer, "you"),
    you: await withTypedValues(viewer, args.request, saved),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(nameAndRole.shape) });
  const submission = await readForm(args.request, nameAndRole);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { firstName = null, lastName = null, role } = submission.value;
  await saveNameAndRole(database(), viewer.userId, { firstName, lastName, role });
  return finishQuestion(viewer, "you");
}

export default function You() {
  const { step, you } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <WelcomePage
      question="you"
      step={step}
      heading="Who are you?"
      hint="Your family sees your name when you invite them or ask for help."
      answer={answer}
    >
      <YouForm you={you} lastResult={failureIn(answer) ? undefined : answer} />
    </WelcomePage>
  );
}
