import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { LinkAccount } from "#app/ui/auth/link-account.tsx";
import { failureToast } from "#app/ui/live/toast.tsx";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { readForm } from "#app/server/form.server.ts";
import { pendingLinkCookie, type PendingLink } from "#app/server/google/cookies.server.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword } from "#app/server/sign-in/check-password.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your password · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await pendingLinkCookie.read(request);
  if (!pending) throw redirect("/auth", 303);
  return { email: pending.identity.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, googleLink);
  const pending = await pendingLinkCookie.read(request);
  if (!pending) return redirect("/auth", 303);
  const hideFields = ["password"];
  if (submission.status !== "success")
    return data({ submission: submission.reply({ hideFields }) }, { status: 400 });
  const outcome = await linkByPassword({ request, context }, pending, submission.value.password);
  if (outcome instanceof Response) return outcome;
  const reply = submission.reply({ hideFields, fieldErrors: { password: outcome.errors } });
  return data({ submission: reply }, { status: outcome.status });
}

export default function LinkGoogle() {
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = answer && "submission" in answer ? answer.submission : undefined;
  return (
    <LinkAccount
      email={email}
      provider="Google"
      action="/auth/google/link"
      toast={failureToast(answer)}
      lastResult={lastResult}
    />
  );
}

/** Limited like signing in. */
async function linkByPassword(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { identity, redirectTo, timeZone }: PendingLink,
  password: string,
): Promise<Response | { status: number; errors: string[] }> {
  const { email } = identity;
  const checked = await checkPassword({ request, email, context }, (turn) =>
    findUserByPassword(database(), email, password, turn),
  );
  if (checked.refused) return { status: checked.status, errors: [checked.message] };
  const { userId } = checked;
  if (!userId) return { status: 400, errors: ["Wrong password for this account"] };
  const link = { provider: "google", isNew: true, identity } as const;
  const person = { userId, redirectTo, timeZone, link };
  return finishFirstStep({ request, context }, person, [await pendingLinkCookie.clear()]);
}
