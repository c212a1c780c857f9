import { expect, test } from "vitest";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { endRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { action as choose } from "#app/routes/tasks/date/date.tsx";
import { action as edit, loader as editLoader } from "#app/routes/tasks/edit.tsx";
import { loader } from "#app/routes/tasks/task.tsx";
import { openTasks } from "../../support/records/series.ts";
import { at, minutesPerDay, newHome } from "../../support/series/home.ts";
import { live, reminded, setClock } from "../../support/series/live.ts";
import { routeArgs } from "../../support/text/route.ts";

test("a reminder's link leads to its date, and to the open one once the series no longer has that date", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [minutesPerDay],
  });
  const { db, nora, first } = home;
  await live(db, { from: now, until: at("2027-06-01T07:30") });
  const [sent] = await reminded(db, nora.userId);
  const id = sent!.taskId;
  const open = async () =>
    loader(
      await routeArgs(db, { path: `/tasks/${id}`, userId: nora.userId, params: { id } }),
    ).catch((thrown: unknown) => thrown);
  expect(await open()).toMatchObject({ task: null, ahead: { id, open: { id: first } } });
  const ended = at("2027-06-01T07:40");
  setClock(ended);
  expect(await endRepetition(db, nora, first, { isEnded: true, now: ended })).toEqual({
    status: "saved",
  });
  const answer = await open();
  expect(answer instanceof Response && answer.headers.get("Location")).toBe(`/tasks/${first}`);
});

test("a form that was open when its date went behind the one before says so, and not to save again", async () => {
  const now = at("2027-06-01T06:00");
  await using home = await newHome({
    rule: "FREQ=DAILY",
    due: "2027-06-01T07:00",
    now,
    leads: [minutesPerDay],
  });
  const { db, nora, first } = home;
  await completeTask(db, nora, first);
  const [next] = await openTasks(db, nora);
  expect(await reopenTask(db, nora, first)).toBe(true);
  const { id, version } = next!;
  const args = { path: `/tasks/${id}/edit`, userId: nora.userId, params: { id } };
  const shown = await editLoader(await routeArgs(db, args)).catch((thrown: unknown) => thrown);
  expect(shown instanceof Response && shown.headers.get("Location")).toBe(`/tasks/${id}`);
  const draft = {
    title: "Feed the cat",
    category: "Household",
    dueDate: "2027-06-02T07:00",
    version: String(version),
  };
  const date = { date: "2027-06-05", time: "09:00" };
  const answers = [
    await edit(await routeArgs(db, { ...args, fields: { ...draft, scope: "one" } })),
    await choose(await routeArgs(db, { ...args, fields: date })),
  ];
  expect(
    answers.map((answer) => answer instanceof Response && answer.headers.get("Location")),
  ).toEqual([`/tasks/${id}`, `/tasks/${id}`]);
});
