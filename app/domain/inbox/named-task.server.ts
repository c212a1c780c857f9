import type { Transaction } from "kysely";
import { explainRemoval } from "#app/domain/delegation/by-text/reply-texts.ts";
import { letters } from "#app/domain/delegation/by-text/reply-words.ts";
import {
  type IncomingMessage,
  listToDo,
  findRemoval,
} from "#app/domain/delegation/by-text/requests-to-number.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { fitText } from "#app/domain/outbox/rendering/fit-text.ts";
import { hoursToAnswer } from "#app/domain/reminders/actions/list-reminded.server.ts";
import { findTooFarAhead } from "#app/domain/series/occurrences/far-ahead.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTasks, listOpenTitles } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { type ChatReply, otherReply } from "./chat-requests.server.ts";
import type { TaskCommand } from "./commands.ts";
import { matchWords } from "./meant/match-words.ts";
import type { OwnMessage, Reply } from "./reader.ts";
import { askWhichOne, noneNamed, noReminder, reminderAnswer } from "./reply-texts.ts";

/** A whole title counts for more than the start of one, and that for more than words in it. */
export function withName<Named>(
  all: Named[],
  name: string,
  titleOf: (one: Named) => string,
): Named[] {
  const wanted = letters(name);
  if (wanted === "") return [];
  const whole = all.filter((one) => letters(titleOf(one)) === wanted);
  if (whole.length > 0) return whole;
  const started = all.filter((one) => letters(titleOf(one)).startsWith(wanted));
  if (started.length > 0) return started;
  const titled = all.map((one) => ({ one, title: titleOf(one) }));
  return matchWords(titled, name, new Set()).map(({ one }) => one);
}

/** Nobody was reminded of a task of that name lately, but it may be open all the same. */
export async function obeyByName(
  trx: Transaction<Database>,
  { command, name }: TaskCommand & { name: string },
  message: OwnMessage,
): Promise<ChatReply> {
  const { user, now } = message;
  const open = await listOpenTitles(trx, user.householdId);
  const named = withName(open, name, ({ title }) => title);
  const titles = [...new Set(named.map(({ title }) => title))];
  const [first] = named;
  if (!first) return otherReply((await explainLeft(trx, message)) ?? noneNamed(name, open));
  if (command === "snooze") return otherReply(noReminder());
  if (titles.length > 1) return otherReply(askWhichOne(command, titles));
  const refused = await findTooFarAhead(trx, first.id, now);
  if (refused) return otherReply(fitText([`${refused}.`], ""));
  await completeTask(trx, user, first.id);
  const task = (await findTasks(trx, [first.id])).get(first.id)!;
  const text = reminderAnswer({ outcome: "done", task }, { timeZone: user.timeZone, now });
  return { text, type: "done", taskIds: [first.id] };
}

/** Null unless the sender has left a family that asked them something. */
export async function explainLeft(
  trx: Transaction<Database>,
  message: IncomingMessage,
): Promise<string | null> {
  const since = earlierBy(message.now, { hours: hoursToAnswer });
  const removal = await findRemoval(trx, message, since);
  return removal && explainRemoval(removal);
}

/** Null if nothing is left for them to do: then nobody has asked for these words. */
export async function explainNoneNamed(
  trx: Transaction<Database>,
  name: string,
  personIds: string[],
  now: string,
): Promise<Reply | null> {
  const toDo = await listToDo(trx, personIds, now);
  const open = toDo.filter(({ status }) => status === "accepted" || status === "pending");
  if (open.length === 0) return null;
  return {
    text: noneNamed(
      name,
      open.map(({ task }) => task),
    ),
  };
}
