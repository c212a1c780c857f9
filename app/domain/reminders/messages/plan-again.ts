import { laterBy } from "#app/domain/core/time.ts";
import { escalationWays } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { NewDelivery } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Preferences } from "#app/domain/preferences/preferences.server.ts";

const minutesBetween = 10;
const maxNags = 3;
/** Later it would only puzzle. */
const minutesUntilExpiry = 60;

interface SentReminder {
  id: string;
  userId: string;
  scheduledAt: string;
}

/**
 * Plans the messages that follow a reminder 10, 20 and 30 minutes after it goes out, for users who asked for it. Each is
 * checked again when it is due.
 */
export function planAgain(
  { id, userId, scheduledAt }: SentReminder,
  preferences: Preferences,
  now: string,
): NewDelivery[] {
  if (now > laterBy(scheduledAt, { minutes: minutesUntilExpiry })) return [];
  // Mila may have been off at its time.
  const sentAt = now > scheduledAt ? now : scheduledAt;
  const [first, next] = escalationWays(preferences);
  const follow = (type: "nag" | "next_way", channel: typeof first, round: number): NewDelivery[] => {
    if (!channel) return [];
    const notBefore = laterBy(sentAt, { minutes: round * minutesBetween });
    return [
      {
        kind: "reminder_again",
        channel,
        userId,
        subjectId: id,
        isOwn: true,
        payload: { type, scheduledAt },
        dedupeKey: `reminder_again:${id}:${scheduledAt}:${type}:${round}`,
        notBefore,
        expiresAt: laterBy(notBefore, { minutes: minutesUntilExpiry }),
      },
    ];
  };
  const rounds = Array.from({ length: maxNags }, (_, index) => index + 1);
  return [
    ...(preferences.next_way_enabled ? follow("next_way", next, 1) : []),
    ...(preferences.nag_enabled ? rounds.flatMap((round) => follow("nag", first, round)) : []),
  ];
}
