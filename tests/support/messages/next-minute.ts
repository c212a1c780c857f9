import { addTask } from "../records/add-task.ts";
import type { FakeTwilio } from "../../fakes/twilio.ts";
import { confirmNumber } from "../people/confirm-number.ts";
import { newFamily, type Visitor } from "../product/visitor.ts";

export const phone = "+12015550123";
export const minuteMs = 60_000;
/** The longest time that a setup takes. */
const setUpMs = 20_000;

/** Creates a family whose number is confirmed by the code that Twilio got. */
export async function newFamilyWithPhone(
  url: string,
  twilio: FakeTwilio,
): Promise<Visitor & { email: string }> {
  const family = await newFamily({ url });
  await confirmNumber(family, twilio, phone);
  return family;
}

/**
 * Returns the due instant in ms since 1970.
 * @param timeZone the family's, or MILA_TIME_ZONE without a browser
 * @param now the time by Mila's clock
 */
export async function addTaskForNextMinute(
  family: Visitor,
  title: string,
  timeZone: string,
  now: number = Date.now(),
): Promise<number> {
  const dueAt = Math.ceil((now + setUpMs) / minuteMs) * minuteMs;
  const wallClock = new Date(dueAt)
    .toLocaleString("sv-SE", { timeZone })
    .slice(0, 16)
    .replace(" ", "T");
  const id = await addTask(family, { title, dueDate: wallClock });
  const added = await family.post(`/tasks/${id}/reminders`, { minutesBefore: "0" });
  if (added.status !== 303) throw new Error(`Adding the reminder failed with ${added.status}`);
  return dueAt;
}
