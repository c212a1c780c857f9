import { expect, test } from "vitest";
import { loader } from "#app/routes/tasks/calendar/file.ts";
import { Temporal } from "#app/domain/core/time.ts";
import { datedTask, readEvents } from "../../support/messages/calendar.ts";
import { clockChanges } from "../../support/text/clock-changes.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

test.for(clockChanges)(
  "%s in %s is read as %s and lasts an hour of real time",
  async ([local, zone, meant]) => {
    await using own = newDatabase();
    const nora = await newFamily(own.db);
    const id = await datedTask(own.db, nora, local, { zone });
    const answer = await loader(
      await routeArgs(own.db, { path: "/", userId: nora.userId, params: { id } }),
    );
    const start = Temporal.Instant.from(meant);
    const [dtstart, dtend] = [start, start.add({ hours: 1 })].map((at) =>
      at.toString({ fractionalSecondDigits: 3 }),
    );
    expect(readEvents(await answer.text())).toMatchObject([{ dtstart, dtend }]);
  },
);
