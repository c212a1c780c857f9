import { expect, test } from "vitest";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit}`;
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`;
const android = `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`;

test.for([
  [windows, "Chrome on Windows"],
  [`${windows} Edg/126.0.0.0`, "Edge on Windows"],
  [`${windows} OPR/112.0.0.0`, "Opera on Windows"],
  [`${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${iPhone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${iPhone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [`${iPhone} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/605.1.15`, "Edge on iPhone"],
  [
    `Mozilla/5.0 (iPad; CPU OS 15_8 like Mac OS X) ${webKit} Version/15.6 Mobile/15E148 Safari/604.1`,
    "Safari on iPad",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.5 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [android, "Chrome on Android"],
  [`${android} EdgA/125.0.2535.96`, "Edge on Android"],
  [
    "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (Linux; Android 6.0; Nexus 5 Build/MRA58N) AppleWebKit/537.36 Chrome/126.0.0.0",
    "Chrome on Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, "Chrome on Chromebook"],
  [
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "Firefox on Linux",
  ],
] as const)("%s is %s", ([userAgent, device]) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test.for(["", "node", "curl/8.5.0", "Send money/1.0 (to Mallory)", "x".repeat(10_000)])(
  "%s is unknown",
  (userAgent) => {
    expect(describeDevice(userAgent)).toBeNull();
  },
);
