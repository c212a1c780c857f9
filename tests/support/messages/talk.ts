import { limitSettings } from "#app/services/shares.server.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { receiveMessage } from "#app/domain/inbox/receive-message.server.ts";
import type { InboxSettings } from "#app/domain/inbox/reader.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { confirmedPhone } from "../people/confirmed-phone.ts";
import { newFamily, type TestFamily } from "../records/family.ts";
import { linkKey } from "./deliveries.ts";

export const noraNumber = "+12015550123";

/** Creates a family whose number is confirmed. */
export async function newTalkingFamily(
  db: Kysely<Database>,
  number: string = noraNumber,
): Promise<TestFamily> {
  const nora = await newFamily(db, { Emma: "child" });
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(number), sms_enabled: 1 })
    .where("user_id", "=", nora.userId)
    .execute();
  return nora;
}

export const inboxSettings: InboxSettings = {
  linkKey,
  timeZone: "UTC",
  limits: { ...limitSettings, TEXTS_A_DAY: 50 },
  logInfo: () => undefined,
};

/** Texts Mila, and returns the reply. */
export function talk(
  db: Kysely<Database>,
  body: string,
  {
    now = nowIso(),
    textsADay = inboxSettings.limits.TEXTS_A_DAY,
    ...text
  }: Partial<InboundText> & { now?: string; textsADay?: number } = {},
): Promise<string | null> {
  const inbound = {
    providerId: newId(),
    channel: "sms" as const,
    from: noraNumber,
    body,
    receivedAt: now,
  };
  const limits = { ...inboxSettings.limits, TEXTS_A_DAY: textsADay };
  return receiveMessage(db, { ...inbound, ...text }, { ...inboxSettings, limits }, now);
}
