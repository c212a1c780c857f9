import { expect, test, vi } from "vitest";
import { startFakePostmark } from "../../fakes/postmark.ts";
import { makeRemindersDue } from "../../support/messages/make-due.ts";
import { startMila } from "../../support/product/mila.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";
import { addTask } from "../../support/records/add-task.ts";
import { temporaryFolder } from "../../support/records/backup.ts";

// It starts the whole product twice.
vi.setConfig({ testTimeout: 120_000 });

test("on a nearly full disk nobody adds tasks, what is due still goes out, and the page and the log say why", async () => {
  using data = temporaryFolder();
  await using postmark = await startFakePostmark({ isReporting: false });
  const settings = { ...postmark.settings, DATA_DIR: data.folder };
  const { cookies, email, taskId } = await (async () => {
    await using mila = await startMila(settings);
    const family = await newFamily(mila);
    const id = await addTask(family, { title: "Water the ferns", dueDate: "2031-06-02T09:00" });
    return { cookies: family.cookies(), email: family.email, taskId: id };
  })();

  await using mila = await startMila({
    ...settings,
    DISK_WARNING_PERCENT: "0",
    DISK_FULL_PERCENT: "0",
  });
  const nora = new Visitor(mila.url);
  for (const [, name = "", value = ""] of cookies.matchAll(/([^=; ]+)=([^;]*)/g))
    nora.setCookie(name, value);
  const refused = await nora.post("/dashboard", { text: "Call the vet", requestId: "full" });
  const page = await refused.text();
  expect([refused.status, page]).toEqual([
    429,
    expect.stringContaining("Mila&#x27;s disk is nearly full, so I can&#x27;t"),
  ]);
  expect(page).toContain("Call the vet");
  expect((await nora.post(`/tasks/${taskId}/complete`)).status).toBe(303);
  expect((await nora.post(`/tasks/${taskId}/reopen`)).status).toBe(303);

  const before = postmark.emails().length;
  await makeRemindersDue(mila, taskId);
  await expect.poll(() => postmark.emails().length, { timeout: 20_000 }).toBeGreaterThan(before);
  expect(JSON.stringify(postmark.emails().at(-1))).toContain(email);
  expect(await (await nora.get("/preferences/instance")).text()).toContain(
    "Nobody can add tasks until you free up space",
  );
  await expect.poll(mila.output, { timeout: 20_000 }).toContain("the disk is nearly full");
  const subjects = () => postmark.emails().map(({ message }) => message.Subject);
  await expect.poll(subjects, { timeout: 20_000 }).toContain("My disk is nearly full");
});
