import type { Kysely } from "kysely";
import { findMessagesWithLast } from "#app/domain/outbox/queries/used-channels.server.ts";
import { findReminderOutcomes } from "#app/domain/reminders/lists/reminder-list.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Accepted } from "../../fakes/accepted-log.ts";
import { countCopies } from "../outcome.ts";
import type { Ladder } from "./ladders.ts";

const rounds = 3;

/** Says whose reminder did not go by the ways that it should have, as often as it should have. */
export async function findWrongEnds(
  db: Kysely<Database>,
  ladders: Ladder[],
  accepted: Accepted[],
): Promise<string[]> {
  const ids = ladders.map(({ reminderId }) => reminderId);
  const messages = await findMessagesWithLast(db, ids).select("last.id as lastId").execute();
  const byReminder = Map.groupBy(messages, ({ subject_id }) => subject_id);
  const copies = countCopies(accepted);
  const wrong: string[] = [];
  for (const ladder of ladders) {
    const made = byReminder.get(ladder.reminderId) ?? [];
    const gone = made.filter(({ state }) => state === "sent" || state === "delivered");
    const firsts = gone.filter(({ kind }) => kind === "reminder");
    const taken = copies.get(ladder.mark) ?? 0;
    const outcome = (
      await findReminderOutcomes(db, { ...ladder.person, taskId: ladder.taskId })
    ).get(ladder.reminderId);
    const problems = {
      open: made.some(({ state }) => ["ready", "sending", "unknown"].includes(state)),
      [`${taken} accepted, not ${new Set(gone.map(({ lastId }) => lastId)).size}`]:
        taken !== new Set(gone.map(({ lastId }) => lastId)).size,
      [`by ${firsts.map(({ lastChannel }) => lastChannel).join("+")}`]: !areAsWished(
        ladder,
        // Several parts may have gone out in one message.
        [...new Map(firsts.map(({ lastId, lastChannel }) => [lastId, lastChannel])).values()],
      ),
      "wrong rounds": gone.length - firsts.length !== (ladder.hasNags ? rounds : 0),
      [`its page says ${outcome}`]: outcome !== "sent",
    };
    const found = Object.entries(problems).flatMap(([problem, isSo]) => (isSo ? problem : []));
    if (found.length > 0) wrong.push(`${describe(ladder)}: ${found.join(", ")}`);
  }
  return wrong;
}

/** A paused way may carry it after the pause. */
function areAsWished({ ways, dead, fault, hasNextWay }: Ladder, used: Channel[]): boolean {
  if (new Set(used).size < used.length) return false;
  const isPaused = fault.startsWith("paused");
  const usable = ways.filter((way) => way !== dead);
  const direct = usable.filter((way) => way !== "email");
  const wanted = hasNextWay ? usable : direct.length > 0 ? direct : usable;
  const isEarly = isPaused && used.length === 1 && used[0] === dead && !hasNextWay;
  if (isEarly) return direct.length === 0;
  const rest = used.filter((way) => !wanted.some((one) => one === way));
  return (
    wanted.every((way) => used.includes(way)) &&
    (isPaused ? rest.every((way) => way === dead) : rest.length === 0)
  );
}

function describe({ fault, ways, hasNextWay, hasNags, mark }: Ladder): string {
  return [
    mark,
    fault,
    ways.join("+"),
    ...(hasNextWay ? ["next way"] : []),
    ...(hasNags ? ["nags"] : []),
  ].join(" ");
}
