import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import {
  implicitTlsPort,
  type MailboxAddress,
  type Opened,
  openMailbox,
} from "#app/services/mailbox/imap.server.ts";
import type { Database } from "#db/schema.ts";
import type { MailboxInput } from "../input.ts";
import { maxMailboxes } from "../limits.ts";
import { describeMailbox, isTroubled } from "./describe-mailbox.ts";
import { openSealed, sealMailbox } from "./sealed-mailbox.server.ts";
import { guessServer } from "./servers.ts";

export interface ShownMailbox {
  id: string;
  host: string;
  state: string;
}

const shownColumns = ["id", "host", "tried_at", "read_at", "problem", "held_at"] as const;

export async function listMailboxes(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  now: string = nowIso(),
): Promise<ShownMailbox[]> {
  const rows = await db
    .selectFrom("mailboxes")
    .select(shownColumns)
    .where("household_id", "=", householdId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    state: describeMailbox(row, timeZone, now),
  }));
}

/** Lists the mailboxes that cannot be read at the moment. */
export async function listTroubledMailboxes(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  now: string = nowIso(),
): Promise<ShownMailbox[]> {
  const rows = await db
    .selectFrom("mailboxes")
    .select(shownColumns)
    .where("household_id", "=", householdId)
    .execute();
  return rows
    .filter((row) => isTroubled(row))
    .map((row) => ({ id: row.id, host: row.host, state: describeMailbox(row, timeZone, now) }));
}

export type Added =
  | { status: "added"; host: string }
  | { status: "there_already" | "too_many" | "too_often" | "no_passwords" }
  | Exclude<Opened, { status: "open" }>;

interface About {
  encryptionKey: string;
  /** Servers inside the network. */
  trustedHosts: readonly string[];
}

/** Tries to open the mailbox first, and says at once what is wrong. */
export async function addMailbox(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  input: MailboxInput,
  { encryptionKey, trustedHosts }: About,
  now: string = nowIso(),
): Promise<Added> {
  const address = addressOf(input);
  if (!address) return { status: "no_passwords" };
  const refused = await db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const hasRoom = await checkRoom(trx, householdId, address, encryptionKey);
    if (hasRoom !== "room") return hasRoom;
    return (await isTriedTooOften(trx, householdId, now)) ? ("too_often" as const) : null;
  });
  if (refused) return { status: refused };
  const opened = await openMailbox(address, trustedHosts);
  if (opened.status !== "open") return opened;
  opened.mailbox.close();
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    // The form may have been sent twice meanwhile.
    const hasRoom = await checkRoom(trx, householdId, address, encryptionKey);
    if (hasRoom !== "room") return { status: hasRoom };
    const id = newId();
    await trx
      .insertInto("mailboxes")
      .values({
        id,
        household_id: householdId,
        added_by: userId,
        host: address.host,
        content: sealMailbox(encryptionKey, address, id),
        added_at: now,
        next_read_at: now,
      })
      .execute();
    await bumpRevision(trx, householdId);
    return { status: "added" as const, host: address.host };
  });
}

async function checkRoom(
  trx: Transaction<Database>,
  householdId: string,
  address: MailboxAddress,
  encryptionKey: string,
): Promise<"room" | "there_already" | "too_many"> {
  const others = await trx
    .selectFrom("mailboxes")
    .select(["id", "content"])
    .where("household_id", "=", householdId)
    .execute();
  const isThere = others.some((other) => isSame(openSealed(encryptionKey, other), address));
  if (isThere) return "there_already";
  return others.length >= maxMailboxes ? "too_many" : "room";
}

function addressOf({ address, password, folder, server }: MailboxInput): MailboxAddress | null {
  const named = server === "" ? guessServer(address) : server;
  if (named === null) return null;
  const [host = "", port] = named.split(":");
  return { host, port: port ? Number(port) : implicitTlsPort, user: address, password, folder };
}

function isSame(one: MailboxAddress | undefined, other: MailboxAddress): boolean {
  if (!one) return false;
  return (
    one.host === other.host &&
    one.user === other.user &&
    one.folder.toLowerCase() === other.folder.toLowerCase()
  );
}

async function isTriedTooOften(
  trx: Transaction<Database>,
  householdId: string,
  now: string,
): Promise<boolean> {
  const { refused } = await allow(trx, [["mailbox_tries", householdId]], now);
  return refused !== null;
}

/** Returns its host. Undefined if the household has no such mailbox. */
export async function removeMailbox(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const removed = await trx
      .deleteFrom("mailboxes")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .returning("host")
      .executeTakeFirst();
    if (removed) await bumpRevision(trx, householdId);
    return removed?.host;
  });
}

/** Lets the worker read a mailbox again within seconds. */
export async function askToReadMailbox(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  now: string = nowIso(),
): Promise<"asked" | "held" | "too_often" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const found = await trx
      .selectFrom("mailboxes")
      .select("held_at")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (!found) return "missing";
    if (found.held_at) return "held";
    if (await isTriedTooOften(trx, householdId, now)) return "too_often";
    await trx
      .updateTable("mailboxes")
      .set({ next_read_at: now, tried_at: null })
      .where("id", "=", id)
      .execute();
    return "asked";
  });
}
