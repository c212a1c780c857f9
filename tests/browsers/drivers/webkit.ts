import { globSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../support/product/free-port.ts";
import { until } from "../tab/tab.ts";
import { clickActions, type DrivenWindow, keyActions, type WindowOptions } from "./driver.ts";
import { letGo, onLeash } from "./on-leash.ts";
import { outputMatch } from "./output-match.ts";

const driver = "WebKitWebDriver";

/** WebKitGTK's own small browser. Each is a process of its own, and keeps nothing. */
export const findMiniBrowser = () => globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0];

type Send = <Result = unknown>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
) => Promise<Result>;

let display: Promise<string> | undefined;

export async function openWebkit({
  javaScript,
  isDark = false,
}: WindowOptions): Promise<DrivenWindow> {
  display ??= startDisplay();
  const port = await freePort();
  const folder = settingsFolder();
  const program = onLeash({
    name: driver,
    args: [`--port=${port}`, "--host=127.0.0.1"],
    env: {
      TZ: "America/New_York",
      DISPLAY: await display,
      WAYLAND_DISPLAY: "",
      GTK_THEME: isDark ? "Adwaita:dark" : "Adwaita",
      // Xvfb draws without a graphics card.
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      XDG_CONFIG_HOME: folder,
    },
    folder,
  });
  const send = sendTo(`http://127.0.0.1:${port}`);
  const args = ["--automation", `--enable-javascript=${javaScript}`];
  const options = { "webkitgtk:browserOptions": { binary: findMiniBrowser(), args } };
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: options },
  });
  const window = openWindow((method, path, body) =>
    send(method, `/session/${sessionId}${path}`, body),
  );
  return {
    ...window,
    javaScript,
    async [Symbol.asyncDispose]() {
      await window[Symbol.asyncDispose]();
      letGo(program);
    },
  };
}

/** MiniBrowser's own buttons would make its window wider than a phone. */
function settingsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mila-webkit-"));
  mkdirSync(join(folder, "gtk-3.0"));
  const style = "* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }";
  writeFileSync(join(folder, "gtk-3.0", "gtk.css"), style);
  return folder;
}

/** The system says which number is free. */
async function startDisplay(): Promise<string> {
  const args = ["-displayfd", "1", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"];
  const xvfb = onLeash({ name: "Xvfb", args });
  const [number] = await outputMatch(xvfb, /\d+/);
  return `:${number}`;
}

function sendTo(url: string): Send {
  return async <Result>(method: string, path: string, body?: object) => {
    const request = { method, body: method === "POST" ? JSON.stringify(body ?? {}) : undefined };
    const answer = await untilListening(() => fetch(url + path, request));
    const { value } = (await answer.json()) as {
      value: Result & { error?: string; message?: string };
    };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
}

async function untilListening(request: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

function openWindow(send: Send): Omit<DrivenWindow, "javaScript"> {
  const run = (expression: string) =>
    send("POST", "/execute/async", {
      script: `const done = arguments[arguments.length - 1];
        Promise.resolve(${expression}).then((value) => done([value ?? null]), (error) => done([, String(error)]));`,
      args: [],
    }).then(readAnswer);
  const act = (...actions: object[]) => send("POST", "/actions", { actions });
  return {
    run,
    async open(url) {
      await send("POST", "/url", { url });
    },
    async click(x, y) {
      await act(clickActions(x, y));
    },
    async type(text) {
      await act(keyActions(text));
    },
    async setCookie(name, value) {
      await send("POST", "/cookie", { cookie: { name, value, httpOnly: true, path: "/" } });
    },
    async resize(width, height) {
      const size = () => run("[innerWidth, innerHeight]") as Promise<[number, number]>;
      const [innerWidth, innerHeight] = await size();
      const window = await send<{ width: number; height: number }>("GET", "/window/rect");
      await send("POST", "/window/rect", {
        width: window.width + width - innerWidth,
        height: window.height + height - innerHeight,
      });
      await until(async () => {
        const now = (await size()).join(" x ");
        return now === `${width} x ${height}` || `The window is ${now}, not ${width} x ${height}`;
      });
    },
    async picture() {
      await run(startRepainting);
      const image = await send<string>("GET", "/screenshot");
      await run(stopRepainting);
      return Buffer.from(image, "base64");
    },
    async [Symbol.asyncDispose]() {
      await send("DELETE", "");
    },
  };
}

/** A picture waits for the next frame, which a still page never has. */
const startRepainting = `void document.documentElement.animate(
  { opacity: [1, 0.999] },
  { duration: 1000, iterations: Infinity, id: "repainting" },
)`;
const stopRepainting = `void document.getAnimations()
  .filter(({ id }) => id === "repainting")
  .forEach((animation) => animation.cancel())`;

function readAnswer(answer: unknown): unknown {
  const [value, error] = answer as [unknown, string?];
  if (error) throw new Error(error);
  return value;
}
