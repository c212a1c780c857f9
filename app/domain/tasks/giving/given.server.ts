import type { Transaction } from "kysely";
import { accountName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople, type Person } from "#app/domain/accounts/users.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
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
import { findMessagesTo } from "#app/domain/outbox/views/about-subject.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findAccountsOfPeople } from "#app/domain/people/people.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import { findTasks, isGone, type Task } from "../find-tasks.server.ts";
import { titleForWhom } from "../lists/about-beside.ts";
import { givenMessage } from "./given-text.ts";
import { type Handover, findHandovers } from "./handovers.server.ts";
import { isGiven, minutesToCollect } from "./tell-given.server.ts";

const payload: z.ZodType<MessagePayloads["task_given"]> = z.object({ by: z.string() });

export const taskGivenType: MessageType = {
  label: "Task that someone gave you",
  canRecur: true,
  followsPreferences: true,
  getsHalf: true,
  async prepare(trx, deliveries, instance, now) {
    const facts = await findFacts(trx, deliveries, now);
    return new Map(
      deliveries.flatMap((delivery): [string, Preparation][] => {
        const own = facts.get(delivery.id);
        return own ? [[delivery.id, prepareOne(delivery, own, instance, now)]] : [];
      }),
    );
  },
};

type Message = Pick<
  Delivery,
  "id" | "user_id" | "subject_id" | "channel" | "stands_in_for" | "cause" | "due_at" | "payload"
>;

interface Facts {
  /** The task of each message that goes out together with this one, and of its own. */
  given: GivenTask[];
  /** True if another message names the task. */
  isNamedByAnother: boolean;
  person: Person;
  preferences: Preferences;
  householdId: string | undefined;
}

interface GivenTask {
  task: Task;
  /** The account of the person who has it. */
  holderId: string | undefined;
  handover: Handover;
  /** The first name of the person who gave it; null for one who has left. */
  giver: string | null;
}

function prepareOne(
  delivery: Delivery,
  facts: Facts,
  { origin }: Instance,
  now: string,
): Preparation {
  const { given, isNamedByAnother, person, preferences } = facts;
  const reasons = given.map((one) => findCancelReason(delivery, one, facts));
  const told = given.filter((_, index) => reasons[index] === null);
  const shown = told.length > 0 ? told : given.slice(0, 1);
  const [first] = shown;
  const to = ownAddress(delivery.channel, person.email, preferences);
  if (!first) return { cancelled: "task_deleted" };
  const message = givenMessage({
    giver: shown.every(({ giver }) => giver === first.giver) ? first.giver : null,
    tasks: shown.map(({ task }) => toMessageTask(task)),
    personId: first.task.assignee_id ?? "",
    timeZone: person.timeZone,
    origin,
    now,
  });
  const unsent = told.length > 0 ? unwantedReason(delivery, preferences) : reasons[0];
  const cancelled = isNamedByAnother ? "together" : unsent;
  if (cancelled || !to) return { cancelled: cancelled ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function toMessageTask(task: Task) {
  const { id, due_date: instant, due_time_zone: timeZone, due_has_time } = task;
  const due = instant && timeZone ? { instant, timeZone } : null;
  return { id, title: titleForWhom(task), due, hasTime: due_has_time === 1 };
}

function findCancelReason(
  { user_id: userId }: Delivery,
  { task, holderId, handover }: GivenTask,
  { preferences, householdId }: Facts,
): Reason | null {
  if (householdId !== task.household_id) return "not_a_member";
  if (isGone(task)) return "task_deleted";
  if (task.is_completed) return "task_done";
  if (!preferences.given_enabled) return "not_wanted";
  const isTheirs = isGiven(task) && holderId === userId;
  if (!isTheirs || handover.by === userId) return "superseded";
  return handover.from === task.assignee_id ? "task_back" : null;
}

async function findFacts(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
  now: string,
): Promise<Map<string, Facts>> {
  const userIds = deliveries.map(({ user_id }) => user_id);
  const [firstDue = now] = deliveries.map(({ due_at }) => due_at).toSorted();
  const since = earlierBy(firstDue, { minutes: minutesToCollect, seconds: secondsTogether });
  const messages: Message[] = await findMessagesTo(trx, "task_given", userIds, { since });
  const given = await findGivenTasks(trx, [...messages, ...deliveries]);
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  return new Map(
    deliveries.flatMap((delivery): [string, Facts][] => {
      const { id, user_id } = delivery;
      const [person, preferences] = [people.get(user_id), preferencesByUser.get(user_id)];
      if (!person || !preferences) return [];
      const together = messages.filter((message) => areTogether(message, delivery));
      const isNamedByAnother = together.length > 0 && together[0]!.cause !== delivery.cause;
      const named = isNamedByAnother || together.length === 0 ? [delivery] : together;
      const tasks = named.flatMap((message) => given.get(message.id) ?? []);
      const householdId = householdIds.get(user_id);
      return [[id, { given: tasks, isNamedByAnother, person, preferences, householdId }]];
    }),
  );
}

/** Tasks that somebody is given within these seconds are in the first of their messages. */
const secondsTogether = 10;

const slotOf = (instant: string) => Math.floor(Date.parse(instant) / (secondsTogether * 1000));

const areTogether = (message: Message, delivery: Delivery) =>
  message.user_id === delivery.user_id &&
  message.stands_in_for === null &&
  message.channel === (delivery.stands_in_for ?? delivery.channel) &&
  slotOf(message.due_at) === slotOf(delivery.due_at);

/** Returns the tasks by the ids of their messages. */
async function findGivenTasks(
  trx: Transaction<Database>,
  messages: readonly Message[],
): Promise<Map<string, GivenTask>> {
  const tasks = await findTasks(
    trx,
    messages.map(({ subject_id }) => subject_id),
  );
  const handovers = await findHandovers(trx, [...tasks.values()]);
  const handoverOf = (message: Message): Handover =>
    handovers.get(message.subject_id) ?? { by: readPayload(payload, message).by, from: null };
  const givers = await findPeople(
    trx,
    messages.flatMap((message) => handoverOf(message).by ?? []),
  );
  const holders = await findAccountsOfPeople(
    trx,
    [...tasks.values()].flatMap(({ assignee_id }) => assignee_id ?? []),
  );
  return new Map(
    messages.flatMap((message): [string, GivenTask][] => {
      const task = tasks.get(message.subject_id);
      if (!task) return [];
      const handover = handoverOf(message);
      const giver = givers.get(handover.by ?? "");
      const holderId = holders.get(task.assignee_id ?? "");
      return [[message.id, { task, holderId, handover, giver: giver ? accountName(giver) : null }]];
    }),
  );
}
