import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { newFamily } from "../../support/product/visitor.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import type { Image } from "../image.ts";
import { newVolume, ownFolder, type Volume } from "../volume.ts";

const user = 12_345;

export const otherUser: Check = {
  name: "it runs as any user who may write the volume, new or their own folder, and keeps it for that user alone",
  async run(image) {
    for (const make of [() => newVolume(image), () => ownFolder(user)]) {
      using volume = make();
      await runAsOther(image, volume);
    }
  },
};

async function runAsOther(image: Image, volume: Volume): Promise<void> {
  await using container = await startContainer(image, { volume: volume.folder, user });
  await container.says("worker ready");
  const family = await newFamily(container);
  const added = await family.post("/dashboard", { text: "Buy oat milk" });
  assert.equal(added.status, 303);
  assert.ok((await (await family.get("/dashboard")).text()).includes("oat milk"));
  assert.ok(container.isHealthy());
  for (const name of readdirSync(volume.folder)) {
    const { uid, mode } = statSync(join(volume.folder, name));
    assert.deepEqual([name, uid, mode & 0o077], [name, user, 0]);
  }
}
