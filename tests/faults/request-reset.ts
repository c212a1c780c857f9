import type { Kysely } from "kysely";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import type { Database } from "#db/schema.ts";
import type { Accepted } from "../fakes/accepted-log.ts";
import { until } from "./waiting.ts";

export interface Reset {
  afterMs: number;
  /** Emails that arrived between its request and itself. */
  overtaking: number;
}

/** Waits for the email. */
export async function requestReset(
  db: Kysely<Database>,
  email: string,
  accepted: () => Accepted[],
): Promise<Reset> {
  const requestedAt = Date.now();
  await requestPasswordReset(db, { email, ipAddress: "127.0.0.1" });
  const find = () =>
    accepted().find(({ to, text }) => to === email && text.includes("/auth/reset?"));
  await until(() => find() !== undefined);
  const at = find()?.at ?? Infinity;
  return {
    afterMs: at - requestedAt,
    overtaking: accepted().filter((one) => one.at > requestedAt && one.at < at).length,
  };
}
