import { expect, test } from "vitest";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { removeHouseholdMember } from "#app/domain/lifecycle/leave-household.server.ts";
import { answerAs, phones, sendRequest } from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { newMember } from "../../support/records/family.ts";
import { openTasks } from "../../support/records/series.ts";
import { at, newHome } from "../../support/series/home.ts";
import { live, setClock } from "../../support/series/live.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";

const mornings = [at("2027-06-08T09:00"), at("2027-06-09T09:00"), at("2027-06-10T09:00")] as const;

/** Bob asked Otto each morning, who said yes. Tuesday and Wednesday were missed, and today is still to come. */
async function threeYeses() {
  const home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-08T20:00", now: mornings[0] });
  const twilio = await startFakeTwilio();
  const { db, nora } = home;
  const membershipId = await newMember(db, nora.householdId);
  const { user_id: bob } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", membershipId)
    .executeTakeFirstOrThrow();
  const { id: otto } = await db
    .updateTable("people")
    .set({ phone: phones.sam })
    .where("name", "=", "Otto")
    .returning("id")
    .executeTakeFirstOrThrow();
  const { sendDue } = newSender(db, twilio.settings);
  for (const [index, morning] of mornings.entries()) {
    if (index > 0) await live(db, { from: mornings[index - 1]!, until: morning });
    setClock(morning);
    const [open] = await openTasks(db, nora);
    const request = await sendRequest(
      db,
      { ...nora, userId: bob, sam: otto, alex: otto },
      open!.id,
    );
    await sendDue();
    await answerAs(db, request, "accept");
  }
  const texts = () =>
    twilio
      .messages()
      .flatMap(({ to, body }) =>
        to === phones.sam && !body.includes("asks: can you") ? body : [],
      );
  return {
    db,
    nora,
    otto,
    membershipId,
    sendDue,
    texts,
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

test("whoever leaves the family hears of what is still to do, not of each date that was missed", async () => {
  await using home = await threeYeses();
  const { db, nora, otto, sendDue, texts } = home;
  const heardBefore = texts().length;
  await removeFamilyMember(db, nora, otto);
  await sendDue();
  expect(texts().slice(heardBefore)).toEqual([
    expect.stringContaining("cancelled this request: Take out the trash"),
  ]);
});

test("when the asker leaves, whoever said yes hears of what is still to do only", async () => {
  await using home = await threeYeses();
  const { db, nora, membershipId, sendDue, texts } = home;
  const heardBefore = texts().length;
  await removeHouseholdMember(db, nora, membershipId);
  await sendDue();
  expect(texts().slice(heardBefore)).toEqual([expect.stringContaining("counts on you now")]);
});
