import { expect, test, vi } from "vitest";
import { startMila } from "../../support/product/mila.ts";
import { familyPassword, newFamily, Visitor } from "../../support/product/visitor.ts";
import { addTask } from "../../support/records/add-task.ts";

// Each starts the whole product.
vi.setConfig({ testTimeout: 60_000 });

const words = (what: string) =>
  `That&#x27;s more than ${what} in your household. Nothing was lost:`;

test("each share of a household is a setting, its page says so and keeps what was typed, and Mila's owner sees it", async () => {
  await using mila = await startMila({
    OPEN_TASKS_A_HOUSEHOLD: "3",
    REPEATING_TASKS_A_HOUSEHOLD: "1",
    PEOPLE_A_HOUSEHOLD: "2",
    FEED_EVENTS: "1",
    FEED_ANSWERS: "1",
  });
  const nora = await newFamily(mila);
  const id = await addTask(nora, { title: "Water the ferns", dueDate: "2031-06-02T09:00" });
  await nora.post("/dashboard", {
    text: "Take out the trash every Monday at 7",
    requestId: "series",
  });
  const repeat = await nora.post(`/tasks/${id}/repeat`, { interval: "1", unit: "week" });
  expect([repeat.status, await repeat.text()]).toEqual([
    400,
    expect.stringContaining(words("1 repeating tasks")),
  ]);
  expect((await nora.post("/dashboard", { text: "Buy soap", requestId: "third" })).status).toBe(
    303,
  );
  const full = await nora.post("/dashboard", { text: "Call the vet", requestId: "fourth" });
  const page = await full.text();
  expect([full.status, page]).toEqual([429, expect.stringContaining(words("3 open tasks"))]);
  expect(page).toContain("Call the vet");

  const person = { relation: "parent", phone: "", email: "" };
  for (const name of ["Otto", "Ida"])
    expect((await nora.post("/preferences/family/members", { ...person, name })).status).toBe(303);
  const third = await nora.post("/preferences/family/members", { ...person, name: "Emil" });
  const family = await third.text();
  expect(family).toContain(words("2 people"));
  expect(family).toContain('value="Emil"');
  const invited = await nora.post("/preferences/family/invite", {
    inviteeEmail: "ada@example.com",
  });
  expect(await invited.text()).toContain(words("2 people"));

  await nora.post("/preferences/calendar/feed", { kids: "on", household: "on", elders: "on" });
  const calendar = await (await nora.get("/preferences/calendar")).text();
  expect(calendar).toMatch(/A feed holds the(<!-- -->| )*1(<!-- -->)? entries/);
  const link = new URL(/value="(http[^"]+\.ics)"/.exec(calendar)?.[1] ?? "").pathname;
  const feed = await nora.get(link);
  expect([feed.status, (await feed.text()).split("BEGIN:VEVENT").length]).toEqual([200, 2]);
  const again = await nora.get(link);
  expect([again.status, await again.text()]).toEqual([
    429,
    expect.stringContaining("read very often"),
  ]);

  const own = await (await nora.get("/preferences/instance")).text();
  expect(own).toContain(
    `${nora.email} has calendars that read a feed too often; Mila asked to wait once today.`,
  );
  for (const share of ["3 of 3 open tasks", "1 of 1 repeating tasks", "2 of 2 people"])
    expect(own).toContain(`${nora.email} has ${share} in their household.`);
  const list = await (await nora.get("/preferences/family/members")).text();
  expect([list.includes("Otto"), list.includes("Ida"), list.includes("Emil")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("two households that join keep all they have, read that it is too much, and add again once it is less", async () => {
  await using mila = await startMila({ OPEN_TASKS_A_HOUSEHOLD: "2" });
  const [nora, sam] = [await newFamily(mila), await newFamily(mila)];
  const taskIds: string[] = [];
  for (const family of [nora, sam])
    for (const title of ["Water the ferns", "Call the vet"])
      taskIds.push(await addTask(family, { title }));
  await nora.post("/preferences/family/invite", { inviteeEmail: sam.email });
  const page = await (await nora.get("/preferences/family/invite")).text();
  const token = /accept-invitation\?token=([\w.-]+)/.exec(page)?.[1] ?? "";
  const joined = await sam.follow(await sam.post("/accept-invitation", { token }));
  expect(await joined.text()).toContain("Together you have more tasks than I can add to.");
  const dashboard = await (await sam.get("/dashboard")).text();
  for (const id of taskIds) expect(dashboard).toContain(id);

  const add = async () =>
    (await sam.post("/dashboard", { text: "Buy soap", requestId: crypto.randomUUID() })).status;
  for (const id of taskIds.slice(0, 2)) await sam.post(`/tasks/${id}/complete`);
  expect(await add()).toBe(429);
  await sam.post(`/tasks/${taskIds[2]}/complete`);
  expect(await add()).toBe(303);
});

test("how many strangers sign up and how often an answer changes are settings, and Mila's owner sees both", async () => {
  await using mila = await startMila({ SIGN_UPS_AN_HOUR: "2", ANSWERS_A_DAY: "2" });
  const nora = await newFamily(mila);
  const signUp = async (email: string) => {
    const answer = await new Visitor(mila.url).post("/auth", {
      mode: "signup",
      email,
      password: familyPassword,
    });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await signUp("second@example.com")).status).toBe(303);
  expect(await signUp("third@example.com")).toMatchObject({
    status: 429,
    text: expect.stringContaining("wait an hour"),
  });

  const taskId = await addTask(nora, { title: "Water the ferns" });
  await nora.post("/preferences/family/members", {
    name: "Otto",
    relation: "partner",
    phone: "",
    email: "",
  });
  const form = await (await nora.get(`/tasks/${taskId}/delegate`)).text();
  const [, familyMemberId = ""] =
    /name="familyMemberId"[^>]*value="([\da-f-]{36})"/.exec(form) ?? [];
  await nora.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link" });
  const asked = await (await nora.get(`/tasks/${taskId}/delegate`)).text();
  const [link = ""] = /\/delegations\/[\w.-]+/.exec(asked) ?? [];
  const otto = new Visitor(mila.url);
  for (const [answer, status] of [
    ["accept", 303],
    ["decline", 303],
    ["accept", 429],
  ] as const)
    expect((await otto.post(link, { answer })).status).toBe(status);

  const own = await (await nora.get("/preferences/instance")).text();
  expect(own).toContain(
    `${nora.email} got 2 answers to a request today; Mila takes no more of those.`,
  );
  expect(own).toContain("2 people signed up within an hour, so strangers have to wait.");
});
