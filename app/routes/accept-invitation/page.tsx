import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import {
  AcceptForm,
  InvalidInvitation,
  OtherAddress,
  SignInToAccept,
} from "#app/ui/family/accept-invitation.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { acceptanceInput } from "#app/domain/people/invitations/input.ts";
import { hasJoinedByLink } from "#app/domain/people/invitations/invitation-link.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { acceptanceRefusals, viewInvitation } from "./view-invitation.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction({
  title: "Error",
  message: "Failed to accept invitation",
});

export const meta: MetaFunction = () => [{ title: "Family Invitation · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  const { status, ...view } = await viewInvitation(args, token);
  return data(view, { status });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { addressFields: ["token"] });
  const { ipAddress } = args.context;
  const submission = await readForm(args.request, acceptanceInput);
  const refuse = (outcome: keyof typeof acceptanceRefusals) => {
    const { status, message } = acceptanceRefusals[outcome];
    return data(
      { toast: toast("error", "Error", { message }), isInvalid: status === 400 },
      { status },
    );
  };
  if (submission.status !== "success") return refuse("forged");
  const { token } = submission.value;
  const { linkKey } = linkBase(args.request);
  const outcome = await acceptInvitation(database(), viewer.userId, { linkKey, token });
  if (outcome === "forged" && !allowInMemory("guesses", ipAddress)) return refuse("too_many");
  // A second press, or the first one's answer was lost.
  const isRepeated =
    outcome === "ended" && (await hasJoinedByLink(database(), viewer, linkKey, token));
  if (outcome !== "joined" && !isRepeated) return refuse(outcome);
  const message = `You've joined the family!${await sayIfFull(viewer.userId)}`;
  return redirectWithToast("/family", toast("success", "Success!", { message }));
}

/** Two households that join may have more than one could add. */
async function sayIfFull(userId: string): Promise<string> {
  const { householdId } = await getMembership(database(), userId);
  const isFull = (await findNoRoom(database(), householdId, { tasks: 1, series: 1 })) !== null;
  return isFull
    ? " Together you have more tasks than I can add to. Complete or delete some to add new ones."
    : "";
}

export default function AcceptInvitation() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "toast" in answer ? answer : undefined;
  const type = refusal?.isInvalid ? "invalid" : view.type;
  return (
    <main id="main" tabIndex={-1} className="narrow-page">
      <Toasts
        toast={failureToast(answer) ?? refusal?.toast ?? ("toast" in view ? view.toast : undefined)}
      />
      {type === "invalid" && <InvalidInvitation />}
      {view.type === "for_visitor" && <SignInToAccept token={view.token} />}
      {view.type === "other_address" && <OtherAddress {...view} />}
      {type === "open" && view.type === "open" && <AcceptForm {...view} />}
    </main>
  );
}
