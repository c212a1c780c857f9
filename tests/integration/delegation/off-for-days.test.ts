import { afterEach, expect, test, vi } from "vitest";
import { instantOf, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { ask } from "#app/domain/delegation/asking/ask.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { deleteAccount } from "#app/domain/lifecycle/delete-account.server.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { findRequestPage } from "#app/domain/delegation/views/request-page.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { findYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { completeTask, deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { statusText } from "#app/ui/delegation/status-text.ts";
import { textMila } from "../../support/messages/by-text.ts";
import { answerAs, newAskingFamily, phones } from "../../support/messages/delegation.ts";
import { newSender } from "../../support/messages/deliveries.ts";
import { startTexting } from "../../support/messages/texting.ts";
import { bobsPhone, newBob } from "../../support/people/leaving-member.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";

afterEach(() => {
  vi.useRealTimers();
});

type Home = Awaited<ReturnType<typeof samSaidYes>>;

const zone = "America/New_York";
const setClock = (now: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });

/**
 * Bob asked Sam to pick up Emma in some days, and then each day unless it is once. Sam said yes to
 * the first or to all.
 */
async function samSaidYes({ days = 30, isOnce = false, scope = "one" as "one" | "all" } = {}) {
  const texting = await startTexting(newDatabase());
  const { db, sendDue, textsTo } = texting;
  const nora = await newAskingFamily(db);
  const bob = await newBob(db, nora);
  const day = (count: number) => wallClockAt(nowIso(), zone).toPlainDate().add({ days: count });
  const repeats = { rule: "FREQ=DAILY", due: `${day(days)}T15:00`, title: "Pick up Emma" };
  const taskId = await newSeries(db, nora, { ...repeats, now: nowIso() });
  if (isOnce) await endRepetition(db, nora, taskId, { isEnded: true });
  const asked = await ask(db, bob, { taskId, familyMemberId: nora.sam, method: "sms", scope });
  if (asked.status !== "asked") throw new Error(asked.status);
  await sendDue();
  await textMila(db, "yes");
  await sendDue();
  const [toSam, toBob] = [textsTo(phones.sam).length, textsTo(bobsPhone).length];
  return {
    ...texting,
    nora,
    bob,
    day,
    taskId,
    request: asked.id,
    newToSam: () => textsTo(phones.sam).slice(toSam),
    newToBob: () => textsTo(bobsPhone).slice(toBob),
  };
}

/** Does what the worker does as it starts after two days and a half. */
async function startAgain({ db, outbox, sendDue }: Home) {
  setClock(laterBy(nowIso(), { hours: 60 }));
  await tickSeries(db, nowIso);
  await sweep(db, outbox, newSender(db, {}).providers, nowIso());
  await purgeExpiredRecords(db, nowIso());
  await sendDue();
}

const cancelled = "cancelled this request: Pick up Emma. Nothing for you to do.";

const toSam: [string, string, (home: Home) => Promise<unknown>][] = [
  ["was cancelled", `Bob ${cancelled}`, ({ db, bob, taskId }) => withdrawRequest(db, bob, taskId)],
  [
    "was deleted",
    "No longer needed: Pick up Emma. Nothing for you to do.",
    ({ db, nora, taskId }) => deleteTask(db, nora, taskId),
  ],
  [
    "has another day",
    "Pick up Emma. Still fine?",
    ({ db, nora, day, taskId }) => setDueDate(db, nora, taskId, `${day(31)}T15:00`, zone),
  ],
  [
    "has another asker",
    "Nora counts on you now, because the person who asked has left: Pick up Emma.",
    ({ db, bob }) => leaveHousehold(db, bob, bob.membershipId),
  ],
  [
    "was cancelled by a parent whose account is gone since",
    `Someone who has left ${cancelled}`,
    async ({ db, bob, taskId }) => {
      await withdrawRequest(db, bob, taskId);
      await deleteAccount(db, bob.userId);
      await removeAccounts(db);
    },
  ],
  [
    "is no longer theirs, because the family removed them",
    `Nora ${cancelled}`,
    ({ db, nora }) => removeFamilyMember(db, nora, nora.sam),
  ],
];

