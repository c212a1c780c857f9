import * as fc from "fast-check";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import { addToChecklist, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { addTask } from "../../support/people/say.ts";
import { depth } from "../../support/runner/depth.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newPartner } from "../../support/records/family.ts";

const { numRuns, seed } = depth({ full: 10, part: 2 });

const ticksEach = 60;
const names = Array.from({ length: 8 }, (_, index) => `Thing ${index}`);

/** Each choice picks an item, whether it is ticked, and how the request fares. */
const choices = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.boolean(), fc.nat({ max: 9 })), {
  minLength: ticksEach,
  maxLength: ticksEach,
});
/** A phone that reaches Mila sends for a while before the other one does. */
const turns = fc.infiniteStream(fc.nat({ max: 9 }));

test("two phones tick one checklist without a connection, and agree once all has arrived", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(choices),
      fc.noBias(choices),
      fc.noBias(turns),
      async (first, second, order) => {
        await using own = newDatabase();
        const { db } = own;
        const nora = await newFamily(db);
        const people = [nora, await newPartner(db, nora)];
        const { id: taskId } = await addTask(db, nora, { text: "Pack for camp" });
        await addToChecklist(db, nora, taskId, { names, requestId: "request-of-things" });
        const ids = (await findChecklist(db, taskId)).map(({ id }) => id);
        const start = laterBy(nowIso(), { hours: -1 });
        const expected = new Map(ids.map((id) => [id, { isTicked: false, at: "" }]));
        const waiting = [first, second].map((some, phone) =>
          some.map(([item, isTicked, fate], index) => {
            // No two ticks of the phones are made at one time.
            const madeAt = laterBy(start, { seconds: 10 * index + phone });
            const itemId = ids[item]!;
            if (madeAt > expected.get(itemId)!.at) expected.set(itemId, { isTicked, at: madeAt });
            const change = { type: "check-mark", taskId, itemId, isTicked };
            return { sent: { changeId: `phone-${phone}-tick-${index}`, madeAt, change }, fate };
          }),
        );
        let turn = 0;
        for (const chance of order) {
          if (chance === 0) turn = 1 - turn;
          const phone = waiting[turn]!.length > 0 ? turn : 1 - turn;
          const [next] = waiting[phone]!;
          if (!next) break;
          const { userId } = people[phone]!;
          // The request is lost, or its answer: the phone sends the same again.
          const fate = next.fate;
          next.fate = 9;
          if (fate < 2) continue;
          const sent = { ...next.sent, userId };
          const outcome = await saveChange(db, people[phone]!, sent, () => undefined);
          if (fate < 4) continue;
          expect(outcome).toEqual({ status: "done" });
          waiting[phone]!.shift();
        }
        const ticks = (await findChecklist(db, taskId)).map(({ id, isTicked }) => [id, isTicked]);
        expect(ticks).toEqual([...expected].map(([id, { isTicked }]) => [id, isTicked]));
      },
    ),
    { numRuns: numRuns!, seed: seed!, endOnFailure: true },
  );
}, 60_000);

test("a tick of an item that is gone says why it was not saved", async () => {
  await using own = newDatabase();
  const { db } = own;
  const nora = await newFamily(db);
  const { id: taskId } = await addTask(db, nora, { text: "Pack for camp" });
  await addToChecklist(db, nora, taskId, { names: ["Tent"], requestId: "request-of-tent" });
  const other = await newFamily(db);
  const { id: itemId } = (await findChecklist(db, taskId))[0]!;
  const send = (family: typeof nora, changeId: string, item: string) => {
    const change = { type: "check-mark", taskId, itemId: item, isTicked: true };
    const sent = { changeId, userId: family.userId, madeAt: nowIso(), change };
    return saveChange(db, family, sent, () => undefined);
  };
  expect(await send(nora, "tick-of-nothing", "no-such-item")).toEqual({
    status: "refused",
    reason: "It is no longer on the checklist",
  });
  expect(await send(other, "tick-of-another", itemId)).toMatchObject({ status: "refused" });
  expect(await findChecklist(db, taskId)).toMatchObject([{ isTicked: false }]);
});
