import type { Clock } from "#app/domain/understanding/types.ts";
import type { SlotValues } from "../engine/slots.ts";

/** Returns null for a time that no clock shows, such as 24:30. */
export function clockAt(
  { hour, isExact }: SlotValues["hour"],
  minute: number,
  half?: SlotValues["half"],
): Clock | null {
  if (hour > 12 || hour === 0)
    return hour === 24 && minute > 0 ? null : { hour, minute, half: "exact" };
  if (half) return { hour, minute, half };
  return { hour, minute, half: isExact ? "exact" : "bare" };
}

export function clockBefore(
  { hour, isExact }: SlotValues["hour"],
  minutes: number,
  half?: SlotValues["half"],
): Clock | null {
  const earlier = (hour + 11) % 12 || 12;
  // "Quarter to twelve pm" is before noon.
  const sameHalf = hour === 12 && half ? (half === "pm" ? "am" : "pm") : half;
  return clockAt({ hour: hour > 12 ? hour - 1 : earlier, isExact }, 60 - minutes, sameHalf);
}

/** Shifts a clock time by minutes; a bare hour stays bare. */
export function shiftClock({ hour, minute, half }: Clock, minutes: number): Clock {
  const isKnown = half !== "bare";
  const period = isKnown ? 1440 : 720;
  const hourOfDay = half === "am" || half === "pm" ? (hour % 12) + (half === "pm" ? 12 : 0) : hour;
  const total = (((60 * hourOfDay + minute + minutes) % period) + period) % period;
  const shifted = { hour: Math.floor(total / 60), minute: total % 60 };
  return isKnown ? { ...shifted, half: "exact" } : { ...shifted, hour: shifted.hour || 12, half };
}
