import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import { escalationChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { NewDelivery } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Preferences } from "#app/domain/preferences/preferences.server.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";
import type { About } from "../about-message.ts";

const minutesBetween = 10;
const maxRounds = 3;
/** A message that comes later than this would only confuse. */
const minutesOfInterest = 60;

interface FollowedReminder {
  id: string;
  userId: string;
  scheduledAt: string;
  preferences: Preferences;
}

/** A message about the reminder. */
export interface ReminderMessage extends About {
  dueAt: string;
  createdAt: string;
  /** Every channel that it has used. */
  used: Channel[];
  /** The chosen channel by which it last went out. */
  channel: Channel;
  state: DeliveryState;
  endedAt: string | null;
}

interface Step {
  delivery: NewDelivery;
  dueAt: string;
}

/**
 * Returns when to look for the first time whether more messages must follow a reminder that goes
 * out now; null if none can.
 */
export function firstLookAt(
  scheduledAt: string,
  preferences: Preferences,
  now: string,
): string | null {
  const isWanted = preferences.next_way_enabled || preferences.nag_enabled;
  const isOver = now > laterBy(scheduledAt, { minutes: minutesOfInterest });
  return isWanted && !isOver ? latestLook(now) : null;
}

export function latestLook(now: string): string {
  return laterBy(now, { minutes: minutesBetween });
}

/**
 * Returns the messages that follow a reminder while its task is open, unmoved and unseen, and when
 * to look again: null if nothing more can follow.
 */
export function nextMessages(
  reminder: FollowedReminder,
  made: ReminderMessage[],
  now: string,
): { deliveries: NewDelivery[]; lookAgainAt: string | null } {
  const steps = [nextEscalation(reminder, made, now), nextRound(reminder, made, now)];
  const due = steps.flatMap((step) =>
    step && step !== "waiting" && step.dueAt <= now ? step.delivery : [],
  );
  const times = steps.flatMap((step) => {
    if (!step) return [];
    // No message that follows is due earlier than this.
    const latest = latestLook(now);
    return step === "waiting" || step.dueAt <= now || step.dueAt > latest ? latest : step.dueAt;
  });
  return { deliveries: due, lookAgainAt: times.toSorted()[0] ?? null };
}

/** Uses the next channel, ten minutes after the last one was tried or has accepted the message. */
function nextEscalation(
  { id, userId, scheduledAt, preferences }: FollowedReminder,
  made: ReminderMessage[],
  now: string,
): Step | null {
  if (!preferences.next_way_enabled) return null;
  const tried = made.filter(({ round }) => round === 0);
  const used = tried.flatMap((one) => one.used);
  const channel = escalationChannels(preferences).find((candidate) => !used.includes(candidate));
  if (!channel) return null;
  const last =
    tried
      .map((one) => notAhead(acceptedAt(one) ?? one.createdAt, now))
      .toSorted()
      .at(-1) ?? scheduledAt;
  const dueAt = laterBy(last, { minutes: minutesBetween });
  if (now > laterBy(dueAt, { minutes: minutesOfInterest })) return null;
  const message = {
    kind: "reminder",
    userId,
    subjectId: id,
    isOwn: true,
    payload: { scheduledAt },
  } as const;
  return {
    dueAt,
    delivery: { ...message, channel, dedupeKey: `reminder:${id}:${scheduledAt}`, notBefore: dueAt },
  };
}

/**
 * Sends it again by the channel that accepted it, ten minutes after the last round was accepted.
 */
function nextRound(
  { id, userId, scheduledAt, preferences }: FollowedReminder,
  made: ReminderMessage[],
  now: string,
): Step | "waiting" | null {
  const last = Math.max(0, ...made.map(({ round }) => round));
  if (!preferences.nag_enabled || last >= maxRounds) return null;
  const previous = made.filter(({ round }) => round === last);
  const until = laterBy(previous.map(({ dueAt }) => dueAt).toSorted()[0] ?? scheduledAt, {
    minutes: minutesOfInterest,
  });
  const accepted = previous.filter((one) => acceptedAt(one));
  const at = accepted.map((one) => notAhead(one.endedAt ?? now, now)).toSorted()[0];
  if (!at) return now > until ? null : "waiting";
  if (at > until) return null;
  const acceptedBy = accepted.map((message) => message.channel);
  const channel =
    escalationChannels(preferences).find((each) => acceptedBy.includes(each)) ?? acceptedBy[0];
  if (!channel) return null;
  const round = last + 1;
  const dueAt = laterBy(at, { minutes: minutesBetween });
  const message = {
    kind: "reminder_again",
    userId,
    subjectId: id,
    isOwn: true,
    payload: { scheduledAt, round },
  } as const;
  const dedupeKey = `reminder_again:${id}:${scheduledAt}:nag:${round}`;
  return { dueAt, delivery: { ...message, channel, dedupeKey, notBefore: dueAt } };
}

function acceptedAt({ state, endedAt }: ReminderMessage): string | null {
  return state === "sent" || state === "delivered" ? endedAt : null;
}

/**
 * Takes an instant from a clock that was ahead as ten minutes ago. Another worker's clock may be
 * slightly ahead of this one.
 */
function notAhead(instant: string, now: string): string {
  return instant > latestLook(now) ? earlierBy(now, { minutes: minutesBetween }) : instant;
}
