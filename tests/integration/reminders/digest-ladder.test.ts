import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { chat, newLadder } from "../../support/messages/ladder.ts";

/**
 * Two reminders come late and together by Telegram, which was connected meanwhile: one that went by
 * SMS and email before, and a new one.
 */
async function togetherByTelegram(
  prepare: (ladder: Awaited<ReturnType<typeof newLadder>>) => unknown,
) {
  const ladder = await newLadder({ next_way_enabled: 1 });
  expect((await ladder.remind("Call the vet")).arrived).toEqual({ sms: 1 });
  expect(await ladder.passMinutes(10)).toEqual({ sms: 1, email: 1 });
  await ladder.choose({ telegram_chat: String(chat) });
  await ladder.remindAt(laterBy(nowIso(), { minutes: 5 }), "Feed the cat");
  await prepare(ladder);
  return ladder;
}

test("when a digest fails, each of its reminders goes on by its own next way, and ends after its last", async () => {
  await using ladder = await togetherByTelegram(({ telegram }) =>
    telegram.behave({ type: "refusing", code: 403 }),
  );
  expect(await ladder.sleepMinutes(40)).toEqual({ sms: 2, email: 1 });
  expect(ladder.twilio.messages()[1]?.body).toContain("Feed the cat");
  expect(ladder.twilio.messages()[1]?.body).not.toContain("Call the vet");
  expect(await ladder.passMinutes(10)).toEqual({ sms: 2, email: 2 });
  expect(ladder.postmark.emails()[1]?.message.TextBody).not.toContain("Call the vet");
  expect(await ladder.passMinutes(60)).toEqual({ sms: 2, email: 2 });
});

test("a digest that a pause holds up goes out after it with the reminders that went no other way", async () => {
  await using ladder = await togetherByTelegram(({ pause }) => pause("telegram"));
  expect(await ladder.sleepMinutes(40)).toEqual({ sms: 2, email: 1 });
  expect(ladder.twilio.messages()[1]?.body).toContain("Feed the cat");
  await ladder.endPauses();
  expect(await ladder.work()).toEqual({ telegram: 1, sms: 2, email: 1 });
  const [digest] = ladder.telegram.messagesTo(chat);
  expect(JSON.stringify(digest)).toContain("Call the vet");
  expect(JSON.stringify(digest)).not.toContain("Feed the cat");
});
