import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form, Link } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { acceptanceInput, keptAcceptanceFields } from "#app/domain/people/invitations/input.ts";
import { hasJoinedByLink } from "#app/domain/people/invitations/invitation-link.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { Choices } from "#app/ui/kit/choices.tsx";
import { MilaFace } from "#app/ui/kit/mila-face.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { SignOutForm } from "#app/ui/shell/sign-out-form.tsx";
import { database } from "#db/connection.server.ts";
import { acceptanceRefusals, readSamePeople, viewInvitation } from "./view-invitation.server.ts";

const invitationPath = (token: string) => `/accept-invitation?${new URLSearchParams({ token })}`;

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
  const viewer = await requireViewer(args, {
    addressFields: ["token"],
    keepFields: keptAcceptanceFields,
  });
  const { ipAddress } = args.context;
  const submission = await readForm(args.request, acceptanceInput);
  const refuse = (outcome: keyof typeof acceptanceRefusals, typed: string[] = []) => {
    const { status, message } = acceptanceRefusals[outcome];
    const isInvalid = outcome === "forged" || outcome === "ended";
    return data({ toast: toast("error", "Error", { message }), isInvalid, typed }, { status });
  };
  if (submission.status !== "success") return refuse("forged");
  const { token, people } = submission.value;
  const { linkKey } = linkBase(args.request);
  const chosen = people.map(({ same }) => same);
  const answers = chosen.map(readSamePeople);
  const outcome = await acceptInvitation(database(), viewer.userId, { linkKey, token, answers });
  if (outcome === "forged" && !allowInMemory("guesses", ipAddress)) return refuse("too_many");
  // True for a second press, and if the first response was lost.
  const isRepeated =
    outcome === "ended" && (await hasJoinedByLink(database(), viewer, linkKey, token));
  if (outcome === "chosen_twice") return refuse(outcome, chosen);
  if (outcome !== "joined" && !isRepeated) return refuse(outcome);
  const message = `You've joined the family!${await sayIfFull(viewer.userId)}`;
  return redirectWithToast("/family", toast("success", "Success!", { message }));
}

/** Two households that join may exceed the limit of one. */
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
      {type === "open" && view.type === "open" && <AcceptForm {...view} refused={refusal?.typed} />}
    </main>
  );
}

/** See the specification, section 2. */
function InvalidInvitation() {
  return (
    <Frame heading="Invalid Invitation">
      <p>This invitation link is invalid or has expired.</p>
      <p className="hint">Ask the person who invited you to send a new one.</p>
      <Link className="button-primary w-full" to="/">
        Go Home
      </Link>
    </Frame>
  );
}

function SignInToAccept({ token }: { token: string }) {
  const redirectTo = invitationPath(token);
  return (
    <Frame heading="Family Invitation">
      <p>You&apos;ve been invited to join a family</p>
      <Link className="button-primary w-full" to={`/auth?${new URLSearchParams({ redirectTo })}`}>
        Sign In to Accept
      </Link>
      <Link
        className="text-link self-center"
        to={`/auth?${new URLSearchParams({ mode: "signup", redirectTo })}`}
      >
        New here? Sign up
      </Link>
    </Frame>
  );
}

interface AcceptFormProps {
  token: string;
  inviterName: string;
  consequence: string | null;
  /** Accompanying people who may already be listed there. */
  questions: Omit<ComponentProps<typeof Choices>, "name">[];
  /** The choices made before signing in again, or before a refusal. */
  typed: string[] | undefined;
  refused: string[] | undefined;
}

function AcceptForm({
  token,
  inviterName,
  consequence,
  questions,
  typed,
  refused,
}: AcceptFormProps) {
  return (
    <Frame heading="Family Invitation">
      <p className="font-bold" dir="auto">
        {inviterName} invited you.
      </p>
      <p>Click the button below to join this family and start sharing tasks and calendars.</p>
      {consequence && <p className="hint">{consequence}</p>}
      {/* Without JavaScript, a refusal renders at this URL and needs the token. */}
      <Form method="post" action={invitationPath(token)} className="stack text-start">
        <input type="hidden" name="token" value={token} />
        {questions.map(({ choices, chosen, ...question }, index) => (
          <Choices
            key={choices[0]?.value}
            {...question}
            choices={choices}
            name={`people[${index}].same`}
            chosen={
              choices.find(({ value }) => (refused ?? typed)?.includes(value))?.value ?? chosen
            }
          />
        ))}
        <SubmitButton className="button-primary w-full" busyText="Accepting...">
          Accept Invitation
        </SubmitButton>
      </Form>
    </Frame>
  );
}

function OtherAddress({ token, invited, own }: { token: string; invited: string; own: string }) {
  return (
    <Frame heading="Family Invitation">
      <p>
        This invitation is for <strong>{invited}</strong>, but you&apos;re signed in as{" "}
        <strong>{own}</strong>.
      </p>
      <p>If both addresses are yours, sign out and sign in with the other one.</p>
      <p>Or ask the person who invited you to invite {own}.</p>
      <SignOutForm className="button-primary w-full" redirectTo={invitationPath(token)}>
        Sign out
      </SignOutForm>
      <Link className="text-link self-center" to="/dashboard">
        Back to your dashboard
      </Link>
    </Frame>
  );
}

function Frame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="card-panel stack text-center">
      <MilaFace className="mx-auto size-16" />
      <h1 className="page-title">{heading}</h1>
      {children}
    </div>
  );
}
