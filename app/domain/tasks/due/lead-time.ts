import { earlierBy, formatTime } from "#app/domain/core/time.ts";

const [hour, day] = [60, 24 * 60];

/**
 * "1 hour before", or "At 11:00 AM" if only the day was said: nobody knows the time that it is
 * before.
 */
export function formatLead(
  minutes: number,
  { instant, hasTime }: { instant: string; hasTime: boolean },
  timeZone: string,
): string {
  if (hasTime || minutes > day / 2) return formatLeadTime(minutes);
  return `At ${formatTime(earlierBy(instant, { minutes }), timeZone)}`;
}

/** Stands beside a reminder's time: "1 hour before", or "That day" if only the day was said. */
export function formatLeadBesideTime(minutes: number, hasTime: boolean): string {
  return hasTime || minutes > day / 2 ? formatLeadTime(minutes) : "That day";
}

/** "1 hour before", "At the time". */
export function formatLeadTime(minutes: number): string {
  if (minutes === 0) return "At the time";
  if (minutes % day === 0) return `${count(minutes / day, "day")} before`;
  if (minutes % hour === 0) return `${count(minutes / hour, "hour")} before`;
  return `${count(minutes, "minute")} before`;
}

const count = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? "" : "s"}`;
