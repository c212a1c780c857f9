import type { LoaderFunctionArgs } from "@remix-run/node";
import { passkeyCreationOptions } from "#app/domain/accounts/factors/passkeys/add-passkey.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

/** Returns data for the page's script. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const { userId } = viewer;
  const site = readPasskeySite(args.request) ?? notFound();
  await requireFullyConfirmed(viewer, "/preferences/account/passkeys");
  const { email } = await findPerson(database(), userId);
  return Response.json(
    await passkeyCreationOptions(database(), { userId, email }, site, encryptionKey),
  );
}
