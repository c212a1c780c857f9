import { expect, test } from "vitest";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { loader } from "#app/routes/tasks/task.tsx";
import { at, minutesPerDay, newHome } from "../../support/series/home.ts";
import { live, reminded, setClock } from "../../support/series/live.ts";
import { routeArgs } from "../../support/text/route.ts";

test("a reminder's link leads to its date, and to the open one once the series no longer has that date", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({ rule: "FREQ=DAILY", due: "2027-06-01T07:00", now, leads: [minutesPerDay] });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T07:30") });
  const [sent] = await reminded(db, nora.userId);
  const id = sent!.taskId;
  const open = async () =>
    loader(await routeArgs(db, { path: `/tasks/${id}`, userId: nora.userId, params: { id } })).catch(
      (thrown: unknown) => thrown,
    );
  expect(await open()).toMatchObject({ task: null, ahead: { id, open: { id: first } } });
  const ended = at("2027-06-01T07:40");
  setClock(ended);
  expect(await endRepetition(db, nora, first, { isEnded: true, now: ended })).toBe(true);
  const answer = await open();
  expect(answer instanceof Response && answer.headers.get("Location")).toBe(`/tasks/${first}`);
});
