import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { optOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import type { Database } from "#db/schema.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { fakeDevice } from "../../fakes/push/device.ts";
import type { Random } from "../random.ts";
import { chatOf, type Person, type Seeded } from "../reminders.ts";

/** In the order in which they stand in for each other. */
const allWays = ["push", "telegram", "sms", "email"] as const;
export type Way = (typeof allWays)[number];

const deadWays = {
  no_device: "push",
  blocked: "telegram",
  stop: "sms",
  limit: "sms",
  paused_10: "telegram",
  paused_30: "telegram",
  removed: "telegram",
} as const satisfies Record<string, Way>;

export type Fault = keyof typeof deadWays;
export const faults = Object.keys(deadWays) as Fault[];

/** More than a reminder and its rounds need: half of them are for rounds. */
export const textsADay = 8;

/** One person's ways, one of which is of no use, and their reminder. */
export interface Ladder {
  fault: Fault;
  dead: Way;
  ways: Way[];
  hasNextWay: boolean;
  hasNags: boolean;
  person: Person;
  chat: number;
  reminderId: string;
  taskId: string;
  mark: string;
}

/** Two to four ways, with and without the next way and nags: so many people for each fault. */
export const combinations = [2, 3, 4].flatMap((size) =>
  [true, false].flatMap((hasNextWay) =>
    [true, false].map((hasNags) => ({ size, hasNextWay, hasNags })),
  ),
);

export async function addLadders(
  db: Kysely<Database>,
  { people, reminderIds, taskIds }: Seeded,
  { random, push }: { random: Random; push: Record<string, string> },
): Promise<Ladder[]> {
  const kinds = faults.flatMap((fault) =>
    combinations.map((combination) => ({ fault, ...combination })),
  );
  const ladders = people.map((person, index): Ladder => {
    const { fault, size, ...wishes } = kinds[index % kinds.length]!;
    const dead = deadWays[fault];
    const others = allWays.filter((way) => way !== dead);
    while (others.length > size - 1) others.splice(random.whole(0, others.length - 1), 1);
    return {
      fault,
      dead,
      ways: allWays.filter((way) => way === dead || others.includes(way)),
      ...wishes,
      person,
      chat: chatOf(index),
      reminderId: reminderIds[index]!,
      taskId: taskIds[index]!,
      mark: `Nr-${String(index).padStart(6, "0")}`,
    };
  });
  await db.transaction().execute(async (trx) => {
    for (const ladder of ladders) {
      const { ways, person, chat, hasNextWay, hasNags } = ladder;
      const has = (way: Way) => (ways.includes(way) ? 1 : 0);
      await trx
        .updateTable("user_preferences")
        .set({ push_enabled: has("push"), sms_enabled: has("sms"), email_enabled: has("email") })
        .set({ telegram_chat: has("telegram") ? String(chat) : null })
        .set({ next_way_enabled: hasNextWay ? 1 : 0, nag_enabled: hasNags ? 1 : 0 })
        .where("user_id", "=", person.userId)
        .execute();
      if (has("push") && ladder.fault !== "no_device") {
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
  return ladders;
}

/** Makes the ways of no use that concern one person only. Returns how Telegram answers. */
export async function breakPersonally(
  db: Kysely<Database>,
  ladders: Ladder[],
): Promise<Behaviour[]> {
  for (const { fault, person } of ladders) {
    if (fault === "stop") await optOut(db, person.phone, nowIso());
    if (fault === "limit") await useUpTexts(db, person);
  }
  const blocked = ladders.filter(({ fault }) => fault === "blocked");
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
