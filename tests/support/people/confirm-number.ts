import { setTimeout as pause } from "node:timers/promises";
import type { FakeTwilio } from "../../fakes/twilio.ts";
import type { Visitor } from "../product/visitor.ts";

const timeoutMs = 30_000;

/** Saves the family's number and types in the code that was sent there. @param number in E.164 */
export async function confirmNumber(
  family: Visitor,
  twilio: FakeTwilio,
  number: string,
): Promise<void> {
  const before = codesTo(twilio, number).length;
  const saved = await family.post("/preferences/notifications", {
    phoneNumber: number,
    smsEnabled: "on",
  });
  if (saved.status !== 303) throw new Error(`Saving the phone number failed with ${saved.status}`);
  const until = performance.now() + timeoutMs;
  while (codesTo(twilio, number).length === before) {
    if (performance.now() > until) throw new Error(`No code for ${number}`);
    await pause(50);
  }
  const code = codesTo(twilio, number).at(-1) ?? "";
  const confirmed = await family.post("/preferences/notifications/code", { code });
  if (confirmed.status !== 303)
    throw new Error(`Typing in the code failed with ${confirmed.status}`);
}

/** Lists the oldest first. */
export function codesTo(twilio: FakeTwilio, number: string): string[] {
  const texts = twilio.requests.flatMap(({ form }) =>
    form.To === number ? (form.Body ?? "") : [],
  );
  return texts.flatMap((text) => /(\d{6}) is your code/.exec(text)?.[1] ?? []);
}
