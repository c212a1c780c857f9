import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addTask } from "../../support/records/add-task.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { liftAddingLimit } from "../../support/records/lift-adding-limit.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { smallVolume } from "../volume.ts";

const maxPosts = 400;

export const volumeFull: Check = {
  name: "on a full volume it stays up, says what is not saved, starts, and saves again when there is room",
  async run(image) {
    using volume = smallVolume(image, 16);
    const options = { volume: volume.folder };
    const first = await startContainer(image, options);
    await first.says("worker ready");
    const family = await newFamily(first);
    liftAddingLimit(volume.folder);
    await addTask(family, { title: "Buy oat milk" });
    fill(volume.folder);
    const refused = await postUntilRefused(family);
    assert.ok(refused, "the volume was never full");
    assert.ok(refused.status >= 500, `a task that is not saved was answered by ${refused.status}`);
    assert.ok(first.isHealthy(), "it does not answer any more");
    await first.stop();

    await using again = await startContainer(image, options);
    await again.says("Mila is ready");
    const cookie = `mila_session=${family.cookie("mila_session")}`;
    const page = await fetch(`${again.url}/dashboard`, { headers: { cookie } });
    assert.ok((await page.text()).includes("Buy oat milk"), "what was saved cannot be seen");
    rmSync(join(volume.folder, "filler"));
    const body = new URLSearchParams({ text: "Buy a new disk" });
    const saved = await fetch(`${again.url}/dashboard`, {
      method: "POST",
      headers: { cookie },
      body,
      redirect: "manual",
    });
    assert.equal(saved.status, 303);
  },
};

function fill(folder: string): void {
  for (let size = 1_048_576; size >= 4_096; size /= 2) {
    try {
      while (true) writeFileSync(join(folder, "filler"), Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

async function postUntilRefused(family: Visitor): Promise<Response | undefined> {
  for (let post = 0; post < maxPosts; post += 1) {
    const answer = await family.post("/dashboard", {
      text: `Errand number ${post} on June 10, 2031 at 3pm`,
    });
    if (answer.status !== 303) return answer;
  }
}
