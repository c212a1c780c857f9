import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { pick, randomFrom } from "../../support/api/random-requests.ts";
import { type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { runs } from "../../support/runner/depth.ts";
import { testSeed } from "../../support/runner/seed.ts";

const count = runs({ full: 500, part: 120 });
const calendars = ["kids", "household", "elders"];
const categories = ["Kids", "Household", "Elders"] as const;

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

type Random = ReturnType<typeof randomFrom>;
type Known = Map<string, string>;

const dues = [
  ["DUE;VALUE=DATE:20310105"],
  ["DUE:20310106T170000Z"],
  ["DUE;TZID=Europe/Berlin:20310107T190000"],
  ["DTSTART;VALUE=DATE:20310108", "DUE;VALUE=DATE:20310108", "RRULE:FREQ=WEEKLY"],
  ["DTSTART:20310109T170000Z", "DUE:20310109T170000Z", "RRULE:FREQ=DAILY;COUNT=3"],
  ["DUE;VALUE=DATE:20310105", "RRULE:FREQ=HOURLY"],
  [],
];

const extras = [["PRIORITY:1"], ["X-ODD:kept", "GEO:40.70;-74.0"], ["STATUS:COMPLETED"], []];

/** A client that keeps what it was told, as an app on a phone does. */
async function newPhone() {
  const nora = await newDavClient(mila);
  const known = new Map(calendars.map((calendar) => [calendar, new Map<string, string>()]));
  const tokens = new Map<string, string>();
  const sync = async () => {
    for (const [calendar, names] of known) {
      const { changes, token } = await nora.sync(calendar, tokens.get(calendar));
      tokens.set(calendar, token);
      for (const [name, tag] of Object.entries(changes))
        if (tag === null) names.delete(name);
        else names.set(name, tag);
    }
  };
  return { nora, known, sync };
}

interface Phone {
  nora: DavClient;
  known: Map<string, Known>;
}

let made = 0;

async function actOnPhone({ nora, known }: Phone, random: Random): Promise<string> {
  const calendar = pick(random, calendars);
  const names = [...known.get(calendar)!.keys()];
  const name = names.length > 0 ? pick(random, names) : undefined;
  const act = pick(random, ["add", "add", "change", "complete", "delete"]);
  const lines = [...pick(random, dues), ...pick(random, extras)];
  if (act === "add" || name === undefined) {
    made += 1;
    const own = `phone-${made}`;
    const path = nora.at(calendar, `${own}.ics`);
    const text = todo(own, `SUMMARY:Phone ${made}`, ...lines);
    const { status } = await nora.put(path, text, { "If-None-Match": "*" });
    return `add ${own} to ${calendar}: ${status}`;
  }
  const path = nora.at(calendar, name);
  const { text, headers } = await nora.get(path);
  const ifMatch = { "If-Match": headers.get("ETag") ?? "" };
  if (act === "delete") {
    const { status } = await nora.send("DELETE", path, undefined, { headers: ifMatch });
    return `delete ${name}: ${status}`;
  }
  const changed =
    act === "complete"
      ? text.replace("END:VTODO", "STATUS:COMPLETED\r\nEND:VTODO")
      : text.replace(/SUMMARY:(.*)/, "SUMMARY:$1!");
  const { status } = await nora.put(path, changed, ifMatch);
  return `${act} ${name}: ${status}`;
}

async function actInMila({ nora }: Phone, random: Random): Promise<string> {
  const api = apiClient(mila.url, nora.secret);
  const { tasks } = dataOf(await api.GET("/tasks", { params: { query: { limit: 100 } } }));
  const act = pick(random, ["add", "complete", "reopen", "delete", "move", "rename", "date"]);
  if (act === "add" || tasks.length === 0) {
    made += 1;
    const body = { title: `Mila ${made}`, category: pick(random, categories) };
    return `Mila adds: ${(await api.POST("/tasks", { body })).response.status}`;
  }
  const { id, title } = pick(random, tasks);
  const params = { path: { id } };
  const send = async () => {
    if (act === "complete") return api.POST("/tasks/{id}/complete", { params });
    if (act === "reopen") return api.POST("/tasks/{id}/reopen", { params });
    if (act === "delete") return api.DELETE("/tasks/{id}", { params });
    if (act === "move")
      return api.PATCH("/tasks/{id}", { params, body: { category: pick(random, categories) } });
    const body = act === "rename" ? { title: `${title}?` } : { due_date: "2031-02-03T10:00" };
    return api.PATCH("/tasks/{id}", { params, body });
  };
  return `Mila: ${act} ${title}: ${(await send()).response.status}`;
}

/** What a new client reads is what the phone has, and every object is as its tag says. */
async function compare({ nora, known }: Phone): Promise<void> {
  const titles: string[] = [];
  for (const [calendar, names] of known) {
    const { changes } = await nora.sync(calendar);
    expect(Object.fromEntries(names)).toEqual(changes);
    for (const [name, tag] of names) {
      const { text, headers } = await nora.get(nora.at(calendar, name));
      expect([name, headers.get("ETag")]).toEqual([name, tag]);
      titles.push(/SUMMARY:(.*)\r/.exec(text)?.[1] ?? "");
    }
  }
  const api = apiClient(mila.url, nora.secret);
  const query = { limit: 100, is_completed: "false" } as const;
  const { tasks } = dataOf(await api.GET("/tasks", { params: { query } }));
  expect(titles).toEqual(expect.arrayContaining(tasks.map(({ title }) => title)));
}

test(
  `${count} random changes on both sides leave both with the same`,
  { timeout: 1_200_000 },
  async () => {
    const random = randomFrom(testSeed());
    let phone = await newPhone();
    const done: string[] = [];
    for (let at = 0; at < count; at += 1) {
      // An account may add as many as this a day.
      if (at % 100 === 99) phone = await newPhone();
      const act = random() < 0.5 ? actOnPhone : actInMila;
      const outcome = await act(phone, random);
      done.push(outcome);
      expect(outcome).not.toMatch(/: 5\d\d$/);
      if (random() < 0.5) await phone.sync();
      if (at % 10 !== 9) continue;
      await phone.sync();
      await compare(phone).catch((error: unknown) => {
        throw new Error(done.slice(-30).join("\n"), { cause: error });
      });
    }
  },
);
