// A stand-in as a process: node tests/faults/provider-process.ts twilio|postmark|smtp FILE
import { startFakePostmark } from "../fakes/postmark.ts";
import { startFakeSmtp } from "../fakes/smtp.ts";
import { startFakeTwilio } from "../fakes/twilio.ts";

const starts = {
  twilio: (acceptedFile: string) => startFakeTwilio({ acceptedFile, isReporting: false }),
  // The real one's search is some seconds behind.
  postmark: (acceptedFile: string) => startFakePostmark({ acceptedFile, listedAfterMs: 15_000 }),
  smtp: (acceptedFile: string) => startFakeSmtp({ acceptedFile }),
};

const [, , name = "", file = ""] = process.argv;
const { settings, origin } = await starts[name as keyof typeof starts](file);
process.send?.({ settings, origin });
process.on("disconnect", () => process.exit(0));
