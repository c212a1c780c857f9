import type { Clock, DayPart, When } from "../types.ts";

/** Which half of the day the words of a request are about, as far as they tell: breakfast, or dinner. */
export type HalfOfDay = "am" | "pm" | null;

const dayPartHours: Record<DayPart, number> = { morning: 9, afternoon: 15, evening: 18, night: 20 };
const defaultMinutes = 12 * 60;

/**
 * Minutes after midnight of the day meant; more than 24 hours for the small hours of its night.
 * `passed` is how many minutes of that day are over: a bare hour is the next that comes.
 */
export function minutesOf({ clock, part }: When, leaning: HalfOfDay, passed: number | null): number {
  if (!clock) return part ? 60 * dayPartHours[part] : defaultMinutes;
  const hour = clock.half === "bare" ? bareHour(clock, part, leaning, passed) : statedHour(clock, part);
  return 60 * hour + clock.minute;
}

function statedHour({ hour, half }: Clock, part?: DayPart): number {
  if (half === "exact") return hour;
  const said = half === "am" ? hour % 12 : (hour % 12) + 12;
  return part === "night" && said < 5 ? said + 24 : said;
}

function bareHour(clock: Clock, part: DayPart | undefined, leaning: HalfOfDay, passed: number | null): number {
  const { hour, minute } = clock;
  const [morning, evening] = [hour % 12, (hour % 12) + 12];
  if (part === "morning") return morning;
  if (part === "night") return hour === 12 || hour < 5 ? morning + 24 : evening;
  if (part) return evening;
  if (hour === 12) return 12;
  if (hour < 7) return leaning === "am" && hour >= 5 ? morning : evening;
  if (leaning === "am" && hour < 12) return morning;
  if (leaning === "pm" && hour < 10) return evening;
  if (passed === null) return morning;
  return 60 * morning + minute >= passed ? morning : evening;
}
