import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { freePort } from "../../support/product/free-port.ts";
import { processRunning } from "../../integration/server/processes.ts";
import { newFamilyWithPhone } from "../../support/messages/next-minute.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { expectSoon } from "../soon.ts";
import { newVolume } from "../volume.ts";
import { builtServer, builtWorker } from "../../../scripts/start/built.ts";

export const apart: Check = {
  name: "web, worker and Redis run apart, in a container each, as compose.yaml has them",
  async run(image) {
    await using twilio = await startFakeTwilio();
    using volume = newVolume(image);
    using ofRedis = newVolume(image);
    const port = String(await freePort());
    const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
    const entryPoint = [...services.redis.entrypoint, ...services.redis.command, "--port", port];
    await using redis = await startContainer(image, { volume: ofRedis.folder, entryPoint });
    await redis.says("Ready to accept connections");
    assert.equal(redis.exec("redis-cli", "-p", port, "ping").output.trim(), "PONG");
    const settings = { ...twilio.settings, REDIS_URL: `redis://127.0.0.1:${port}` };
    const options = { volume: volume.folder, settings };
    // At once, so that both find a new volume.
    const [web, worker] = await Promise.all([
      startContainer(image, { ...options, command: services.web.command }),
      startContainer(image, { ...options, command: services.worker.command }),
    ]);
    await using both = new AsyncDisposableStack();
    both.use(web);
    both.use(worker);
    await web.says("Mila is ready");
    await worker.says('"queue":"redis"');
    assert.equal(processRunning(builtWorker, web.processes()), 0);
    assert.equal(processRunning(builtServer, worker.processes()), 0);
    for (const container of [web, worker]) await expectSoon(() => container.isHealthy(), "healthy");
    const family = await newFamilyWithPhone(web.url, twilio);
    await family.post("/preferences/notifications/test", { channel: "sms" });
    await expectSoon(() => twilio.messages().length === 2, "the message");
    await redis.stop();
    assert.equal((await family.get("/dashboard")).status, 200);
    await family.post("/sign-out");
    const other = await newFamilyWithPhone(web.url, twilio);
    await other.post("/preferences/notifications/test", { channel: "sms" });
    await expectSoon(() => twilio.messages().length === 4, "the message without Redis");
    assert.ok((await worker.stop()) < 8_000 && (await web.stop()) < 8_000, "they stop too slowly");
    assert.equal(worker.isHealthy(), false);
  },
};
