import { createHmac, hkdfSync } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database, MailChange, MailState, SenderRule } from "#db/schema.ts";
import { mailWaits } from "./events.server.ts";
import { keptDays } from "./limits.ts";
import { findModelForMail } from "./model-switch.server.ts";
import { askAboutUnsure } from "./reading/ask-model.server.ts";
import type { Thing } from "./reading/thing.ts";
import type { IncomingMail } from "./reading/parse-mail.server.ts";
import { readMail, type ReadMail } from "./reading/read-mail.server.ts";

/** The sealed part of a mail's row. */
export interface MailContent {
  sender: { name: string; address: string } | null;
  subject: string;
  sentAt: string | null;
  things: Thing[];
  /** The mail's own words. */
  text: string;
  hasUnreadPart: boolean;
  /** True for a mail of which Mila could read at most the header. */
  cannotBeRead?: true;
  /** Missing for a pasted mail. */
  isProven?: boolean;
}

export interface Mail extends MailContent {
  id: string;
  takenAt: string;
  state: MailState;
  /** Of the sender's address; null for a mail without one. */
  senderHash: string | null;
  /** The ids of the tasks that were added or changed, by the index of their thing. */
  taskIds: Map<number, string>;
  /** Changes of earlier mails' tasks, by the index of the thing that announced them. */
  changes: Map<number, MailChange>;
}

export type Taken =
  /** `rule` is the household's rule for the sender. */
  { id: string; isNew: boolean; rule?: SenderRule } | { refused: "too_many" | "never_from_sender" };

export const pasted = (text: string): IncomingMail => ({
  isPasted: true,
  messageId: null,
  sender: null,
  subject: "",
  sentAt: null,
  text,
  calendars: [],
  hasUnreadPart: false,
});

const maxShown = 50;
const mailColumns = ["id", "taken_at", "state", "content", "sender_hash"] as const;

/**
 * Keeps a mail with what it holds. The same mail is kept once, by whichever way it comes. One whose
 * words were deleted is back if somebody pastes it again.
 */
export async function takeMail(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  mail: IncomingMail,
  settings: ReaderSettings,
  now: string = nowIso(),
): Promise<Taken> {
  const row = await readRow(db, viewer, mail, settings, now);
  return db.transaction().execute((trx) => keepRow(trx, row, now));
}

export interface ReaderSettings {
  encryptionKey: string;
  log: (facts: ModelCallFacts) => void;
}

export type MailRow = Awaited<ReturnType<typeof readRow>>;

/** Reads a mail before a transaction begins, because that takes a moment. */
export async function readRow(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  mail: IncomingMail,
  { encryptionKey, log }: ReaderSettings,
  now: string,
) {
  const { userId, householdId } = viewer;
  const read = await understandMail(db, viewer, mail, log, now);
  const { isPasted = false, messageId, sentAt, text, cannotBeRead } = mail;
  // Of a forwarded mail, nobody checked the first sender.
  const isProven = mail.isProven === true && read.sender?.address === mail.sender?.address;
  const content: MailContent = {
    ...read,
    sentAt,
    text,
    ...(cannotBeRead && { cannotBeRead }),
    ...(!isPasted && { isProven }),
  };
  const hashOf = newHash(encryptionKey);
  const id = newId();
  // Two scans may have the same subject, and no words.
  const isUnknown = cannotBeRead === true || (mail.hasUnreadPart && text.trim() === "");
  return {
    isPasted,
    // The same mail may have been pasted, or have come before it was pasted.
    otherHashes: isUnknown ? [] : wordsElsewhere(mail, now).map(hashOf),
    hasToBeSeen: hasToBeSeen(mail, read),
    seal: (boundTo: string) => encrypt(encryptionKey, JSON.stringify(content), boundTo),
    columns: {
      id,
      household_id: householdId,
      taken_by: userId,
      taken_at: now,
      message_hash: messageId === null ? null : hashOf(messageId),
      content_hash: hashOf(isUnknown ? (messageId ?? id) : datedWords(mail, now)),
      sender_hash: read.sender && hashOf(read.sender.address),
    },
  };
}

