import type { Kysely } from "kysely";
import { findMessagesWithLast } from "#app/domain/outbox/queries/used-channels.server.ts";
import { findReminderOutcomes } from "#app/domain/reminders/lists/reminder-list.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Accepted } from "../../fakes/accepted-log.ts";
import { countCopies } from "../outcome.ts";
import type { Setup } from "./setups.ts";

const rounds = 3;

/**
 * Says whose reminder did not go by the channels that it should have, as often as it should have.
 */
export async function findWrongEnds(
  db: Kysely<Database>,
  setups: Setup[],
  accepted: Accepted[],
): Promise<string[]> {
  const ids = setups.map(({ reminderId }) => reminderId);
  const messages = await findMessagesWithLast(db, ids).select("last.id as lastId").execute();
  const byReminder = Map.groupBy(messages, ({ subject_id }) => subject_id);
  const copies = countCopies(accepted);
  const wrong: string[] = [];
  for (const setup of setups) {
    const made = byReminder.get(setup.reminderId) ?? [];
    const gone = made.filter(({ state }) => state === "sent" || state === "delivered");
    const firsts = gone.filter(({ kind }) => kind === "reminder");
    const acceptedCount = copies.get(setup.mark) ?? 0;
    const outcome = (await findReminderOutcomes(db, { ...setup.person, taskId: setup.taskId })).get(
      setup.reminderId,
    );
    const problems = {
      open: made.some(({ state }) => ["ready", "sending", "unknown"].includes(state)),
      [`${acceptedCount} accepted, not ${new Set(gone.map(({ lastId }) => lastId)).size}`]:
        acceptedCount !== new Set(gone.map(({ lastId }) => lastId)).size,
      [`by ${firsts.map(({ lastChannel }) => lastChannel).join("+")}`]: !matchesSettings(
        setup,
        // Several parts may have gone out in one message.
        [...new Map(firsts.map(({ lastId, lastChannel }) => [lastId, lastChannel])).values()],
      ),
      "wrong rounds": gone.length - firsts.length !== (setup.hasNags ? rounds : 0),
      [`its page says ${outcome}`]: outcome !== "sent",
    };
    const found = Object.entries(problems).flatMap(([problem, isSo]) => (isSo ? problem : []));
    if (found.length > 0) wrong.push(`${describe(setup)}: ${found.join(", ")}`);
  }
  return wrong;
}

/** After its pause, a paused channel may still carry the reminder. */
function matchesSettings(
  { channels, dead, fault, hasNextChannel }: Setup,
  used: Channel[],
): boolean {
  if (new Set(used).size < used.length) return false;
  const isPaused = fault.startsWith("paused");
  const usable = channels.filter((channel) => channel !== dead);
  const direct = usable.filter((channel) => channel !== "email");
  const wanted = hasNextChannel ? usable : direct.length > 0 ? direct : usable;
  const isEarly = isPaused && used.length === 1 && used[0] === dead && !hasNextChannel;
  if (isEarly) return direct.length === 0;
  const rest = used.filter((channel) => !wanted.some((one) => one === channel));
  return (
    wanted.every((channel) => used.includes(channel)) &&
    (isPaused ? rest.every((channel) => channel === dead) : rest.length === 0)
  );
}

function describe({ fault, channels, hasNextChannel, hasNags, mark }: Setup): string {
  return [
    mark,
    fault,
    channels.join("+"),
    ...(hasNextChannel ? ["next channel"] : []),
    ...(hasNags ? ["nags"] : []),
  ].join(" ");
}
