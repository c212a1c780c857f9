import type { FakeTwilio } from "../fakes/twilio.ts";
import { minuteMs, phone } from "../support/messages/next-minute.ts";
import { expectSoon } from "./soon.ts";

/**
 * Waits for the single message about a task. Returns its lateness in milliseconds.
 * @throws when it comes before or after its minute
 */
export async function latenessOnPhone(
  twilio: FakeTwilio,
  title: string,
  dueAt: number,
): Promise<number> {
  const onPhone = () =>
    twilio.requests.filter(({ form }) => form.To === phone && form.Body?.includes(title));
  await expectSoon(
    () => onPhone().length > 0,
    `a reminder of ${title}`,
    dueAt - Date.now() + 2 * minuteMs,
  );
  const lateMs = (onPhone()[0]?.at ?? 0) - dueAt;
  if (lateMs < 0 || lateMs >= minuteMs)
    throw new Error(`The reminder came ${lateMs} ms after its minute began`);
  return lateMs;
}
