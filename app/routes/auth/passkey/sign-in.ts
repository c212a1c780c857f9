import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { passkeySignIn } from "#app/domain/accounts/factors/passkeys/input.ts";
import {
  findUserByPasskey,
  passkeySignInOptions,
} from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { database } from "#db/connection.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { findDeviceSource } from "#app/server/sign-in/device.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { allowInMemory, isUsedUp } from "#app/domain/core/rate-limits/allow.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { startSignedIn } from "#app/server/sign-in/first-step.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { refusePasskey } from "./refuse.server.ts";

export const clientAction = createClientAction(couldNotSignIn);

/** Returns data for the page's script. */
export async function loader({ request }: LoaderFunctionArgs) {
  const site = readPasskeySite(request) ?? notFound();
  return Response.json(await passkeySignInOptions(site, encryptionKey));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const counted = await findDeviceSource(args);
  const submission = await readForm(request, passkeySignIn);
  const site = readPasskeySite(request);
  if (isUsedUp("guesses", counted)) return refusePasskey("/auth", "too_many");
  if (submission.status !== "success" || !site) return refusePasskey("/auth", "refused");
  const { response, redirectTo, timeZone } = submission.value;
  const source = auditSource(args.context);
  const userId = await findUserByPasskey(database(), { response, source }, site, encryptionKey);
  if (userId !== null)
    return startSignedIn(args, { userId, redirectTo, timeZone, tookSecondStep: true });
  allowInMemory("guesses", counted);
  return refusePasskey("/auth", "refused");
}
