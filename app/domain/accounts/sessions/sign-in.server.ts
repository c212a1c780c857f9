import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { startSession } from "./session.server.ts";

/** Returns the cookie's token. */
export async function signIn(
  db: Kysely<Database>,
  userId: string,
  source: AuditSource,
  session: { mustAddFactor: boolean; tookSecondStep: boolean },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await recordAudit(trx, { kind: "signed_in", userId, source });
    const { mustAddFactor, tookSecondStep } = session;
    return startSession(trx, userId, {
      ...source,
      mustAddFactor,
      secondStepAt: tookSecondStep ? nowIso() : null,
    });
  });
}
