import { expect, test } from "vitest";
import { statusText } from "#app/ui/delegation/status-text.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { confirmedPhone } from "../../support/people/confirmed-phone.ts";
import {
  answerAs,
  phones,
  readDelegation,
  sendRequest,
} from "../../support/messages/delegation.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import type { TestFamily } from "../../support/records/family.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { talk } from "../../support/messages/talk.ts";
import { at, newHome } from "../../support/series/home.ts";
import { live, setClock } from "../../support/series/live.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { giveAccount, nameAccount } from "../../support/records/people.ts";

const [morning, nextMorning] = [at("2027-06-08T09:00"), at("2027-06-09T07:00")];

/** Nora asked Otto to take out the trash on Tuesday. It is Wednesday, and nobody ticked it off. */
async function askedOnTuesday(answer?: "accept" | "decline") {
  const home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-08T20:00", now: morning });
  const { db, nora, first } = home;
  await nameAccount(db, nora.userId, "Nora");
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phones.nora), sms_enabled: 1, email_enabled: 0 })
    .execute();
  const otto = await db
    .updateTable("people")
    .set({ phone: phones.sam })
    .where("name", "=", "Otto")
    .returning("id")
    .executeTakeFirstOrThrow();
  const request = await sendRequest(db, { ...nora, sam: otto.id, alex: otto.id }, first);
  if (answer) await answerAs(db, request, answer);
  await live(db, { from: morning, until: nextMorning });
  setClock(nextMorning);
  const page = () => findRequestPage(db, { id: request, version: 1, isCopy: false });
  const say = (words: string) => talk(db, words, { from: phones.sam, now: nextMorning });
  return { ...home, request, page, say };
}

test("a request that nobody answered before its time was over says so", async () => {
  await using home = await askedOnTuesday();
  const page = await home.page();
  expect(page).toMatchObject({ status: "deleted", why: "missed", title: null, asker: null });
  expect(page && statusText(page)).toEqual({
    heading: "Its time is over",
    text: "Nothing for you to do.",
  });
});

test("a no to a date that was missed since can't become a yes", async () => {
  await using home = await askedOnTuesday("decline");
  const { db, first, request, page, say } = home;
  expect(await page()).toMatchObject({ status: "declined", canTakeAgain: false });
  expect(await say("Yes")).toBe("Mila: You already said no.");
  expect(await answerAs(db, request, "accept")).toBe("late");
  expect((await readDelegation(db, first)).task).toMatchObject({
    delegation_status: "declined",
    assignee: null,
  });
});

test("a yes to a date that was missed since can only be done", async () => {
  await using twilio = await startFakeTwilio();
  await using home = await askedOnTuesday("accept");
  const { db, first, request, page, say } = home;
  expect(await page()).toMatchObject({ status: "accepted", canTakeBack: false });
  expect(await say("No")).toBe(
    "Mila: Its time is over: Take out the trash. Reply DONE if you did it.",
  );
  expect(await answerAs(db, request, "decline")).toBe("late");
  expect(await say("Done")).toBe(
    "Mila: Thank you. Nora knows. Done for Tuesday: Take out the trash.",
  );
  expect((await readDelegation(db, first)).task).toMatchObject({
    is_completed: 1,
    assignee: "Otto",
  });
  await newSender(db, twilio.settings).sendDue();
  const texts = twilio.messages().filter(({ to }) => to === phones.nora);
  expect(texts.map(({ body }) => body)).toContainEqual(
    expect.stringContaining("Otto says it's done"),
  );
});

type Asked = Awaited<ReturnType<typeof askedOnTuesday>>;
type Late = Pick<Asked, "db" | "first" | "request"> & { bob: TestFamily };

const lateDone: [string, (late: Late) => Promise<unknown>, (late: Late) => Promise<unknown>][] = [
  [
    "on the card",
    ({ db, bob, first }) => completeTask(db, bob, first),
    ({ db, bob, first }) => reopenTask(db, bob, first, { isUndo: true }),
  ],
  [
    "by text",
    async ({ db }) =>
      expect(await talk(db, "Done", { from: bobsPhone, now: nextMorning })).toContain(
        "Done for Tuesday",
      ),
    async ({ db }) =>
      expect(await talk(db, "UNDO", { from: bobsPhone })).toContain("Take out the trash"),
  ],
  [
    "on the link",
    ({ db, request }) => answerAs(db, request, "done"),
    ({ db, bob, first }) => reopenTask(db, bob, first),
  ],
];

test.for(lateDone)(
  "the asker who heard of a late “done” %s hears that it wasn't done after all, once",
  async ([, finish, reopen]) => {
    await using twilio = await startFakeTwilio();
    await using home = await askedOnTuesday("accept");
    const { db, nora, first, request } = home;
    const bob = await newBob(db, nora);
    const { id: otto } = await db
      .selectFrom("people")
      .select("id")
      .where("name", "=", "Otto")
      .executeTakeFirstOrThrow();
    await giveAccount(db, otto, bob.userId);
    const { sendDue } = newSender(db, twilio.settings);
    await sendDue();
    const before = twilio.messages().length;
    let now = nextMorning;
    const afterAMinute = async () => {
      now = laterBy(now, { seconds: 61 });
      setClock(now);
      await sendDue();
      return twilio
        .messages()
        .slice(before)
        .flatMap(({ to, body }) => (to === phones.nora ? [body] : []));
    };
    await finish({ db, first, request, bob });
    expect(await afterAMinute()).toMatchObject([expect.stringContaining("Otto says it's done")]);
    await reopen({ db, first, request, bob });
    expect((await readDelegation(db, first)).task.is_completed).toBe(0);
    expect(await afterAMinute()).toMatchObject([
      expect.anything(),
      expect.stringContaining(
        "Otto said it was done, but it wasn't after all: Take out the trash.",
      ),
    ]);
    expect(await afterAMinute()).toHaveLength(2);
  },
);

test("NO means what is still to come, not yeses of days that are over", async () => {
  await using home = await askedOnTuesday("accept");
  const { db, nora, say } = home;
  const otto = await db
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Otto")
    .executeTakeFirstOrThrow();
  const { id: open } = await db
    .selectFrom("tasks")
    .select("id")
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  await answerAs(
    db,
    await sendRequest(db, { ...nora, sam: otto.id, alex: otto.id }, open),
    "accept",
  );
  expect(await say("No")).toBe(
    "Mila: All right. Nora knows you can't any more: Take out the trash.",
  );
  expect((await readDelegation(db, open)).task.delegation_status).toBe("declined");
});
