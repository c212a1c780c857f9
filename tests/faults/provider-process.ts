// Runs a fake as a process: node tests/faults/provider-process.ts NAME FILE [PORT]
import { flushCompileCache } from "node:module";
import type { ProviderName } from "./provider.ts";

type Start = (
  acceptedFile: string,
  port: number,
) => Promise<{ settings: Record<string, string>; origin: string }>;

const starts: Record<ProviderName, () => Promise<Start>> = {
  async twilio() {
    const { startFakeTwilio } = await import("../fakes/twilio.ts");
    return (acceptedFile) => startFakeTwilio({ acceptedFile, isReporting: false });
  },
  async postmark() {
    const { startFakePostmark } = await import("../fakes/postmark.ts");
    // Postmark's search lags by some seconds.
    return (acceptedFile) => startFakePostmark({ acceptedFile, listedAfterMs: 15_000 });
  },
  async push() {
    const { startFakePush } = await import("../fakes/push.ts");
    return (acceptedFile, port) => startFakePush({ acceptedFile, port });
  },
  async smtp() {
    const { startFakeSmtp } = await import("../fakes/smtp.ts");
    return (acceptedFile) => startFakeSmtp({ acceptedFile });
  },
  async ntfy() {
    const { startFakeNtfy } = await import("../fakes/ntfy.ts");
    return (acceptedFile, port) => startFakeNtfy({ acceptedFile, port });
  },
  async telegram() {
    const { startFakeTelegram } = await import("../fakes/telegram.ts");
    return (acceptedFile, port) => startFakeTelegram({ acceptedFile, port });
  },
};

const [, , name = "", file = "", port = "0"] = process.argv;
const start = await starts[name as ProviderName]();
const { settings, origin } = await start(file, Number(port));
// Written now, because the process is always killed.
flushCompileCache();
process.send?.({ settings, origin });
process.on("disconnect", () => process.exit(0));
