import type { Kysely, Transaction } from "kysely";
import { findProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { keepRow, type MailRow, type Taken } from "../mails.server.ts";
import { findAddresses } from "./addresses.server.ts";
import { type Around, findTokens } from "./recipients.ts";

/** An account that has made a forwarding address. */
export interface AddressOwner extends ZonedViewer {
  addressId: string;
}

interface Settings {
  around: Around;
  /** For accounts whose own zone is unknown. */
  timeZone: string;
}

/**
 * Finds the households whose secret addresses are among the recipients, each once.
 * @param recipients texts that hold addresses
 */
export async function findAddressOwners(
  db: Kysely<Database>,
  recipients: readonly string[],
  { around, timeZone }: Settings,
): Promise<AddressOwner[]> {
  const addresses = await findAddresses(db, findTokens(recipients, around));
  const once = new Map(addresses.map((address) => [address.household_id, address]));
  return Promise.all(
    [...once.values()].map(async ({ id, household_id, added_by }) => {
      const profile = await findProfile(db, added_by);
      return {
        addressId: id,
        userId: added_by,
        householdId: household_id,
        timeZone: profile.timeZone ?? timeZone,
      };
    }),
  );
}

/**
 * Keeps a mail for its owners. Mails beyond a household's limit are counted and left out, so that
 * other households don't have to wait.
 * @param mails the mail as read for each of the owners
 */
export async function keepForwarded(
  trx: Transaction<Database>,
  mails: readonly MailRow[],
  owners: readonly { addressId?: string }[],
): Promise<Taken[]> {
  const kept: Taken[] = [];
  for (const [index, mail] of mails.entries()) {
    const now = nowIso();
    const taken = await keepRow(trx, mail, now);
    const isLeftOut = "refused" in taken && taken.refused === "too_many";
    await noteArrival(trx, owners[index]!.addressId!, { isLeftOut, now });
    if (isLeftOut) await bumpRevision(trx, mail.columns.household_id);
    kept.push(taken);
  }
  return kept;
}

async function noteArrival(
  trx: Transaction<Database>,
  id: string,
  { isLeftOut, now }: { isLeftOut: boolean; now: string },
): Promise<void> {
  if (!isLeftOut) {
    await trx
      .updateTable("mail_addresses")
      .set({ last_mail_at: now })
      .where("id", "=", id)
      .execute();
    return;
  }
  const address = await trx
    .selectFrom("mail_addresses")
    .select(["left_out", "left_out_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const isSameDay = address?.left_out_at && laterBy(address.left_out_at, { hours: 24 }) > now;
  await trx
    .updateTable("mail_addresses")
    .set(
      isSameDay
        ? { left_out: address.left_out + 1 }
        : { last_mail_at: now, left_out: 1, left_out_at: now },
    )
    .where("id", "=", id)
    .execute();
}

/** Counts a mail to an unknown address. */
export async function countDropped(db: Kysely<Database>, inboxId: string): Promise<void> {
  await db
    .insertInto("mail_inboxes")
    .values({ id: inboxId, next_read_at: nowIso(), dropped: 1 })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ eb }) => ({
        dropped: eb("mail_inboxes.dropped", "+", 1),
      })),
    )
    .execute();
}
