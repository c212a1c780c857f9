import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bidi, connectBidi } from "./bidi.ts";
import { clickActions, type DrivenWindow, keyActions, type WindowOptions } from "./driver.ts";
import { onLeash } from "./on-leash.ts";
import { outputMatch } from "./output-match.ts";

interface Firefox {
  bidi: Bidi;
  hasScripts: boolean;
}

const started = new Map<string, Promise<Firefox>>();

/** One Firefox serves all windows with the same options: it takes two seconds to start. */
export async function openFirefox(options: WindowOptions): Promise<DrivenWindow> {
  const key = JSON.stringify(options);
  if (!started.has(key)) started.set(key, startFirefox(options));
  return openWindow(await started.get(key)!);
}

async function startFirefox({ javaScript, isDark = false }: WindowOptions): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), "mila-firefox-"));
  const settings = {
    "javascript.enabled": javaScript,
    "ui.systemUsesDarkTheme": isDark ? 1 : 0,
    "ui.prefersReducedMotion": 1,
    // Nothing leaves this machine.
    "network.proxy.type": 5,
    "app.update.enabled": false,
    "browser.safebrowsing.update.enabled": false,
    "browser.search.update": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": false,
    "intl.accept_languages": "en-US",
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const firefox = onLeash({ name: "firefox-esr", args, env: { HOME: profile }, folder: profile });
  const [, url = ""] = await outputMatch(firefox, /BiDi listening on (ws:\S+)/);
  const bidi = await connectBidi(`${url}/session`);
  await bidi.send("session.new", { capabilities: {} });
  return { bidi, hasScripts: javaScript };
}

async function openWindow({ bidi, hasScripts }: Firefox): Promise<DrivenWindow> {
  const { userContext } = await bidi.send<{ userContext: string }>("browser.createUserContext", {});
  const { context } = await bidi.send<{ context: string }>("browsingContext.create", {
    type: "tab",
    userContext,
  });
  await bidi.send("emulation.setTimezoneOverride", {
    timezone: "America/New_York",
    contexts: [context],
  });
  const act = (...actions: object[]) => bidi.send("input.performActions", { context, actions });
  // A page without scripts has no realm of its own, and settles no promises.
  const target = hasScripts ? { context } : { context, sandbox: "tests" };
  return {
    javaScript: hasScripts,
    async open(url) {
      await bidi.send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async run(expression) {
      const { type, result, exceptionDetails } = await bidi.send<Evaluated>("script.evaluate", {
        expression: hasScripts ? inTime(expression) : `JSON.stringify((${expression}) ?? null)`,
        target,
        awaitPromise: true,
      });
      if (type === "exception") throw new Error(exceptionDetails?.text);
      return JSON.parse(result?.value ?? "null");
    },
    async click(x, y) {
      await act(clickActions(x, y));
    },
    async type(text) {
      await act(keyActions(text));
    },
    async setCookie(name, value) {
      const cookie = {
        name,
        value: { type: "string", value },
        domain: "localhost",
        httpOnly: true,
      };
      await bidi.send("storage.setCookie", {
        cookie,
        partition: { type: "storageKey", userContext },
      });
    },
    async resize(width, height) {
      await bidi.send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    async picture() {
      const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", {
        context,
      });
      return Buffer.from(data, "base64");
    },
    async [Symbol.asyncDispose]() {
      await bidi.send("browser.removeUserContext", { userContext });
    },
  };
}

const inTime = (expression: string) =>
  `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;

interface Evaluated {
  type: "success" | "exception";
  result?: { value?: string };
  exceptionDetails?: { text: string };
}