test.for(toSam)(
  "who said yes hears that the task %s after days in which Mila was off",
  async ([, words, change]) => {
    await using home = await samSaidYes();
    await change(home);
    await startAgain(home);
    expect(home.newToSam()).toEqual([expect.stringContaining(words)]);
    await startAgain(home);
    expect(home.newToSam()).toHaveLength(1);
  },
);

test("who said yes hears that the time is over after days in which Mila was off", async () => {
  await using home = await samSaidYes({ days: 1 });
  const { db, day } = home;
  setClock(instantOf(day(2).toPlainDateTime({ hour: 0, minute: 5 }), zone));
  await tickSeries(db, nowIso);
  await startAgain(home);
  expect(home.newToSam()).toEqual([expect.stringContaining("Its time is over: Pick up Emma.")]);
  expect(await textMila(db, "DONE")).toContain("Bob knows");
});

test("who said yes is not asked whether a new time is fine that is over by then", async () => {
  await using home = await samSaidYes({ days: 1, isOnce: true });
  const { db, nora, day, taskId } = home;
  await setDueDate(db, nora, taskId, `${day(1)}T20:00`, zone);
  await startAgain(home);
  expect(home.newToSam()).toEqual([
    expect.stringContaining("Its time is over: Pick up Emma. Did you do it?"),
  ]);
  const link = { id: home.request, version: 1, isCopy: false };
  const page = (await findRequestPage(db, link))!;
  expect(statusText(page).text).toBe("Its time is over. Did you do it?");
  expect(await textMila(db, "yes")).toBe(
    "Mila: Its time is over: Pick up Emma. Reply DONE if you did it.",
  );
  expect(await answerAs(db, home.request, "accept", undefined, page.dueLocal ?? "")).toBe("same");
  expect(await textMila(db, "DONE")).toContain("Bob knows");
});

test("NO is only to the one whose new time is over, after a yes to all", async () => {
  await using home = await samSaidYes({ days: 1, scope: "all" });
  const { db, nora, day, taskId, sendDue } = home;
  await setDueDate(db, nora, taskId, `${day(1)}T17:00`, zone);
  setClock(instantOf(day(1).toPlainDateTime({ hour: 18 }), zone));
  await sendDue();
  expect(home.newToSam()).toEqual([
    expect.stringContaining("Its time is over: Pick up Emma. Did you do it?"),
  ]);
  expect(await textMila(db, "no")).toBe(
    "Mila: All right. Bob knows you can't this time: Pick up Emma.",
  );
  expect(await findYesToAll(db, [taskId])).not.toEqual(new Map());
});

test("who said yes to all hears of the next one after days in which Mila was off", async () => {
  await using home = await samSaidYes({ scope: "all" });
  await completeTask(home.db, home.nora, home.taskId);
  await startAgain(home);
  expect(home.newToSam()).toContainEqual(expect.stringContaining("is yours again"));
});

test("the asker hears the answer after days in which Mila was off", async () => {
  await using home = await samSaidYes();
  await answerAs(home.db, home.request, "decline");
  await startAgain(home);
  expect(home.newToBob()).toEqual(["Sam can't any more: Pick up Emma."]);
});

test("who said yes hears after days that their household is gone", async () => {
  await using home = await samSaidYes();
  const { db, nora, bob } = home;
  await leaveHousehold(db, bob, bob.membershipId);
  await home.sendDue();
  await deleteAccount(db, nora.userId, { mayLeaveNoOwner: true });
  await removeAccounts(db);
  await startAgain(home);
  expect(home.newToSam().slice(1)).toEqual([
    "No longer needed: Pick up Emma. Nothing for you to do.",
  ]);
});
