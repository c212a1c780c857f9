import assert from "node:assert/strict";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { ownFolder } from "../volume.ts";

export const volumeNotWritable: Check = {
  name: "a volume that it may not write is said in one line, with what to do",
  async run(image) {
    using volume = ownFolder(0);
    await using container = await startContainer(image, { volume: volume.folder, user: 12_345 });
    assert.equal(await container.ended, 1);
    const said = container.output().split("\n").filter(Boolean);
    assert.equal(said.length, 2, container.output());
    assert.equal(said[0], "Mila cannot start:");
    assert.match(said[1] ?? "", /^the data folder \/data cannot be written \(EACCES\): let user 12345 write there/);
  },
};
