import assert from "node:assert/strict";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newFamilyWithPhone } from "../../support/messages/next-minute.ts";
import type { Check } from "../check.ts";
import { startContainer } from "../container.ts";
import { expectSoon } from "../soon.ts";
import { newVolume } from "../volume.ts";

const maxMs = 8_000;

export const stoppedWhileSending: Check = {
  name: "it stops whole in 8 s while a message is on its way and a connection is open",
  async run(image) {
    await using twilio = await startFakeTwilio();
    twilio.behave({ type: "slow", answerMs: 60_000 });
    using volume = newVolume(image);
    await using container = await startContainer(image, {
      volume: volume.folder,
      settings: twilio.settings,
    });
    await container.says("worker ready");
    const family = await newFamilyWithPhone(container.url, twilio);
    await family.post("/preferences/notifications/test", { channel: "sms" });
    await expectSoon(() => twilio.requests.length > 1, "a message on its way");
    const live = await family.get("/events", { accept: "text/event-stream" });
    assert.equal(live.status, 200);
    const processes = container.processes();
    const stopMs = await container.stop();
    await live.body?.cancel().catch(() => undefined);
    assert.ok(stopMs < maxMs, `it took ${stopMs} ms`);
    assert.equal(await container.ended, 0);
    for (const pid of processes)
      assert.throws(() => process.kill(pid, 0), `process ${pid} is left`);
    return { "stop while sending (s)": (stopMs / 1_000).toFixed(1) };
  },
};
