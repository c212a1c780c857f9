import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { type AuthMode, credentials } from "#app/domain/accounts/input.ts";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { findFirstUser } from "#app/domain/accounts/users.server.ts";
import { readInvitationLink } from "#app/domain/people/invitations/invitation-link.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { instanceLinkBase } from "#app/server/instance.server.ts";
import { safeRedirectTo, readInvitationToken } from "#app/server/redirect-to.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { isFormKept } from "#app/server/sign-in/kept-form.server.ts";
import { readLastUser } from "#app/server/sign-in/last-user.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { AuthForm } from "#app/ui/auth/auth-form.tsx";
import { MilaFace } from "#app/ui/kit/mila-face.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";
import { signIn, signUp } from "./sign-in.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page?.mode === "signup" ? "Sign up · Mila" : "Sign in · Mila" },
];

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams;
  const redirectTo = safeRedirectTo(search.get("redirectTo"));
  if (await getViewer(args)) throw redirect(redirectTo);
  const isFirst = !(await findFirstUser(database()));
  const mode: AuthMode =
    (search.get("mode") ?? (isFirst ? "signup" : "login")) === "signup" ? "signup" : "login";
  const lastUserId = await readLastUser(args.request);
  const isKept = lastUserId !== null && (await isFormKept(lastUserId, redirectTo));
  const allowsPasskeys = readPasskeySite(args.request) !== null;
  const email = (await findTypedAddress(search)) ?? "";
  return data({ mode, isFirst, email, redirectTo, isKept, allowsPasskeys, hasGoogle, oidcName });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, credentials);
  if (submission.status !== "success") {
    return data({ submission: submission.reply({ hideFields: ["password"] }) }, { status: 400 });
  }
  const { mode } = submission.value;
  const attempt = { request, context, ...submission.value };
  const outcome = await (mode === "signup" ? signUp(attempt) : signIn(attempt));
  if (outcome instanceof Response) return outcome;
  const { status, toast, passwordErrors } = outcome;
  const fieldErrors = passwordErrors ? { password: passwordErrors } : undefined;
  const reply = submission.reply({ hideFields: ["password"], fieldErrors });
  return data({ submission: reply, mode: outcome.mode ?? mode, toast }, { status });
}

export default function SignIn() {
  const { mode, isKept, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const outcome = answer && "toast" in answer ? answer : undefined;
  const buttons = useButtonForms();
  return (
    <main id="main" tabIndex={-1} className="narrow-page">
      <Toasts toast={buttons.failure ?? failureToast(answer) ?? outcome?.toast} />
      <div className="text-center">
        <MilaFace className="mx-auto size-20" />
        <h1 className="page-title">Mila</h1>
        <p>Your AI Assistant</p>
      </div>
      {isKept && (
        <p className="notice mb-4" role="status">
          Your session ended before this was saved. Log in again: what you typed is kept for an
          hour.
        </p>
      )}
      <AuthForm {...shown} mode={outcome?.mode ?? mode} lastResult={answer?.submission} />
    </main>
  );
}

/** Returns the address in a welcome email's link, or the invited address. */
async function findTypedAddress(search: URLSearchParams): Promise<string | null> {
  const typed = credentials.shape.email.safeParse(search.get("email") ?? undefined);
  if (typed.success) return typed.data;
  const token = readInvitationToken(search.get("redirectTo"));
  const link = token
    ? await readInvitationLink(database(), instanceLinkBase.linkKey, token)
    : undefined;
  return link?.status === "open" ? link.email : null;
}
