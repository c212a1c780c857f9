import { sinceWhen } from "#app/domain/calendar/shown/describe-state.ts";
import { formatDue } from "#app/domain/core/time.ts";
import type { MailboxProblem } from "#db/schema.ts";

interface State {
  tried_at: string | null;
  read_at: string | null;
  problem: MailboxProblem | null;
  held_at: string | null;
}

export const reasons: Record<MailboxProblem, string> = {
  unanswered: "its server isn't responding",
  failing: "its server has a problem",
  wrong_password: "its server refuses the password. Please remove it and add it again",
  not_allowed: "its server is inside the network, which Mila's owner has to allow",
  no_folder: "the folder is gone. Please remove it and add it again",
  too_many: "more than 100 mails came within a day. I read the rest later",
  lost_password: "Mila has new keys. Please remove it and add it again",
};

export const isTroubled = ({ problem, held_at }: State): boolean =>
  problem !== null || held_at !== null;

/** Describes the status of a mailbox, for its household. */
export function describeMailbox(
  { tried_at, read_at, problem, held_at }: State,
  timeZone: string,
  now: string,
): string {
  if (held_at)
    return "Mila was restored from a backup, so I wait until Mila's owner lets me read it again.";
  if (tried_at === null) return "I'm reading it now.";
  if (problem) {
    const tried = read_at
      ? `I haven't been able to read it since ${sinceWhen(read_at, timeZone, now)}`
      : "I couldn't read it yet";
    return `${tried}: ${reasons[problem]}.`;
  }
  return `Last read ${formatDue(read_at ?? tried_at, timeZone, now)}.`;
}
