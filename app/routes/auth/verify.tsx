import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { SubmitButton } from "#app/components/ui/submit-button.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import {
  confirmEmail,
  findAddress,
  findEmailVerification,
  isVerified,
  resendEmailVerification,
} from "#app/domain/accounts/email/verification.server.ts";
import { canSendEmail, linkBase, readUrlToken } from "#app/web/instance.server.ts";
import { getViewer, requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [
  { title: "Your email address · Mila" },
  // Keeps the token in the URL from leaking.
  { name: "referrer", content: "strict-origin" },
];

export async function loader(args: LoaderFunctionArgs) {
  const link = await findEmailVerification(database(), readUrlToken(args.request), linkBase(args.request).linkKey);
  if (link) return { state: link.isConfirmed ? ("confirmed" as const) : ("open" as const), email: link.email };
  const viewer = await getViewer(args);
  if (!viewer) return { state: "signed-out" as const, email: "" };
  const account = await findAddress(database(), viewer.userId);
  const state = isVerified(account, canSendEmail) ? ("confirmed" as const) : ("unconfirmed" as const);
  return { state, email: account.email };
}

/** Without a token, sends another link. */
export async function action(args: ActionFunctionArgs) {
  const token = readUrlToken(args.request);
  if (!token) return resendLink(args);
  const { linkKey } = linkBase(args.request);
  const sessionId = (await getViewer(args))?.sessionId;
  // Without a token, the page says that the link no longer works.
  if (!(await confirmEmail(database(), { token, linkKey, sessionId }))) return redirect("/auth/verify", 303);
  const next = (await getViewer(args)) ? "/dashboard" : "/auth";
  return redirectWithToast(next, toast("success", "Email address confirmed"));
}

async function resendLink(args: ActionFunctionArgs): Promise<Response> {
  const viewer = await requireViewer(args, { returnTo: "/auth/verify" });
  const account = await findAddress(database(), viewer.userId);
  if (isVerified(account, canSendEmail)) return redirect("/auth/verify", 303);
  const isSent = await resendEmailVerification(database(), { userId: viewer.userId, email: account.email });
  const result = isSent
    ? toast("success", "Check your email", { message: "A link is on its way." })
    : toast("error", "Too many tries", { message: "Wait an hour, then try again." });
  return redirectWithToast("/auth/verify", result);
}

const headings = {
  open: "Is this your email address?",
  confirmed: "Your email address is confirmed",
  unconfirmed: "Confirm your email address",
  "signed-out": "This link no longer works",
};

export default function VerifyEmail() {
  const { state, email } = useLoaderData<typeof loader>();
  const isBusy = useNavigation().state === "submitting";
  return (
    <AccountPage heading={headings[state]}>
      <Toasts toast={failureToast(useActionData())} />
      {email && (
        <p className="text-lg font-bold" dir="auto">
          {email}
        </p>
      )}
      {state === "unconfirmed" && <p>Each link works for 24 hours, and only the newest one counts.</p>}
      {(state === "open" || state === "unconfirmed") && (
        <Form method="post">
          <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
            {state === "open" ? "Yes, confirm it" : "Send me a link"}
          </SubmitButton>
        </Form>
      )}
      {state === "confirmed" && (
        <Link className="button-primary" to="/dashboard">
          Go to Mila
        </Link>
      )}
      {state === "signed-out" && (
        <>
          <p>Each link works for 24 hours, and only the newest one counts. Log in to get another.</p>
          <Link className="button-primary" to="/auth?redirectTo=%2Fauth%2Fverify">
            Log in
          </Link>
        </>
      )}
    </AccountPage>
  );
}
