import type { Locator } from "@playwright/test";

interface Part {
  name: string;
  presses: number;
  seconds: number;
}

/** Counts clicks and taps, but not typing. */
export class Stopwatch {
  readonly parts: Part[] = [];
  #presses = 0;

  async time(name: string, run: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    this.#presses = 0;
    try {
      await run();
    } finally {
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      this.parts.push({ name, presses: this.#presses, seconds });
    }
  }

  async press(target: Locator): Promise<void> {
    this.#presses += 1;
    await target.click();
  }

  /** A press outside the page, such as on an email's button. */
  count(): void {
    this.#presses += 1;
  }
}
