import { expect, test } from "vitest";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { newSeries, openTasks } from "../../support/records/series.ts";
import { at } from "../../support/series/home.ts";
import { setClock } from "../../support/series/live.ts";

test.for([
  ["a few days ago", "2027-06-08T18:00", "2027-06-12"],
  ["longer ago than the interval", "2027-06-02T18:00", "2027-06-10"],
] as const)(
  "what counts from completion counts from when it was done without a connection: %s",
  async ([, done, next]) => {
    await using own = newDatabase();
    const { db } = own;
    setClock(at("2027-06-01T09:00"));
    const nora = await newFamily(db);
    const series = {
      rule: "FREQ=DAILY;INTERVAL=4",
      from: "done",
      due: "2027-06-08T20:00",
    } as const;
    const first = await newSeries(db, nora, { ...series, now: at("2027-06-01T09:00") });
    setClock(at("2027-06-10T09:00"));
    expect(await completeTask(db, nora, first, { doneAt: at(done) })).toBe(true);
    expect((await openTasks(db, nora)).map(({ due_local }) => due_local)).toEqual([
      `${next}T20:00`,
    ]);
  },
);
