import { nowIso } from "#app/domain/core/time.ts";

/** Returns columns of `user_preferences` for a number whose code its owner has typed in. */
export function confirmedPhone(number: string) {
  return { phone_number: number, phone_confirmed_at: nowIso() };
}
