import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { FamilyMemberForm } from "#app/ui/family/family-member-form.tsx";
import { WelcomePage } from "#app/ui/dashboard/welcome-page.tsx";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { addFromForm, typedMember } from "../preferences/family/add-from-form.server.ts";
import { findStep, finishQuestion } from "./next.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Who shares the load? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const step = await findStep(viewer, "sharing");
  return { step, isOwner: mayInvite(viewer), member: await typedMember(viewer, args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, refused } = await addFromForm(args);
  return refused ? data(refused, { status: 400 }) : finishQuestion(viewer, "sharing");
}

export default function Sharing() {
  const { step, isOwner, member } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <WelcomePage
      question="sharing"
      step={step}
      heading="Who shares the load?"
      hint="You can ask them to take a task. They answer from their phone, without an account."
      answer={answer}
    >
      <FamilyMemberForm
        member={member}
        submitText="Next"
        offersInvitation={isOwner}
        lastResult={failureIn(answer) ? undefined : answer}
      />
    </WelcomePage>
  );
}
