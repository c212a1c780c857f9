import type { Transaction } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { newsExpiry } from "#app/domain/outbox/scheduling/news-expiry.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { findWaitingUsers } from "#app/domain/outbox/views/about-subject.server.ts";
import { findAccountsOfPeople } from "#app/domain/people/people.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import { findTasks, isAskedOfAssignee, isGone, type Task } from "../find-tasks.server.ts";

/** Changes within this time are sent as one message. */
export const minutesToCollect = 2;

/**
 * Tells the people who got these tasks from somebody else, two minutes later, unless they have
 * given them away by then.
 */
export async function tellGiven(
  trx: Transaction<Database>,
  {
    taskIds,
    by,
    except,
  }: {
    taskIds: readonly string[];
    by: string;
    /** Users who learn of a task from another message. */
    except: readonly { taskId: string; userId: string | null }[];
  },
  now: string,
): Promise<void> {
  const tasks = [...(await findTasks(trx, taskIds)).values()].filter(isGiven);
  const accounts = await findAccountsOfPeople(
    trx,
    tasks.flatMap(({ assignee_id }) => assignee_id ?? []),
  );
  const given = tasks.flatMap(({ id, assignee_id }) => {
    const userId = accounts.get(assignee_id ?? "");
    const isTold = except.some((told) => told.taskId === id && told.userId === userId);
    return userId && userId !== by && !isTold ? [{ id, userId }] : [];
  });
  if (given.length === 0) return;
  const preferences = await findPreferencesByUser(
    trx,
    given.map(({ userId }) => userId),
  );
  const waiting = await findWaitingUsers(
    trx,
    "task_given",
    given.map(({ id }) => id),
  );
  const notBefore = laterBy(now, { minutes: minutesToCollect });
  const messages = given.flatMap(({ id: subjectId, userId }) => {
    const own = preferences.get(userId);
    if (!own?.given_enabled || waiting.get(subjectId)?.has(userId)) return [];
    const message = {
      kind: "task_given",
      userId,
      subjectId,
      payload: { by },
      dedupeKey: `task_given:${subjectId}:${userId}:${now}`,
      notBefore,
      expiresAt: newsExpiry(notBefore),
    } as const;
    return wantedChannels(own).map((channel) => ({ ...message, channel }));
  });
  await addDeliveries(trx, messages, now);
}

/** True if somebody has it by hand who was not asked: a request has messages of its own. */
export function isGiven(task: Task): boolean {
  const isOpen = task.is_completed === 0 && !isGone(task) && task.is_ahead === 0;
  return isOpen && task.assignee_id !== null && task.has_turn === 0 && !isAskedOfAssignee(task);
}
