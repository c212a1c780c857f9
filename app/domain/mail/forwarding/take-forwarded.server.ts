import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { countHeldSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import { addAtOnce } from "../act-on-mail.server.ts";
import { readRow, type ReaderSettings } from "../mails.server.ts";
import type { IncomingMail } from "../reading/parse-mail.server.ts";
import { countDropped, findAddressOwners, keepForwarded } from "./keep-forwarded.server.ts";
import type { Around } from "./recipients.ts";

interface Settings extends ReaderSettings {
  around: Around;
  /** For accounts whose own zone is unknown. */
  timeZone: string;
}

/**
 * Takes a mail that Postmark delivers, for each household whose address is among the recipients.
 * @returns "held" if Postmark must deliver it again later
 */
export async function takeForwarded(
  db: Kysely<Database>,
  mail: IncomingMail,
  recipients: readonly string[],
  settings: Settings,
): Promise<"taken" | "dropped" | "held"> {
  // After a restore, an address that the family has turned off since may be back.
  if ((await countHeldSources(db, "mail_addresses")) > 0) return "held";
  const { encryptionKey } = settings;
  const owners = await findAddressOwners(db, recipients, settings);
  if (owners.length === 0) {
    await countDropped(db, "postmark");
    return "dropped";
  }
  const rows = await Promise.all(
    owners.map((owner) => readRow(db, owner, mail, settings, nowIso())),
  );
  const kept = await db.transaction().execute((trx) => keepForwarded(trx, rows, owners));
  for (const [index, taken] of kept.entries())
    if ("rule" in taken && taken.rule === "always")
      await addAtOnce(db, owners[index]!, taken.id, encryptionKey);
  return "taken";
}
