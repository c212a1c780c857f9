import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import { escalationWays } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { NewDelivery } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Preferences } from "#app/domain/preferences/preferences.server.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";
import type { About } from "../about-message.ts";

const minutesBetween = 10;
const maxRounds = 3;
/** Later, more messages would only puzzle. */
const minutesOfInterest = 60;

interface FollowedReminder {
  id: string;
  userId: string;
  scheduledAt: string;
  preferences: Preferences;
}

/** A message that was made about it. */
export interface Made extends About {
  dueAt: string;
  createdAt: string;
  /** All channels that it has used. */
  used: Channel[];
  /** By which it went out at last, as its user has chosen it. */
  way: Channel;
  state: DeliveryState;
  endedAt: string | null;
}

interface Step {
  delivery: NewDelivery;
  dueAt: string;
}

/** When to look at a reminder for the first time that went out or will go out now; null if nothing can follow. */
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
 * Returns what follows a reminder that is not done, has not moved and was not seen, and when to look again: null if
 * nothing is to come.
 */
export function nextMessages(
  reminder: FollowedReminder,
  made: Made[],
  now: string,
): { deliveries: NewDelivery[]; lookAgainAt: string | null } {
  const steps = [nextWay(reminder, made, now), nextRound(reminder, made, now)];
  const due = steps.flatMap((step) =>
    step && step !== "waiting" && step.dueAt <= now ? step.delivery : [],
  );
  const times = steps.flatMap((step) => {
    if (!step) return [];
    // What follows is never due earlier than this.
    const latest = latestLook(now);
    return step === "waiting" || step.dueAt <= now || step.dueAt > latest ? latest : step.dueAt;
  });
  return { deliveries: due, lookAgainAt: times.toSorted()[0] ?? null };
}

/** Ten minutes after the last way was tried or has accepted it, the next one that it has not used. */
function nextWay(
  { id, userId, scheduledAt, preferences }: FollowedReminder,
  made: Made[],
  now: string,
): Step | null {
  if (!preferences.next_way_enabled) return null;
  const tried = made.filter(({ round }) => round === 0);
  const used = tried.flatMap((one) => one.used);
  const channel = escalationWays(preferences).find((way) => !used.includes(way));
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

/** Ten minutes after the last round was accepted, by the way that has accepted it. */
function nextRound(
  { id, userId, scheduledAt, preferences }: FollowedReminder,
  made: Made[],
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
  const ways = escalationWays(preferences);
  const channel = ways.find((way) => accepted.some((one) => one.way === way)) ?? accepted[0]?.way;
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

function acceptedAt({ state, endedAt }: Made): string | null {
  return state === "sent" || state === "delivered" ? endedAt : null;
}

/** Takes an instant from a clock that was ahead as ten minutes ago. Another worker may be a moment later than this one. */
function notAhead(instant: string, now: string): string {
  return instant > latestLook(now) ? earlierBy(now, { minutes: minutesBetween }) : instant;
}
