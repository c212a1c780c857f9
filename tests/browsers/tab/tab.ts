import { setTimeout as sleep } from "node:timers/promises";
import type { DrivenWindow } from "../drivers/driver.ts";
import {
  findInPage,
  isAlive,
  type Found,
  type Kind,
  type Place,
  readPage,
  type Sought,
} from "./in-page.ts";

/** Long, because a busy machine may be ten times slower. */
const patienceMs = 30_000;
const pauseMs = 50;

/** What a person does in a browser, with real presses and keys. */
export class Tab implements AsyncDisposable {
  readonly window: DrivenWindow;
  readonly #url: string;

  constructor(window: DrivenWindow, url: string) {
    this.window = window;
    this.#url = url;
  }

  async visit(path: string): Promise<void> {
    await this.window.open(new URL(path, this.#url).href);
  }

  async press(button: string, on?: string): Promise<void> {
    await this.#click("button", button, on);
  }

  async follow(link: string, on?: string): Promise<void> {
    await this.#click("link", link, on);
  }

  async unfold(summary: string): Promise<void> {
    await this.#click("summary", summary);
  }

  async tick(box: string): Promise<void> {
    await this.#click("field", box);
  }

  /** Waits until React has taken over: before that, a press sends the plain form. */
  async isAlive(): Promise<void> {
    if (this.window.javaScript)
      await until(async () => (await this.#run(isAlive, null)) === true || "not alive yet");
  }

  /** Replaces what the field holds, key by key. */
  async fill(field: string, text: string): Promise<void> {
    await this.#click("field", field);
    await this.window.run("document.activeElement.select?.()");
    await this.window.type(text);
  }

  /** For dates, times and choices, which each browser lets people pick in another way. */
  async choose(field: string, value: string): Promise<void> {
    await this.#find({ kind: "field", name: field, value });
  }

  async type(text: string): Promise<void> {
    await this.window.type(text);
  }

  /** Waits until the page, or the part of it, shows these words. */
  async sees(words: string, within = "body"): Promise<void> {
    await until(async () => {
      const text = await this.reads(within);
      return text.includes(words) || `“${words}” is not in: ${text}`;
    });
  }

  async seesNo(words: string, within = "body"): Promise<void> {
    await until(async () => {
      const text = await this.reads(within);
      return (text !== "" && !text.includes(words)) || `“${words}” is in: ${text}`;
    });
  }

  async reads(within = "body"): Promise<string> {
    return (await this.#run(readPage, within)) as string;
  }

  /** Waits until the address is this one. */
  async isAt(path: string): Promise<void> {
    await until(async () => {
      const now = (await this.window.run("location.pathname + location.search")) as string;
      return now === path || `The page is at ${now}, not ${path}`;
    });
  }

  /** Waits until an expression is true in the page. */
  async holds(expression: string): Promise<void> {
    await until(
      async () => Boolean(await this.window.run(expression)) || `${expression} is not true`,
    );
  }

  async #click(kind: Kind, name: string, on?: string): Promise<void> {
    const { x, y, leaves } = await this.#find({ kind, name, on });
    const isLeaving = leaves && !this.window.javaScript;
    if (isLeaving) await this.window.run("void (document.isOld = true)");
    await this.window.click(x, y);
    // With JavaScript, what comes next tells.
    if (isLeaving) await this.holds("!document.isOld && document.readyState === 'complete'");
  }

  async #find(sought: Sought): Promise<Place> {
    let place: Place | undefined;
    await until(async () => {
      const found = (await this.#run(findInPage, sought)) as Found;
      if ("why" in found) return `No ${sought.kind} “${sought.name}” to press: ${found.why}`;
      // A part that appears above moves it away from under the press.
      const isStill = place?.x === found.x && place.y === found.y;
      place = found;
      return isStill || `${sought.kind} “${sought.name}” moves`;
    });
    return place!;
  }

  #run<Argument>(inPage: (argument: Argument) => unknown, argument: Argument): Promise<unknown> {
    return this.window.run(`(${inPage})(${JSON.stringify(argument)})`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.window[Symbol.asyncDispose]();
  }
}

/** Asks again until it is true. A page that is just leaving answers nothing. */
export async function until(isTrue: () => Promise<true | string>): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await isTrue().catch(String);
    if (answer === true) return;
    if (Date.now() > end) throw new Error(answer);
    await sleep(pauseMs);
  }
}
