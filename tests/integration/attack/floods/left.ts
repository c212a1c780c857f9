import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { addDelivery } from "../../../support/records/add-delivery.ts";
import { confirmedPhone } from "../../../support/people/confirmed-phone.ts";
import { type Account, findIds, newEmail, olderAccount } from "../account.ts";
import { prepare } from "./messages.ts";
import { countMails, countTexts } from "./outboxes.ts";
import type { Target } from "../target.ts";

/** So many went out today already, because sending them takes minutes. */
interface Sent {
  count: number;
  isEmail: boolean;
  isFirst?: boolean;
  by: "the account" | "its household" | "others";
}

async function sentToday(
  { db }: Target,
  account: Account,
  { count, isEmail, isFirst = false, by }: Sent,
) {
  const { userId, householdId } = await findIds({ db }, account);
  const rows = Array.from({ length: count }, () => ({
    cause: newId(),
    recipient: newId(),
    user_id: by === "the account" ? userId : newId(),
    household_id: by === "others" ? newId() : householdId,
    is_email: isEmail ? (1 as const) : (0 as const),
    is_first: isFirst ? (1 as const) : (0 as const),
    counted_at: nowIso(),
  }));
  await db.insertInto("messages_to_others").values(rows).execute();
}

async function inviteAfter(target: Target, tries: number, sent: Sent): Promise<number> {
  const account = await olderAccount(target);
  await sentToday(target, account, sent);
  const emails = Array.from({ length: tries }, () => newEmail("stranger"));
  for (const inviteeEmail of emails)
    await account.post("/preferences/family/invite", { inviteeEmail });
  await target.settle();
  return countMails(target, (address) => emails.includes(address));
}

export function emailsLeft(target: Target, tries: number): Promise<number> {
  return inviteAfter(target, tries, { count: 28, isEmail: true, by: "the account" });
}

export function householdEmailsLeft(target: Target, tries: number): Promise<number> {
  return inviteAfter(target, tries, { count: 58, isEmail: true, by: "its household" });
}

export function firstMessagesLeft(target: Target, tries: number): Promise<number> {
  return inviteAfter(target, tries, { count: 198, isEmail: true, isFirst: true, by: "others" });
}

export async function householdTextsLeft(target: Target, tries: number): Promise<number> {
  const account = await olderAccount(target);
  await sentToday(target, account, { count: 198, isEmail: false, by: "its household" });
  const numbers = Array.from({ length: tries }, (_, at) => `20155503${String(10 + at)}`);
  for (const phone of numbers) await (await prepare(account, "sms", { phone }))();
  await target.settle();
  return countTexts(target, (number) => numbers.includes(number.replace("+1", "")));
}

/** A test by SMS and one by WhatsApp: each may be sent once a minute. */
export async function ownTextsLeft(target: Target, tries: number): Promise<number> {
  const { db } = target;
  const account = await olderAccount(target);
  const { userId, householdId } = await findIds(target, account);
  const phone = "+12015550174";
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone), sms_enabled: 1, whatsapp_enabled: 1 })
    .where("user_id", "=", userId)
    .execute();
  const family = { userId, householdId, timeZone: "UTC" };
  for (let at = 0; at < 49; at += 1) await addDelivery(db, family, { state: "sent" });
  const now = nowIso();
  await db
    .updateTable("deliveries")
    .set({ created_at: now, claimed_at: now })
    .where("user_id", "=", userId)
    .execute();
  for (let at = 0; at < tries; at += 1)
    await account.post("/preferences/notifications/test", { channel: at % 2 ? "whatsapp" : "sms" });
  await target.settle();
  return countTexts(target, (number) => number === phone);
}
