import { openPlace, placeUrl } from "#app/domain/tasks/lists/home-input.ts";
import { addManyTasks, makeDailySeries } from "../many-tasks.ts";
import { type FairRow, get, post, withoutEnd } from "../row.ts";
import type { Stage } from "../stage.ts";

const feed: FairRow = {
  name: "feed",
  tried: "reads the feed of 15,000 tasks and 1,500 daily series, one after the other",
  async prepare(stage) {
    await addManyTasks(stage.db, stage.hostile, { count: 15_000, days: 300 });
    await makeDailySeries(stage.db, stage.hostile, 1_500);
    stage.hostile.path = await makeFeed(stage);
  },
  attack: (target) => withoutEnd(1, () => get(target, target.path)),
  async caps({ hostile }) {
    // The attack's own requests count, too.
    const answers = [];
    for (let read = 0; read < 31; read += 1) answers.push(await fetch(hostile.url + hostile.path));
    const calendars = await Promise.all(answers.map((answer) => answer.text()));
    return {
      "a feed has 2,000 events at most": calendars.every(
        (text) => text.split("BEGIN:VEVENT").length - 1 <= 2_000,
      ),
      "30 whole answers a quarter of an hour": answers.at(-1)?.status === 429,
    };
  },
};

const lists = [placeUrl(openPlace("area"), "area"), "/family?filter=all"];

const pages: FairRow = {
  name: "pages",
  tried: "asks for all pages of 26,000 tasks, 40 at once",
  prepare: (stage) => addManyTasks(stage.db, stage.hostile, { count: 26_000, days: 300 }),
  attack: (target) =>
    withoutEnd(40, (turn) => get(target, `${lists[turn % 2]}&pages=${turn % 4 < 2 ? 100 : 2}`)),
  async caps({ hostile }) {
    const { url, cookie } = hostile;
    const cards = [];
    for (const list of lists) {
      const page = await (await fetch(`${url}${list}&pages=2`, { headers: { cookie } })).text();
      cards.push(page.split('<h3 id="task-').length - 1);
    }
    return {
      "a page has 1,000 tasks at most": cards.every((count) => count > 100 && count <= 1_000),
    };
  },
};

const familyWeek: FairRow = {
  name: "family-week",
  tried: "opens /family with 16,500 tasks due this week, 8 at once",
  prepare: (stage) => addManyTasks(stage.db, stage.hostile, { count: 16_500, days: 5 }),
  attack: (target) => withoutEnd(8, () => get(target, "/family")),
};

const headers: FairRow = {
  name: "headers",
  tried: "asks with 15,000 blanks in If-None-Match, 8 at once",
  async prepare(stage) {
    stage.hostile.path = await makeFeed(stage);
  },
  attack(target) {
    const blanks = `"a"${" ".repeat(15_000)}"b"`;
    const paths = ["/dashboard", "/family", target.path];
    return withoutEnd(8, (turn) =>
      get(target, paths[turn % paths.length] ?? "", { "if-none-match": blanks }),
    );
  },
};

async function makeFeed({ hostile }: Stage): Promise<string> {
  await post(hostile, "/preferences/calendar/feed", { kids: "on", household: "on", elders: "on" });
  const page = await fetch(`${hostile.url}/preferences/calendar`, {
    headers: { cookie: hostile.cookie },
  });
  const [path] = /\/calendar\/[\w.-]+\.ics/.exec(await page.text()) ?? [];
  if (!path) throw new Error("The page shows no feed");
  return path;
}

export const readingRows = [feed, pages, familyWeek, headers];
