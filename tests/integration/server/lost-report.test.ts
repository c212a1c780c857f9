import { expect, test } from "vitest";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import { addDueReminder, readOutcome } from "../../support/messages/deliveries.ts";
import { signedInFamily, startBehindProxy } from "../security/signed-in.ts";
import { processRunning, listProcesses } from "./processes.ts";
import { builtWorker } from "../../../scripts/start/built.ts";

const phone = "+12015550123";

test("an instance with a public address asks for lost answers and webhooks, and logs each step", async () => {
  await using twilio = await startFakeTwilio({ isReporting: false });
  await using mila = await startBehindProxy("https", twilio.settings);
  twilio.behave({ type: "taking_then_failing", status: 502, times: 1 });
  const family = await signedInFamily(mila.db);
  await mila.db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone), sms_enabled: 1 })
    .execute();
  const { deliveryId } = await addDueReminder(mila.db, family);
  await expect
    .poll(() => readOutcome(mila.db, deliveryId), { timeout: 30_000 })
    .toMatchObject({ state: "sent" });
  expect(twilio.requests.find(({ form }) => form.Body)?.form.StatusCallback).toContain(mila.origin);
  Object.assign(twilio.messages()[0]!, { status: "delivered" });
  await twilio.receive({ from: phone, body: "STOP" });
  // It also polls at the start.
  process.kill(processRunning(builtWorker, listProcesses(mila.process.pid ?? 0)));
  await expect
    .poll(() => readOutcome(mila.db, deliveryId), { timeout: 30_000 })
    .toMatchObject({ state: "delivered" });
  const logged = () => mila.output().match(new RegExp(`\\{.*"${deliveryId}".*`, "g")) ?? [];
  await expect
    .poll(() => logged().map((line) => JSON.parse(line).msg))
    .toEqual(["delivery claimed", "delivery recorded", "delivery resolved", "delivery reported"]);
  await expect.poll(() => findOptedOut(mila.db, [phone])).toEqual(new Map([[phone, "asked"]]));
});