async function understandMail(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: ZonedViewer,
  mail: IncomingMail,
  log: ReaderSettings["log"],
  now: string,
): Promise<ReadMail> {
  const people = await listFamilyNames(db, householdId);
  const weekStart = await findWeekStart(db, userId);
  const byRules = await readMail(mail, { timeZone, people, weekStart, takenAt: now });
  const model = await findModelForMail(db, householdId);
  if (!model) return byRules;
  const asker = { userId, timeZone, weekStart, now: mail.sentAt ?? now };
  return { ...byRules, things: await askAboutUnsure(byRules.things, asker, { model, log }) };
}

export async function keepRow(
  trx: Transaction<Database>,
  { columns, otherHashes, isPasted, hasToBeSeen, seal }: MailRow,
  now: string,
): Promise<Taken> {
  const known = await findSame(trx, columns, otherHashes);
  const isBack = known?.state === "purged" && isPasted;
  if (known && !isBack) return { id: known.id, isNew: false };
  const rule = await findRule(trx, columns);
  if (rule === "never" && !isPasted) return { refused: "never_from_sender" };
  if (!(await hasRoom(trx, columns.household_id, isPasted, now))) return { refused: "too_many" };
  const id = known?.id ?? columns.id;
  const state: MailState = isPasted || hasToBeSeen ? "waiting" : "ignored";
  const kept = { ...columns, id, state, content: seal(id) };
  await trx
    .insertInto("mails")
    .values(kept)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(kept))
    .execute();
  await bumpRevision(trx, columns.household_id);
  // People who paste a mail see it at once.
  if (state === "waiting" && !isPasted)
    await mailWaits.announce(trx, { householdId: columns.household_id }, now);
  return { id, isNew: true, ...(rule && { rule }) };
}

/** A flood of received mails must not block pasting. */
async function hasRoom(
  trx: Transaction<Database>,
  householdId: string,
  isPasted: boolean,
  now: string,
): Promise<boolean> {
  const share = isPasted ? `${householdId} pasted` : householdId;
  return (await allow(trx, [["mails", share]], now)).refused === null;
}

/** Nobody has to look at a mail that says nothing to do. */
const hasToBeSeen = ({ cannotBeRead, sender }: IncomingMail, read: ReadMail): boolean =>
  read.things.length > 0 ||
  read.hasUnreadPart ||
  cannotBeRead === true ||
  sender?.address === codeSender;

/** Gmail forwards nothing before somebody enters the code that is in the subject of its mail. */
const codeSender = "forwarding-noreply@google.com";

/** Returns a hash with a key, because addresses can be guessed. */
export function newHash(encryptionKey: string): (text: string) => string {
  const key = hkdfSync("sha256", Buffer.from(encryptionKey, "base64url"), "", "mail", 32);
  return (text) => createHmac("sha256", Buffer.from(key)).update(text).digest("base64url");
}

