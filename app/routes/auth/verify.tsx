import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { couldNotSaveHere, createClientAction } from "#app/ui/saving/client-action.ts";
import { AccountPage } from "#app/ui/shell/account-page.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { isVerified } from "#app/domain/accounts/confirmed-address.server.ts";
import {
  confirmEmail,
  findAddress,
  findEmailVerification,
  resendEmailVerification,
} from "#app/domain/accounts/email/verification.server.ts";
import { findWaitingAddress } from "#app/domain/accounts/email/waiting-address.server.ts";
import { readRedirectTo } from "#app/server/form.server.ts";
import { canSendEmail, linkBase, readUrlToken } from "#app/server/instance.server.ts";
import { getViewer, leadToSecondStep, requireViewer } from "#app/server/session.server.ts";
import { readSignedUpUser } from "#app/server/sign-in/signed-up.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { SignOutForm } from "#app/ui/shell/sign-out-form.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveHere);

export const meta: MetaFunction = () => [{ title: "Your email address · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const link = await findEmailVerification(
    database(),
    readUrlToken(args.request),
    linkBase(args.request).linkKey,
  );
  if (link?.isConfirmed) return { state: "confirmed" as const, email: link.email };
  const viewer = await getViewer(args);
  if (link) return viewLink(args, link, viewer);
  if (!viewer) return { state: "signed-out" as const, email: "" };
  const account = await findAddress(database(), viewer.userId);
  const state = isVerified(account, canSendEmail)
    ? ("confirmed" as const)
    : ("unconfirmed" as const);
  const waiting = state === "unconfirmed" ? await findWaitingAddress(database(), viewer) : null;
  return {
    state,
    email: account.email,
    link: waiting?.email === account.email ? waiting.state : null,
  };
}

type OpenLink = NonNullable<Awaited<ReturnType<typeof findEmailVerification>>>;

async function viewLink(
  args: LoaderFunctionArgs,
  { userId, email, elsewhere }: OpenLink,
  viewer: { userId: string } | null,
) {
  const { request } = args;
  const isKnown = (await findKnownUsers(request, viewer)).includes(userId);
  if (isKnown || elsewhere === "confirmed") return { state: "open" as const, email };
  if (!viewer) await leadToSecondStep(args);
  const canTakeOver = elsewhere === "taken_over";
  return {
    state: "elsewhere" as const,
    email,
    canTakeOver,
    isSignedIn: viewer !== null,
    signInUrl: signInPath(request),
  };
}

async function findKnownUsers(
  request: Request,
  viewer: { userId: string } | null,
): Promise<string[]> {
  const signedUp = await readSignedUpUser(request);
  return [viewer?.userId, signedUp].filter((id) => typeof id === "string");
}

function signInPath(request: Request): string {
  const redirectTo = `/auth/verify?${new URLSearchParams({ token: readUrlToken(request) })}`;
  return `/auth?${new URLSearchParams({ redirectTo })}`;
}

/** Without a token, sends another link. */
export async function action(args: ActionFunctionArgs) {
  const token = readUrlToken(args.request);
  if (!token) return resendLink(args);
  const { linkKey } = linkBase(args.request);
  const viewer = await getViewer(args);
  const knownUserIds = await findKnownUsers(args.request, viewer);
  const outcome = await confirmEmail(database(), {
    token,
    linkKey,
    knownUserIds,
    sessionId: viewer?.sessionId,
  });
  // Without a token, the page says that the link no longer works.
  if (outcome === "invalid_link") return redirect("/auth/verify", 303);
  if (outcome === "sign_in_first") return redirect(signInPath(args.request), 303);
  const next = viewer ? "/dashboard" : "/auth";
  if (outcome === "confirmed")
    return redirectWithToast(next, toast("success", "Email address confirmed"));
  return redirectWithToast(
    next,
    toast("success", "This account is yours now", { message: takenOver }),
  );
}

async function resendLink(args: ActionFunctionArgs): Promise<Response> {
  const viewer = await requireViewer(args, { returnTo: "/auth/verify" });
  const account = await findAddress(database(), viewer.userId);
  if (isVerified(account, canSendEmail)) return redirect("/auth/verify", 303);
  const isSent = await resendEmailVerification(database(), {
    userId: viewer.userId,
    email: account.email,
  });
  const result = isSent
    ? toast("success", "Check your email", { message: "A link is on its way." })
    : toast("error", "Too many tries", { message: "Wait an hour, then try again." });
  return redirectWithToast(await readRedirectTo(args.request, "/auth/verify"), result);
}

const takenOver =
  "I signed everyone else out, removed their password and ended everything they shared. To choose your own password, " +
  "press “Forgot your password?”.";

const headings = {
  open: "Is this your email address?",
  elsewhere: "Is this your email address?",
  confirmed: "Your email address is confirmed",
  unconfirmed: "Confirm your email address",
  "signed-out": "This link no longer works",
};

export default function VerifyEmail() {
  const view = useLoaderData<typeof loader>();
  const { state, email } = view;
  return (
    <AccountPage heading={headings[state]}>
      <Toasts toast={failureToast(useActionData())} />
      {email && (
        <p className="text-lg font-bold" dir="auto">
          {email}
        </p>
      )}
      {state === "unconfirmed" && (
        <p>Each link works for 24 hours, and only the newest one counts.</p>
      )}
      {"link" in view && view.link !== null && <p className="hint">The email: {view.link}</p>}
      {(state === "open" || state === "unconfirmed") && (
        <Form method="post">
          <SubmitButton className="button-primary w-full" busyText="Loading...">
            {state === "open" ? "Yes, confirm it" : "Send me a link"}
          </SubmitButton>
        </Form>
      )}
      {view.state === "elsewhere" && <ConfirmElsewhere {...view} />}
      {state === "confirmed" && (
        <Link className="button-primary" to="/dashboard">
          Go to Mila
        </Link>
      )}
      {state === "signed-out" && (
        <>
          <p>
            Each link works for 24 hours, and only the newest one counts. Log in to get another.
          </p>
          <Link className="button-primary" to="/auth?redirectTo=%2Fauth%2Fverify">
            Log in
          </Link>
        </>
      )}
    </AccountPage>
  );
}

interface ConfirmElsewhereProps {
  /** False for a new address of an account, which only the account itself can confirm. */
  canTakeOver: boolean;
  /** True if the browser is signed in to another account. */
  isSignedIn: boolean;
  signInUrl: string;
}

/** Shows a link opened in a browser that isn't signed in to its account. */
function ConfirmElsewhere({ canTakeOver, isSignedIn, signInUrl }: ConfirmElsewhereProps) {
  return (
    <>
      {isSignedIn ? (
        <>
          <p>
            You&apos;re signed in to another account. Sign out, then open the link in your email
            again.
          </p>
          <SignOutForm className="button-primary w-full">Sign out</SignOutForm>
        </>
      ) : (
        <>
          <p>
            {canTakeOver
              ? "Did you sign up on another device? Log in here to confirm it. Everything stays as it is."
              : "Log in to confirm it."}
          </p>
          <Link className="button-primary" to={signInUrl}>
            Log in
          </Link>
        </>
      )}
      {canTakeOver && (
        <Form method="post" className="stack">
          <p>
            Never signed up? Then someone else used your address. I can make the account yours
            alone: that signs them out, removes their password and ends everything they shared. If
            you don&apos;t want it, just close this page.
          </p>
          <SubmitButton className="button-secondary w-full" busyText="Loading...">
            Make it mine
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
