import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { GoogleLinkForm } from "#app/components/auth/google-link-form.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { readForm } from "#app/web/form.server.ts";
import { readPendingLink } from "#app/web/google/cookies.server.ts";
import { linkByPassword } from "./google-link.server.ts";
import { couldNotSignIn } from "./copy.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your password · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingLink(request);
  if (!pending) throw redirect("/auth", 303);
  return { email: pending.identity.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, googleLink);
  const pending = await readPendingLink(request);
  if (!pending) return redirect("/auth", 303);
  const hideFields = ["password"];
  if (submission.status !== "success") return data({ submission: submission.reply({ hideFields }) }, { status: 400 });
  const outcome = await linkByPassword({ request, context }, pending, submission.value.password);
  if (outcome instanceof Response) return outcome;
  const reply = submission.reply({ hideFields, fieldErrors: { password: outcome.errors } });
  return data({ submission: reply }, { status: outcome.status });
}

export default function LinkGoogle() {
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountPage heading="You already have an account">
      <Toasts toast={failureToast(answer)} />
      <p>
        Someone signed up with <b dir="auto">{email}</b> and a password. If that was you, enter your password once.
        After that, you can sign in with Google too.
      </p>
      <GoogleLinkForm lastResult={answer && "submission" in answer ? answer.submission : undefined} />
      <p className="auth-links">
        <Link className="text-link" to="/auth/forgot">
          Forgot your password?
        </Link>
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}