/** The words alone: a mail that comes by two ways is wrapped differently. */
const wordsOf = ({ subject, text, calendars }: IncomingMail) =>
  [subject, text, ...calendars]
    .join(" ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** Schools send the same words each week, so a received mail's day is hashed with them. */
function datedWords(mail: IncomingMail, now: string): string {
  return mail.isPasted ? wordsOf(mail) : wordsOn(mail, mail.sentAt ?? now);
}

const wordsOn = (mail: IncomingMail, instant: string) =>
  `${instant.slice(0, "2026-11-30".length)} ${wordsOf(mail)}`;

/** Returns the words as hashed if the mail also arrives the other way: pasted, or received. */
function wordsElsewhere(mail: IncomingMail, now: string): string[] {
  if (!mail.isPasted) return [wordsOf(mail)];
  return Array.from({ length: keptDays + 1 }, (_, days) =>
    wordsOn(mail, earlierBy(now, { hours: 24 * days })),
  );
}

interface Hashes {
  household_id: string;
  message_hash: string | null;
  content_hash: string;
  sender_hash: string | null;
}

async function findSame(
  trx: Transaction<Database>,
  { household_id, message_hash, content_hash }: Hashes,
  otherHashes: string[],
): Promise<{ id: string; state: MailState } | undefined> {
  return trx
    .selectFrom("mails")
    .select(["id", "state"])
    .where("household_id", "=", household_id)
    .where(({ eb, or }) =>
      or([
        eb("content_hash", "in", idList([content_hash, ...otherHashes])),
        ...(message_hash === null ? [] : [eb("message_hash", "=", message_hash)]),
      ]),
    )
    .executeTakeFirst();
}

async function findRule(
  trx: Transaction<Database>,
  { household_id, sender_hash }: Hashes,
): Promise<SenderRule | undefined> {
  if (sender_hash === null) return undefined;
  const found = await trx
    .selectFrom("mail_senders")
    .select("rule")
    .where("household_id", "=", household_id)
    .where("sender_hash", "=", sender_hash)
    .executeTakeFirst();
  return found?.rule;
}

/** Lists mails that wait, and then those that were looked at, the latest first. */
export async function listMails(
  db: Kysely<Database>,
  { householdId }: Viewer,
  encryptionKey: string,
): Promise<Mail[]> {
  const rows = await db
    .selectFrom("mails")
    .select(mailColumns)
    .where("household_id", "=", householdId)
    .where("state", "!=", "purged")
    .orderBy(({ eb }) => eb("state", "=", "waiting"), "desc")
    .orderBy("taken_at", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  const tasks = await db
    .selectFrom("mail_tasks")
    .select(["mail_id", "thing", "task_id", "changed"])
    .where("mail_id", "in", idList(rows.map(({ id }) => id)))
    .execute();
  const byMail = Map.groupBy(tasks, ({ mail_id }) => mail_id);
  return rows.flatMap((row) => open(row, byMail.get(row.id) ?? [], encryptionKey) ?? []);
}

export async function findMail(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  id: string,
  encryptionKey: string,
): Promise<Mail | undefined> {
  const row = await db
    .selectFrom("mails")
    .select(mailColumns)
    .where("id", "=", id)
    .where("household_id", "=", householdId)
    .executeTakeFirst();
  if (!row) return undefined;
  const tasks = await db
    .selectFrom("mail_tasks")
    .select(["thing", "task_id", "changed"])
    .where("mail_id", "=", id)
    .execute();
  return open(row, tasks, encryptionKey);
}

const maxSubject = 60;

/** A pasted mail may have no subject. */
export function firstWords(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return line.length <= maxSubject ? line : `${line.slice(0, maxSubject).trimEnd()}…`;
}

/** Says from which mail a task was added; null without one, or if its words were deleted. */
export async function findOrigin(
  db: Kysely<Database>,
  taskId: string,
  encryptionKey: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("mail_tasks")
    .innerJoin("mails", "mails.id", "mail_id")
    .select(mailColumns)
    .where("task_id", "=", taskId)
    .where("changed", "is", null)
    .executeTakeFirst();
  const mail = row && open(row, [], encryptionKey);
  if (!mail) return null;
  const sender = mail.sender && (mail.sender.name || mail.sender.address);
  return [sender, mail.subject || firstWords(mail.text)].filter(Boolean).join(": ") || null;
}

/** Returns undefined for what lost keys have sealed. */
function open(
  row: Pick<Selectable<Database["mails"]>, (typeof mailColumns)[number]>,
  tasks: Pick<Selectable<Database["mail_tasks"]>, "thing" | "task_id" | "changed">[],
  encryptionKey: string,
): Mail | undefined {
  const sealed = decrypt(encryptionKey, row.content, row.id);
  if (sealed === null) return undefined;
  return {
    ...(JSON.parse(sealed) as MailContent),
    id: row.id,
    takenAt: row.taken_at,
    state: row.state,
    senderHash: row.sender_hash,
    taskIds: new Map(tasks.map(({ thing, task_id }) => [thing, task_id])),
    changes: new Map(tasks.flatMap(({ thing, changed }) => (changed ? [[thing, changed]] : []))),
  };
}

/** Counts the mails that wait, by household. */
export async function countMailsOf(
  db: Kysely<Database>,
  householdIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("mails")
    .select(["household_id", ({ fn }) => fn.countAll<number>().as("count")])
    .where("household_id", "in", idList(householdIds))
    .where("state", "=", "waiting")
    .groupBy("household_id")
    .execute();
  return new Map(rows.map(({ household_id, count }) => [household_id, count]));
}

export async function countWaitingMails(
  db: Kysely<Database>,
  { householdId }: Viewer,
): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}
