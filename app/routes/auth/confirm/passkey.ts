import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { passkeyStep } from "#app/domain/accounts/factors/passkeys/input.ts";
import { passkeyStepOptions } from "#app/domain/accounts/factors/passkeys/use-passkey.server.ts";
import { confirmStepPath, requireConfirmed } from "#app/server/confirmed.server.ts";
import { readForm, readRedirectTo } from "#app/server/form.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { checkPasskey } from "#app/server/sign-in/check-code.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotConfirm } from "#app/ui/saving/sign-in-failures.ts";
import { refusePasskey } from "../passkey/refuse.server.ts";
import { finishFullConfirmation } from "./outcome.server.ts";

export const clientAction = createClientAction(couldNotConfirm);

/** Returns data for the page's script. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireViewer(args);
  const site = readPasskeySite(args.request) ?? notFound();
  return Response.json(await passkeyStepOptions(database(), userId, site, encryptionKey));
}

export async function action(args: ActionFunctionArgs) {
  const redirectTo = await readRedirectTo(args.request, "/dashboard");
  const stepPage = confirmStepPath(redirectTo);
  const viewer = await requireViewer(args, { returnTo: stepPage });
  const submission = await readForm(args.request, passkeyStep);
  requireConfirmed(viewer, stepPage);
  const site = readPasskeySite(args.request);
  if (submission.status !== "success" || !site) return refusePasskey(stepPage, "refused");
  const outcome = await checkPasskey(viewer.userId, { ...submission.value, site }, args);
  return outcome === "accepted"
    ? finishFullConfirmation(viewer, redirectTo)
    : refusePasskey(stepPage, outcome);
}
