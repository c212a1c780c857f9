import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { passkeyStep } from "#app/domain/accounts/factors/passkeys/input.ts";
import { acceptPasskey, passkeyStepOptions } from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { database } from "#db/connection.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { countGuess, hasTooManyGuesses } from "#app/web/guess-limit.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { encryptionKey } from "#app/web/instance.server.ts";
import { finishSecondStep, readPendingSignIn } from "#app/web/sign-in/first-step.server.ts";
import { readPasskeySite } from "#app/web/sign-in/passkey-site.server.ts";
import { couldNotSignIn } from "../copy.ts";
import { refusePasskey } from "./refuse.server.ts";

export const clientAction = createClientAction(couldNotSignIn);

/** Data for the page's script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const site = readPasskeySite(request) ?? notFound();
  const { userId } = (await readPendingSignIn(request)) ?? notFound();
  return Response.json(await passkeyStepOptions(database(), userId, site, encryptionKey));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { ipAddress } = args.context;
  const submission = await readForm(request, passkeyStep);
  const [pending, site] = [await readPendingSignIn(request), readPasskeySite(request)];
  if (!pending) return redirect("/auth", 303);
  if (hasTooManyGuesses(ipAddress)) return refusePasskey("/auth/code", "too_many");
  if (submission.status !== "success" || !site) return refusePasskey("/auth/code", "refused");
  const attempt = { userId: pending.userId, response: submission.value.response };
  if (await acceptPasskey(database(), attempt, site, encryptionKey)) return finishSecondStep(args, pending);
  countGuess(ipAddress);
  return refusePasskey("/auth/code", "refused");
}
