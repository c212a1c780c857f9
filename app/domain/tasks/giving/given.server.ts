import type { Transaction } from "kysely";
import { accountName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import {
  type Delivery,
  type Instance,
  type Preparation,
  readPayload,
} from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findAccountsOfPeople } from "#app/domain/people/people.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import { findTasks, isGone, type Task } from "../find-tasks.server.ts";
import { aboutBeside } from "../lists/about-beside.ts";
import { type Handover, findHandovers } from "./handovers.server.ts";
import { givenMessage } from "./given-text.ts";
import { isGiven } from "./tell-given.server.ts";

const payload: z.ZodType<MessagePayloads["task_given"]> = z.object({ by: z.string() });

export const taskGivenType: MessageType = {
  label: "Task that someone gave you",
  canRecur: true,
  followsPreferences: true,
  getsHalf: true,
  async prepare(trx, deliveries, instance, now) {
    const facts = await findFacts(trx, deliveries);
    return new Map(
      deliveries.flatMap((delivery): [string, Preparation][] => {
        const own = facts.get(delivery.id);
        return own ? [[delivery.id, prepareOne(delivery, own, instance, now)]] : [];
      }),
    );
  },
};

interface Facts {
  task: Task;
  /** The account of the person who has it. */
  holderId: string | undefined;
  handover: Handover;
  /** The first name of the person who gave it; null for one who has left. */
  giver: string | null;
  email: string;
  timeZone: string | null;
  preferences: Preferences;
  isMember: boolean;
}

function prepareOne(
  delivery: Delivery,
  { task, giver, email, timeZone, ...facts }: Facts,
  { origin }: Instance,
  now: string,
): Preparation {
  const to = ownAddress(delivery.channel, email, facts.preferences);
  const { due_date: instant, due_time_zone: zone } = task;
  const message = givenMessage({
    giver,
    task,
    about: aboutBeside(task),
    due: instant && zone ? { instant, timeZone: zone } : null,
    hasTime: task.due_has_time === 1,
    timeZone,
    origin,
    now,
  });
  const cancelled = findCancelReason(delivery, { task, ...facts });
  if (cancelled || !to) return { cancelled: cancelled ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function findCancelReason(
  delivery: Delivery,
  { task, holderId, handover, preferences, isMember }: Omit<Facts, "giver" | "email" | "timeZone">,
): Reason | null {
  if (!isMember) return "not_a_member";
  if (isGone(task)) return "task_deleted";
  if (task.is_completed) return "task_done";
  if (!preferences.given_enabled) return "not_wanted";
  const isTheirs = isGiven(task) && holderId === delivery.user_id;
  if (!isTheirs || handover.by === delivery.user_id) return "superseded";
  if (handover.from === task.assignee_id) return "task_back";
  return unwantedReason(delivery, preferences);
}

async function findFacts(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
): Promise<Map<string, Facts>> {
  const tasks = await findTasks(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  const handovers = await findHandovers(trx, [...tasks.values()]);
  const handoverOf = (delivery: Delivery): Handover =>
    handovers.get(delivery.subject_id) ?? { by: readPayload(payload, delivery).by, from: null };
  const userIds = deliveries.map(({ user_id }) => user_id);
  const givers = deliveries.flatMap((delivery) => handoverOf(delivery).by ?? []);
  const people = await findPeople(trx, [...userIds, ...givers]);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  const holders = await findAccountsOfPeople(
    trx,
    [...tasks.values()].flatMap(({ assignee_id }) => assignee_id ?? []),
  );
  return new Map(
    deliveries.flatMap((delivery): [string, Facts][] => {
      const { id, user_id, subject_id } = delivery;
      const task = tasks.get(subject_id);
      const [person, preferences] = [people.get(user_id), preferencesByUser.get(user_id)];
      if (!task || !person || !preferences) return [];
      const handover = handoverOf(delivery);
      const giver = people.get(handover.by ?? "");
      const facts = {
        task,
        holderId: holders.get(task.assignee_id ?? ""),
        handover,
        giver: giver ? accountName(giver) : null,
        email: person.email,
        timeZone: person.timeZone,
        preferences,
        isMember: householdIds.get(user_id) === task.household_id,
      };
      return [[id, facts]];
    }),
  );
}
