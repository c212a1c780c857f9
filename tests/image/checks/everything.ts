import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { readMemory } from "../../support/product/memory.ts";
import { addTask } from "../../support/records/add-task.ts";
import { addTaskForNextMinute, newFamilyWithPhone } from "../../support/messages/next-minute.ts";
import type { Check, Figures } from "../check.ts";
import { type Container, startContainer } from "../container.ts";
import { latenessOnPhone } from "../on-time.ts";
import { expectSoon } from "../soon.ts";
import { newVolume } from "../volume.ts";

const maxStopMs = 8_000;
const idleSeconds = 60;

export const everything: Check = {
  name: "with a volume and nothing else: sign up, add, stop, start again, all there, and the reminder goes out",
  async run(image) {
    await using twilio = await startFakeTwilio();
    using volume = newVolume(image);
    const options = { volume: volume.folder, settings: twilio.settings };
    const startedAt = performance.now();
    const first = await startContainer(image, options);
    await first.says("Mila is ready");
    assert.match(
      first.output(),
      new RegExp(`Mila is ready: ${first.url.replace("127.0.0.1", "localhost")}\n`),
    );
    const startSeconds = (performance.now() - startedAt) / 1_000;
    await expectSoon(() => first.isHealthy(), "healthy");
    const family = await newFamilyWithPhone(first.url, twilio);
    await addTask(family, { title: "Buy oat milk" });
    const dueAt = await addTaskForNextMinute(family, "Pick up Emma", "UTC");
    const stopMs = await first.stop();
    assert.ok(stopMs < maxStopMs, `it took ${stopMs} ms to stop`);
    assert.equal(await first.ended, 0);
    assert.equal(first.isHealthy(), false);

    await using again = await startContainer(image, options);
    await again.says("Mila is ready");
    const page = await fetch(`${again.url}/dashboard`, { headers: { cookie: cookieOf(family) } });
    const text = await page.text();
    for (const title of ["Buy oat milk", "Pick up Emma"])
      assert.ok(text.includes(title), `${title} is gone`);
    const lateMs = await latenessOnPhone(twilio, "Pick up Emma", dueAt);
    assertNotRoot(again);
    return {
      "start (s)": startSeconds.toFixed(1),
      "stop (s)": (stopMs / 1_000).toFixed(1),
      "reminder after its minute began (ms)": lateMs,
      ...(await idleMemory(again)),
    };
  },
};

function cookieOf(family: { cookie: (name: string) => string | undefined }): string {
  return `mila_session=${family.cookie("mila_session")}`;
}

function assertNotRoot(container: Container): void {
  const users = container
    .processes()
    .map((pid) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  assert.ok(
    users.length > 3 && users.every((user) => user === "1000"),
    `they run as ${users.join(", ")}`,
  );
}

async function idleMemory(container: Container): Promise<Figures> {
  await pause(idleSeconds * 1_000);
  const parts = Object.entries(readMemory(container.processes()));
  return Object.fromEntries(
    parts.map(([name, megabytes]) => [`memory a minute later, ${name} (MB)`, megabytes]),
  );
}
