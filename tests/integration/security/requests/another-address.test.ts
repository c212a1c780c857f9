import { expect, test } from "vitest";
import { startMila } from "../../../support/product/mila.ts";
import { type RawAnswer, rawPost } from "../../../support/product/raw-request.ts";

const behindProxy = {
  host: "127.0.0.1:3000",
  origin: "https://mila.home.example",
  "sec-fetch-site": "same-origin",
};
const onPlainHttp = { host: "192.168.1.20:3000", origin: "http://192.168.1.20:3000" };

test.for([
  [{ APP_URL: "https://mila.example.com" }, "Mila's own address is https://mila.example.com"],
  [{}, "Her owner needs to set APP_URL to it, for example APP_URL=https://mila.example.com"],
] as const)(
  "with %j, a form from another address of Mila's says what to set",
  async ([settings, words]) => {
    await using mila = await startMila(settings);
    const ask = async (
      headers: Record<string, string | undefined>,
      path = "/theme",
    ): Promise<RawAnswer> =>
      rawPost(mila.url, path, { theme: "dark" }, headers as Record<string, string>);

    const addresses = "APP_URL" in settings ? [behindProxy, onPlainHttp] : [behindProxy];
    for (const headers of addresses)
      for (const path of ["/theme", "/theme.data", "/api/parse-task"]) {
        const { status, text } = await ask(headers, path);
        expect([path, status, text]).toEqual([path, 403, expect.stringContaining(words)]);
        expect(text).toContain("nothing was changed");
        expect(text).not.toContain(new URL(headers.origin).host);
      }

    for (const headers of [
      { ...behindProxy, "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { origin: "null", "sec-fetch-site": "same-origin" },
    ])
      expect((await ask(headers)).text).toContain("It came from another website");

    const lines = (await mila.wholeOutput())
      .split("\n")
      .filter((line) => line.includes("another address than APP_URL"));
    const appUrl = "APP_URL" in settings ? settings.APP_URL : null;
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, APP_URL: appUrl }]);
  },
);
