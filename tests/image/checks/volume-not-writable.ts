import assert from "node:assert/strict";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import type { Image } from "../image.ts";
import { newVolume, ownFolder, type Volume } from "../volume.ts";

export const volumeNotWritable: Check = {
  name: "a volume that it may not write, or that another user has used, is lines in one line, with what to do",
  async run(image) {
    for (const make of [() => ownFolder(0), () => usedByAnother(image)]) {
      using volume = make();
      await using container = await startContainer(image, { volume: volume.folder, user: 12_345 });
      assert.equal(await container.ended, 1);
      const lines = container.output().split("\n").filter(Boolean);
      assert.equal(lines.length, 2, container.output());
      assert.equal(lines[0], "Mila cannot start:");
      assert.match(
        lines[1] ?? "",
        /^cannot use the data folder \/data: user 12345 has no access to \/data.*chown -R 12345/,
      );
    }
  },
};

function usedByAnother(image: Image): Volume {
  const volume = newVolume(image);
  const file = join(volume.folder, "mila.db");
  writeFileSync(file, "", { mode: 0o600 });
  chownSync(file, 1000, 1000);
  return volume;
}
