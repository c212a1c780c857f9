import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { readForm } from "#app/server/form.server.ts";
import { pendingLinkCookie } from "#app/server/google/cookies.server.ts";
import { oidcLinkCookie } from "#app/server/oidc/cookies.server.ts";
import { checkPassword } from "#app/server/sign-in/check-password.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";
import { database } from "#db/connection.server.ts";

type Provider = "google" | "oidc";

/** Returns the address of the account that the provider's account would be linked to. */
export async function readLinkEmail(provider: Provider, request: Request): Promise<string> {
  const pending = await readPending(provider, request);
  if (!pending) throw redirect("/auth", 303);
  return pending.link.identity.email;
}

/** Has the same limits as signing in. */
export async function linkByPassword(provider: Provider, args: ActionFunctionArgs) {
  const { request, context } = args;
  const submission = await readForm(request, googleLink);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data({ submission: submission.reply({ hideFields: ["password"], fieldErrors }) }, { status });
  const pending = await readPending(provider, request);
  if (!pending) return redirect("/auth", 303);
  if (submission.status !== "success") return refuse(400);
  const { password } = submission.value;
  const { email } = pending.link.identity;
  const checked = await checkPassword({ request, email, context }, (requester) =>
    findUserByPassword(database(), email, password, requester),
  );
  if (checked.refused) return refuse(checked.status, { password: [checked.message] });
  const { userId } = checked;
  if (!userId) return refuse(400, { password: ["Wrong password for this account"] });
  return finishFirstStep(args, { ...pending, userId }, [await cookies[provider].clear()]);
}

const cookies = { google: pendingLinkCookie, oidc: oidcLinkCookie };

async function readPending(provider: Provider, request: Request) {
  if (provider === "google") {
    const pending = await pendingLinkCookie.read(request);
    return pending && asLink(pending, { provider, identity: pending.identity });
  }
  const pending = await oidcLinkCookie.read(request);
  return pending && asLink(pending, { provider, identity: pending.identity });
}

function asLink<Link extends object>(
  { redirectTo, timeZone }: { redirectTo: string; timeZone?: string },
  link: Link,
) {
  return { redirectTo, timeZone, link: { ...link, isNew: true } };
}
