import type { Clock, DayPart, When } from "../types.ts";
import type { HalfOfDay } from "./half-of-day.ts";

const dayPartHours: Record<DayPart, number> = { morning: 9, afternoon: 15, evening: 18, night: 20 };
const minutesWithoutTime = 12 * 60;

/**
 * Returns minutes after midnight, or more than 24 hours for the small hours after an evening.
 * @param passed minutes since midnight, after which a bare hour comes next
 */
export function minutesOf(
  { clock, part }: When,
  preferredHalf: HalfOfDay | null,
  passed: number | null,
): number {
  if (!clock) return part ? 60 * dayPartHours[part] : minutesWithoutTime;
  const hour =
    clock.half === "bare" ? bareHour(clock, part, preferredHalf, passed) : statedHour(clock, part);
  return 60 * hour + clock.minute;
}

function statedHour({ hour, half }: Clock, part?: DayPart): number {
  if (half === "exact") return hour;
  const hourOfDay = half === "am" ? hour % 12 : (hour % 12) + 12;
  return part === "night" && hourOfDay < 5 ? hourOfDay + 24 : hourOfDay;
}

function bareHour(
  clock: Clock,
  part: DayPart | undefined,
  preferredHalf: HalfOfDay | null,
  passed: number | null,
): number {
  const { hour, minute } = clock;
  const [morning, evening] = [hour % 12, (hour % 12) + 12];
  if (part === "morning") return morning;
  if (part === "night") return hour === 12 || hour < 5 ? morning + 24 : evening;
  if (part) return evening;
  if (hour === 12) return 12;
  if (hour < 7) return preferredHalf === "am" && hour >= 4 ? morning : evening;
  if (preferredHalf === "am" && hour < 12) return morning;
  if (preferredHalf === "pm" && hour < 10) return evening;
  if (passed === null) return morning;
  return 60 * morning + minute >= passed ? morning : evening;
}
