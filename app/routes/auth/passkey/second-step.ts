import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { passkeyStep } from "#app/domain/accounts/factors/passkeys/input.ts";
import { passkeyStepOptions } from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { database } from "#db/connection.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { checkPasskey } from "#app/server/sign-in/check-code.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { finishSecondStep, readPendingSignIn } from "#app/server/sign-in/first-step.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { refusePasskey } from "./refuse.server.ts";

export const clientAction = createClientAction(couldNotSignIn);

/** Returns data for the page's script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const site = readPasskeySite(request) ?? notFound();
  const { userId } = (await readPendingSignIn(request)) ?? notFound();
  return Response.json(await passkeyStepOptions(database(), userId, site, encryptionKey));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const submission = await readForm(request, passkeyStep);
  const [pending, site] = [await readPendingSignIn(request), readPasskeySite(request)];
  if (!pending) return redirect("/auth", 303);
  if (submission.status !== "success" || !site) return refusePasskey("/auth/code", "refused");
  const outcome = await checkPasskey(pending.userId, { ...submission.value, site }, args);
  return outcome === "accepted"
    ? finishSecondStep(args, pending)
    : refusePasskey("/auth/code", outcome);
}
