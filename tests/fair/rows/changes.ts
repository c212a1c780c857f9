import { addManyTasks, makeDailySeries } from "../many-tasks.ts";
import { type FairRow, get, post, withoutEnd } from "../row.ts";
import type { Stage } from "../stage.ts";

const breaks = "/preferences/breaks";
const holidays = { name: "Holidays", startsOn: "2040-07-01", endsOn: "2040-07-14" };
/** Whoever edits it moves its last day. */
const lastDays = ["2040-07-14", "2040-07-21"];

const changes: FairRow = {
  name: "changes",
  tried: "changes its reminders for 10,000 tasks and a break of 500 series, 4 at once",
  settings: { CHANGES_A_DAY: "1000000" },
  async prepare(stage) {
    await addManyTasks(stage.db, stage.hostile, { count: 10_000, days: 300 });
    await makeDailySeries(stage.db, stage.hostile, 500);
    await stage.db
      .updateTable("series")
      .set({ skipped_breaks: JSON.stringify([holidays.name]) })
      .execute();
    stage.hostile.path = await addBreak(stage);
  },
  attack: (target) =>
    withoutEnd(4, (turn) => {
      const isOn = turn % 4 < 2;
      if (turn % 2 === 0)
        return post(target, "/preferences/reminders", isOn ? { reminderTwoDaysBefore: "on" } : {});
      return post(target, target.path, { ...holidays, endsOn: lastDays[isOn ? 1 : 0] ?? "" });
    }),
  async caps({ db, hostile }) {
    const pages = await Promise.all(
      [breaks, "/preferences/reminders"].map((path) =>
        fetch(hostile.url + path, { headers: { cookie: hostile.cookie } }),
      ),
    );
    const { waiting } = await db
      .selectFrom("tasks_to_announce")
      .select(({ fn }) => fn.countAll<number>().as("waiting"))
      .executeTakeFirstOrThrow();
    return {
      "its pages answer": pages.every(({ status }) => status === 200),
      "what waits is the household's tasks once": waiting <= 11_000,
    };
  },
};

async function addBreak({ db, hostile }: Stage): Promise<string> {
  await post(hostile, breaks, holidays);
  const { id } = await db.selectFrom("breaks").select("id").executeTakeFirstOrThrow();
  return `${breaks}/${id}/edit`;
}

const strangers: FairRow = {
  name: "strangers",
  tried: "opens pages without an account, 200 at once",
  attack: (target) => withoutEnd(200, () => get({ ...target, cookie: "" }, "/auth")),
};

export const changeRows = [changes, strangers];
