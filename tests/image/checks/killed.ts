import assert from "node:assert/strict";
import { processRunning } from "../../integration/server/processes.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { expectSoon } from "../soon.ts";
import { newVolume } from "../volume.ts";
import { builtServer, builtWorker } from "../../../scripts/start/built.ts";

export const killed: Check = {
  name: "what is killed in it is started again",
  async run(image) {
    using volume = newVolume(image);
    await using container = await startContainer(image, { volume: volume.folder });
    await container.says("worker ready");
    for (const program of [builtServer, builtWorker, "redis-server"]) {
      const running = () => processRunning(program, container.processes());
      const before = running();
      assert.ok(before, `${program} does not run`);
      process.kill(before, "SIGKILL");
      await expectSoon(() => ![0, before].includes(running()), `${program} started again`);
      await expectSoon(() => container.isHealthy(), `healthy after ${program} was killed`);
    }
  },
};
