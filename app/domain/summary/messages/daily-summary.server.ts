import type { Transaction } from "kysely";
import { clockOf } from "#app/domain/tasks/due/is-over.server.ts";
import { findPeople, type Person } from "#app/domain/accounts/users.server.ts";
import { instantOf, isTimeZone, wallClockAt, earlierBy } from "#app/domain/core/time.ts";
import { listAnswers } from "#app/domain/delegation/views/answers.server.ts";
import { countMailsOf } from "#app/domain/mail/mails.server.ts";
import { unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { findLabels, findPersonIds } from "#app/domain/people/people.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import {
  listTasksAhead,
  listTasksOver,
  type TasksDue,
} from "#app/domain/tasks/find-tasks.server.ts";
import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { Database } from "#db/schema.ts";
import {
  dailySummaryMessage,
  maxInEmail,
  type SummaryTask,
  type SummaryTasks,
  type SummaryAnswer,
} from "./daily-summary-text.ts";

interface Answer {
  userId: string;
  answeredAt: string;
  answer: SummaryAnswer;
}

export const dailySummaryType: MessageType = {
  label: "Daily summary",
  followsPreferences: true,
  keepsTime: "always",
  async prepare(trx, deliveries, instance, now) {
    const readers = await findReaders(trx, deliveries);
    const answers = await findAnswers(trx, deliveries);
    const mails = await countMailsOf(
      trx,
      [...readers.values()].map(({ householdId }) => householdId),
    );
    const known = new Map<string, Promise<HouseholdTasks>>();
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const reader = readers.get(delivery.user_id);
      if (!reader) continue;
      const timeZone = timeZoneOf(reader, instance);
      const key = `${reader.person.id} ${timeZone}`;
      const tasks = known.get(key) ?? findTasks(trx, reader, timeZone, now);
      known.set(key, tasks);
      const content = {
        tasks: await tasks,
        answers,
        mails: mails.get(reader.householdId) ?? 0,
      };
      prepared.set(delivery.id, prepareOne(delivery, reader, content, instance, now));
    }
    return prepared;
  },
};

function prepareOne(
  delivery: Delivery,
  reader: Reader,
  { tasks, answers, mails }: { tasks: HouseholdTasks; answers: Answer[]; mails: number },
  instance: Instance,
  now: string,
): Preparation {
  const { person, preferences } = reader;
  const to = ownAddress(delivery.channel, person.email, preferences);
  const unwanted = preferences.daily_summary_enabled
    ? unwantedReason(delivery, preferences)
    : ("not_wanted" as const);
  if (!to) return { cancelled: unwanted ?? "no_address" };
  const timeZone = timeZoneOf(reader, instance);
  const lists = { ...tasks, answers: answersFor(delivery, answers, timeZone), mails };
  const isEmpty =
    mails === 0 &&
    lists.answers.length === 0 &&
    Object.values(tasks).every(({ count }) => count === 0);
  if (isEmpty) return { cancelled: unwanted ?? "nothing_to_say" };
  const message = dailySummaryMessage({ ...lists, timeZone, origin: instance.origin, now });
  return unwanted ? { cancelled: unwanted, to, message } : { to, message };
}

const timeZoneOf = ({ person }: Reader, instance: Instance) =>
  person.timeZone && isTimeZone(person.timeZone) ? person.timeZone : instance.timeZone;

function toSummaryTask(
  task: TasksDue["tasks"][number],
  { labels, personId }: { labels: ReadonlyMap<string, string>; personId: string | undefined },
): SummaryTask {
  const { due_date, due_time_zone, due_has_time, delegation_status, assignee_id } = task;
  const delegate = labels.get(task.delegated_to ?? "");
  const isDelegated = delegate !== undefined && delegation_status !== "none";
  return {
    title: titleForWhom(task),
    whose: labels.get(assignee_id ?? "") ?? task.assignee,
    isYours: assignee_id !== null && assignee_id === personId,
    due: { instant: due_date, timeZone: due_time_zone },
    hasTime: due_has_time === 1,
    delegation: isDelegated ? { name: delegate, status: delegation_status } : null,
  };
}

