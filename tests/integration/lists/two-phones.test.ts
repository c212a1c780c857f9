import * as fc from "fast-check";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { addItems, listItems } from "#app/domain/lists/items.server.ts";
import { shoppingId } from "#app/domain/lists/limits.ts";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import type { Change } from "#app/domain/tasks/offline/limits.ts";
import { depth } from "../../support/runner/depth.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily, newPartner } from "../../support/records/family.ts";

const { numRuns, seed } = depth({ full: 10, part: 2 });

const changesEach = 100;
const shared = Array.from({ length: 10 }, (_, index) => `shared-item-${index}`);

interface Sent {
  changeId: string;
  madeAt: string;
  change: Change;
}

/** Each choice is a number that picks what is done, to which item, and how its request fares. */
type Choices = [kind: number, item: number, luck: number][];

/** A phone's changes in their order: it knows what everybody has, and what it has added itself. */
function changesOf(phone: number, choices: Choices, start: string): Sent[] {
  const own: string[] = [];
  return choices.map(([kind, item], index) => {
    const changeId = `phone-${phone}-change-${index}`;
    // No two changes of the phones are made at one time.
    const madeAt = laterBy(start, { seconds: 10 * index + phone });
    const known = [...shared, ...own];
    const itemId = known[item % known.length]!;
    const about = { listId: shoppingId, itemId };
    if (kind < 3) {
      own.push(changeId);
      // Either phone may add the same, and then both are on the list.
      const text = kind < 2 ? `Thing ${own.length}` : `Thing ${phone} ${index}`;
      const added = { ...about, itemId: changeId, text, seenAt: start };
      return { changeId, madeAt, change: { ...added, type: "item-add" } };
    }
    const change: Change =
      kind < 4
        ? { ...about, type: "item-delete" }
        : { ...about, type: "item-mark", isTicked: kind % 2 === 0 };
    return { changeId, madeAt, change };
  });
}

/** Every item that was not deleted, with the mark that was made last. */
function expected(all: Sent[]): Map<string, boolean> {
  const items = new Map(shared.map((id) => [id, false]));
  const byTime = all.toSorted((one, other) => (one.madeAt < other.madeAt ? -1 : 1));
  for (const { change } of byTime) if (change.type === "item-add") items.set(change.itemId, false);
  for (const { change } of byTime)
    if (change.type === "item-mark") items.set(change.itemId, change.isTicked);
  for (const { change } of byTime) if (change.type === "item-delete") items.delete(change.itemId);
  return items;
}

const choices = fc.array(
  fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 1_000 }), fc.nat({ max: 9 })) as fc.Arbitrary<
    Choices[number]
  >,
  { minLength: changesEach, maxLength: changesEach },
);
/** A phone that reaches Mila sends for a while before the other one does. */
const turns = fc.infiniteStream(fc.nat({ max: 19 }));

test("two phones change one list without a connection, and agree once all has arrived", async () => {
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
        for (const itemId of shared)
          await addItems(db, nora, shoppingId, { names: [itemId], requestId: itemId, itemId });
        const start = laterBy(nowIso(), { hours: -1 });
        const queues = [first, second].map((some, phone) => changesOf(phone, some, start));
        const luck = [first, second].map((some) => some.map(([, , fate]) => fate));
        const sent = queues.flat();
        const waiting = queues.map((queue) => [...queue]);
        let turn = 0;
        for (const chance of order) {
          if (chance === 0) turn = 1 - turn;
          const phone = waiting[turn]!.length > 0 ? turn : 1 - turn;
          const [next] = waiting[phone]!;
          if (!next) break;
          const fate = luck[phone]!.shift() ?? 9;
          // The request is lost, or its answer: the phone sends the same again.
          if (fate < 2) continue;
          const from = people[phone]!;
          const outcome = await saveChange(
            db,
            from,
            { ...next, userId: from.userId },
            () => undefined,
          );
          if (fate < 4) continue;
          expect(outcome).toMatchObject({ status: "done" });
          waiting[phone]!.shift();
        }
        const items = await listItems(db, nora, shoppingId);
        const shown = items.map(({ id, isTicked }) => [id, isTicked] as const);
        expect(new Map(shown)).toEqual(expected(sent));
        expect(shown).toHaveLength(expected(sent).size);
      },
    ),
    { numRuns: numRuns!, seed: seed!, endOnFailure: true },
  );
}, 60_000);
