import assert from "node:assert/strict";
import { join } from "node:path";
import { addTask } from "../../support/records/add-task.ts";
import { familyPassword, newFamily, Visitor } from "../../support/product/visitor.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { newVolume } from "../volume.ts";

const backup = "/data/moved.db";

export const commands: Check = {
  name: "a backup made in it while it runs is restored into another volume, users are managed, and a family is seeded",
  async run(image) {
    using volume = newVolume(image);
    using other = newVolume(image);
    await using container = await startContainer(image, { volume: volume.folder });
    await container.says("Mila is ready");
    const family = await newFamily(container);
    await addTask(family, { title: "Buy oat milk" });
    assertDone(container.exec("node", "scripts/seed.ts"));
    assertDone(container.exec("node", "scripts/backup.ts", backup));
    const made = container.exec("node", "scripts/users.ts", "reset-link", family.email);
    assertDone(made);
    const path = /\/auth\/reset\?token=\S+/.exec(made.output)?.[0] ?? "";
    assert.ok(
      (await (await fetch(container.url + path)).text()).includes("Choose a new password"),
      made.output,
    );

    const entryPoint = ["node", "scripts/restore.ts", "-"];
    const input = join(volume.folder, "moved.db");
    await using restoring = await startContainer(image, {
      volume: other.folder,
      entryPoint,
      input,
    });
    assert.equal(await restoring.ended, 0, restoring.output());
    await using again = await startContainer(image, { volume: other.folder });
    await again.says("Mila is ready");
    // A restore ends every session.
    const visitor = new Visitor(again.url);
    const credentials = { email: family.email, password: familyPassword };
    const signedIn = await visitor.post("/auth", { mode: "login", ...credentials });
    assert.ok((await (await visitor.follow(signedIn)).text()).includes("Buy oat milk"));
  },
};

function assertDone({ code, output }: { code: number | null; output: string }): void {
  assert.equal(code, 0, output);
}