interface Reader {
  person: Person;
  preferences: Preferences;
  householdId: string;
  personId: string | undefined;
}

async function findReaders(
  trx: Transaction<Database>,
  deliveries: Delivery[],
): Promise<Map<string, Reader>> {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  const personIds = await findPersonIds(trx, userIds);
  return new Map(
    userIds.flatMap((id): [string, Reader][] => {
      const [person, preferences, householdId] = [
        people.get(id),
        preferencesByUser.get(id),
        householdIds.get(id),
      ];
      return person && preferences && householdId
        ? [[id, { person, preferences, householdId, personId: personIds.get(id) }]]
        : [];
    }),
  );
}

type HouseholdTasks = Record<"overdue" | "today" | "nextDays", SummaryTasks>;

/** See the specification, section 9. */
const daysAhead = 7;

async function findTasks(
  trx: Transaction<Database>,
  { householdId, personId }: Reader,
  timeZone: string,
  now: string,
): Promise<HouseholdTasks> {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const midnight = (days: number) => instantOf(today.add({ days }).toPlainDateTime(), timeZone);
  const [tomorrow, last] = [midnight(1), midnight(1 + daysAhead)];
  const listed = { clock: clockOf({ timeZone }, now), most: maxInEmail, personId };
  const due = {
    overdue: await listTasksOver(trx, householdId, listed),
    today: await listTasksAhead(trx, householdId, { ...listed, before: tomorrow }),
    nextDays: await listTasksAhead(trx, householdId, { ...listed, from: tomorrow, before: last }),
  };
  const named = Object.values(due).flatMap(({ tasks }) =>
    tasks.flatMap(({ delegated_to, assignee_id }) =>
      [delegated_to, assignee_id].filter((id) => id !== null),
    ),
  );
  const labels = await findLabels(trx, named);
  const view = ({ tasks, count }: TasksDue): SummaryTasks => ({
    tasks: tasks.map((task) => toSummaryTask(task, { labels, personId })),
    count,
  });
  return { overdue: view(due.overdue), today: view(due.today), nextDays: view(due.nextDays) };
}

/** The length of the day on which clocks go back. */
const hoursInLongestDay = 25;

/** Finds answers from the day before the earliest summary on, newest first. */
async function findAnswers(trx: Transaction<Database>, deliveries: Delivery[]): Promise<Answer[]> {
  const userIds = [...new Set(deliveries.map(({ user_id }) => user_id))];
  const earliest = deliveries.map(({ due_at }) => due_at).toSorted()[0] ?? "";
  const rows = await listAnswers(trx, userIds, earlierBy(earliest, { hours: hoursInLongestDay }));
  const labels = await findLabels(
    trx,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  return rows
    .map(({ asked_by, person_id, delegate_name, state, title, line, answered_at, done_at }) => {
      const status = done_at ? "done" : state === "declined" ? "declined" : "accepted";
      const name = labels.get(person_id ?? "") ?? delegate_name;
      return {
        userId: asked_by,
        answeredAt: done_at ?? answered_at ?? "",
        answer: { name, status, title, line } as const,
      };
    })
    .toSorted((one, other) => other.answeredAt.localeCompare(one.answeredAt));
}

/**
 * Covers the day up to the planned time, not the sending time: each answer is in exactly one
 * summary.
 */
function answersFor(
  { user_id, due_at }: Delivery,
  answers: Answer[],
  timeZone: string,
): SummaryAnswer[] {
  const dayBefore = instantOf(wallClockAt(due_at, timeZone).subtract({ days: 1 }), timeZone);
  return answers
    .filter(
      ({ userId, answeredAt }) =>
        userId === user_id && answeredAt > dayBefore && answeredAt <= due_at,
    )
    .map(({ answer }) => answer);
}
