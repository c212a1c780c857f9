import type { Request } from "express";
import type { Kysely } from "kysely";
import { isHomeHost } from "#app/config/home-host.server.ts";
import { isPlainHttpAllowed } from "#app/domain/instance/plain-http.server.ts";
import type { Database } from "#db/schema.ts";
import { DavError } from "./dav-error.ts";

const words =
  "Others on the network could read the access token. Connect by https, or ask Mila's owner to " +
  "allow tasks apps at home without it, under Preferences, Your Mila.";

/**
 * Clients send the token with every request, in plain text.
 * @throws DavError
 */
export async function requireSafeTransport(
  db: Kysely<Database>,
  { secure, ip = "" }: Pick<Request, "secure" | "ip">,
): Promise<void> {
  const address = ip.replace(/^::ffff:/i, "");
  if (secure || address === "::1" || address.startsWith("127.")) return;
  const isAtHome = isHomeHost(address.includes(":") ? `[${address}]` : address);
  if (!isAtHome || !(await isPlainHttpAllowed(db))) throw new DavError(403, words);
}
