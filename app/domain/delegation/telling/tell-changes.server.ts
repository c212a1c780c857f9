import type { Transaction } from "kysely";
import { instantOf, laterBy, wallClockAt } from "#app/domain/core/time.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Channel, Database } from "#db/schema.ts";
import { type Contact, findContacts } from "../contacts.server.ts";
import { findQuestions } from "../ending/notify-released.server.ts";
import {
  agreeToDue,
  findUnseenChange,
  missedCause,
  type UnseenChange,
} from "./known-due.server.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";

/** Changes within this time are sent as one message. */
const minutesToCollect = 2;

/**
 * Notifies everyone who said yes of a change, by the channel that asked them. The message describes
 * the state at the time it is sent.
 */
export async function tellChanges(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const accepted = await listAccepted(trx, taskIds);
  if (accepted.length === 0) return;
  const tasks = await findTasks(
    trx,
    accepted.map(({ task_id }) => task_id),
  );
  const changed = accepted.flatMap((request) => {
    const task = tasks.get(request.task_id);
    const news = task && findUnseenChange(request, task);
    return task && news ? [{ ...request, task, news }] : [];
  });
  if (changed.length === 0) return;
  const contacts = await findContacts(
    trx,
    changed.flatMap(({ person_id }) => person_id ?? []),
  );
  const isMover = ({ person_id, task, news }: Changed) =>
    news === "moved" && task.moved_by !== null && task.moved_by === accountOf(person_id);
  const accountOf = (personId: string | null) => contacts.get(personId ?? "")?.userId;
  for (const { id, task } of changed.filter(isMover)) await agreeToDue(trx, id, task);
  const others = changed.filter((request) => !isMover(request));
  const channels = await findChannels(trx, others, contacts);
  const messages = others.flatMap(({ id: subjectId, asked_by, task, news }) => {
    const channel = channels.get(subjectId);
    const userId = (news === "moved" ? task.moved_by : null) ?? asked_by;
    if (!channel || !userId) return [];
    const dedupeKey =
      news === "missed" ? missedCause(subjectId) : `delegation_change:${subjectId}:${now}`;
    const soon = laterBy(now, { minutes: minutesToCollect });
    const notBefore = news === "missed" ? byDay(soon, task.due_time_zone ?? "UTC") : soon;
    const expiresAt = newsExpiry(notBefore);
    const message = { kind: "delegation_change", channel, userId, subjectId } as const;
    return [{ ...message, dedupeKey, notBefore, expiresAt }];
  });
  await addDeliveries(trx, messages, now);
}

const [dayBegins, dayEnds] = [8, 21];

/**
 * Waits for the morning: most dates are missed at midnight, and nobody wants to be woken for that.
 */
function byDay(instant: string, timeZone: string): string {
  const at = wallClockAt(instant, timeZone);
  if (at.hour >= dayBegins && at.hour < dayEnds) return instant;
  const day = at.hour < dayBegins ? at.toPlainDate() : at.toPlainDate().add({ days: 1 });
  return instantOf(day.toPlainDateTime({ hour: dayBegins }), timeZone);
}

interface Changed {
  id: string;
  person_id: string | null;
  task: Task;
  news: UnseenChange;
}

const listAccepted = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("delegations")
    .select(["id", "task_id", "asked_by", "person_id", "told_due", "agreed_due", "done_at"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "accepted"),
);

/**
 * Skips delegates whose last message is still to be sent, unless the date was missed since. Someone
 * with an account who was asked by a link gets an email.
 */
async function findChannels(
  trx: Transaction<Database>,
  requests: readonly Pick<Changed, "id" | "person_id" | "news">[],
  contacts: ReadonlyMap<string, Contact>,
): Promise<Map<string, Channel>> {
  const ids = requests.map(({ id }) => id);
  const earlier = await findMessagesAbout(trx, "delegation_change", ids);
  const waiting = new Set(
    earlier.filter(({ state }) => state === "ready").map(({ subject_id }) => subject_id),
  );
  const asked = new Map(
    (await findQuestions(trx, ids)).map(({ subject_id, channel }) => [subject_id, channel]),
  );
  return new Map(
    requests.flatMap(({ id, person_id, news }): [string, Channel][] => {
      const contact = contacts.get(person_id ?? "");
      const channel = asked.get(id) ?? (contact?.userId && contact.email ? "email" : undefined);
      return channel && (news === "missed" || !waiting.has(id)) ? [[id, channel]] : [];
    }),
  );
}
