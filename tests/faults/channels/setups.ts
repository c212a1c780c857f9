import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { Database } from "#db/schema.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { fakeDevice } from "../../fakes/push/device.ts";
import type { Random } from "../random.ts";
import { chatOf, type Person, type Seeded } from "../reminders.ts";

/** In the order of `userChannels`. */
const allChannels = ["push", "telegram", "sms", "email"] as const;
export type TestedChannel = (typeof allChannels)[number];

const deadChannels = {
  no_device: "push",
  blocked: "telegram",
  stop: "sms",
  limit: "sms",
  paused_10: "telegram",
  paused_30: "telegram",
  removed: "telegram",
} as const satisfies Record<string, TestedChannel>;

export type Fault = keyof typeof deadChannels;
export const faults = Object.keys(deadChannels) as Fault[];

/** Enough for a reminder and its rounds, which may use half of them. */
export const textsADay = 8;

/** One person's channels, one of which is useless, and their reminder. */
export interface Setup {
  fault: Fault;
  dead: TestedChannel;
  channels: TestedChannel[];
  hasNextChannel: boolean;
  hasNags: boolean;
  person: Person;
  chat: number;
  reminderId: string;
  taskId: string;
  mark: string;
}

/**
 * Two to four channels, with and without the next channel and nags: so many people for each fault.
 */
export const combinations = [2, 3, 4].flatMap((size) =>
  [true, false].flatMap((hasNextChannel) =>
    [true, false].map((hasNags) => ({ size, hasNextChannel, hasNags })),
  ),
);

export async function addSetups(
  db: Kysely<Database>,
  { people, reminderIds, taskIds }: Seeded,
  { random, push }: { random: Random; push: Record<string, string> },
): Promise<Setup[]> {
  const kinds = faults.flatMap((fault) =>
    combinations.map((combination) => ({ fault, ...combination })),
  );
  const setups = people.map((person, index): Setup => {
    const { fault, size, ...settings } = kinds[index % kinds.length]!;
    const dead = deadChannels[fault];
    const others = allChannels.filter((channel) => channel !== dead);
    while (others.length > size - 1) others.splice(random.whole(0, others.length - 1), 1);
    return {
      fault,
      dead,
      channels: allChannels.filter((channel) => channel === dead || others.includes(channel)),
      ...settings,
      person,
      chat: chatOf(index),
      reminderId: reminderIds[index]!,
      taskId: taskIds[index]!,
      mark: `Nr-${String(index).padStart(6, "0")}`,
    };
  });
  await db.transaction().execute(async (trx) => {
    for (const setup of setups) {
      const { channels, person, chat, hasNextChannel, hasNags } = setup;
      const has = (channel: TestedChannel) => (channels.includes(channel) ? 1 : 0);
      await trx
        .updateTable("user_preferences")
        .set({ push_enabled: has("push"), sms_enabled: has("sms"), email_enabled: has("email") })
        .set({ telegram_chat: has("telegram") ? String(chat) : null })
        .set({ next_way_enabled: hasNextChannel ? 1 : 0, nag_enabled: hasNags ? 1 : 0 })
        .where("user_id", "=", person.userId)
        .execute();
      if (has("push") && setup.fault !== "no_device") {
        const { path, p256dh, auth } = fakeDevice(person.userId);
        const keys = { endpoint: `http://${push.PUSH_HOSTS}${path}`, p256dh, auth };
        const device = { id: newId(), user_id: person.userId, session_id: newId(), name: "phone" };
        await trx
          .insertInto("push_devices")
          .values({ ...device, ...keys, created_at: nowIso() })
          .execute();
      }
    }
  });
  return setups;
}

/** Breaks the channels that fail for one person only. Returns how Telegram answers. */
export async function breakPersonally(db: Kysely<Database>, setups: Setup[]): Promise<Behaviour[]> {
  for (const { fault, person } of setups) {
    if (fault === "stop") await optOut(db, person.phone, nowIso());
    if (fault === "limit") await useUpTexts(db, person);
  }
  const blocked = setups.filter(({ fault }) => fault === "blocked");
  return blocked.map(({ chat }) => ({ type: "refusing", code: 403, to: String(chat) }));
}

async function useUpTexts(db: Kysely<Database>, { userId }: Person): Promise<void> {
  const at = earlierBy(nowIso(), { hours: 1 });
  const sent = Array.from({ length: textsADay }, () => {
    const id = newId();
    const keys = {
      id,
      kind: "test",
      channel: "sms",
      user_id: userId,
      subject_id: userId,
      dedupe_key: id,
    } as const;
    return {
      ...keys,
      state: "sent",
      due_at: at,
      not_before: at,
      created_at: at,
      claimed_at: at,
      ended_at: at,
    } as const;
  });
  await db.insertInto("deliveries").values(sent).execute();
}
