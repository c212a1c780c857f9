import { expect, test } from "vitest";
import { askProvider } from "#app/domain/deliveries/ask-provider.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/database.ts";
import { addDueReminder, endOf, newFamilyWithPhone, newSender } from "../../support/deliveries.ts";

test("an instance that cannot be reached asks how far its texts have come", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await askProvider(own.db, providers, nowIso());
  expect(twilio.requests).toEqual([]);
  await sendDue();
  await twilio.report(twilio.messages()[0]!.sid, "delivered");
  await askProvider(own.db, providers, nowIso());
  expect(await endOf(own.db, deliveryId)).toEqual({ state: "delivered", reason: null });
});

test("it asks what was answered too, and takes each answer once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await addDueReminder(own.db, family);
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  await twilio.receive({ from: "+15550101234", body: "HELP" });
  await askProvider(own.db, providers, nowIso());
  await askProvider(own.db, providers, laterBy(nowIso(), { seconds: 30 }));
  expect(twilio.messages().filter(({ body }) => body.includes("Reply STOP"))).toHaveLength(1);
  await twilio.receive({ from: "+15550101234", body: "stop" });
  await askProvider(own.db, providers, laterBy(nowIso(), { seconds: 60 }));
  const { deliveryId } = await addDueReminder(own.db, family);
  await sendDue();
  expect(await endOf(own.db, deliveryId)).toEqual({ state: "cancelled", reason: "opted_out" });
});
