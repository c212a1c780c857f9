import type { Target } from "./target.ts";

/** One way to attack. The target's judge reads every answer besides. */
export interface Row {
  /** For `npm run attack -- --only`. */
  name: string;
  run: (target: Target) => Promise<Outcome>;
}

export interface Outcome {
  tried: number;
  /** A sentence for each thing that should have been refused. */
  through: string[];
  note?: string;
}

/** Notes what was not refused. What must work shows that the attack reached its guard. */
export class Trial {
  #tried = 0;
  readonly #through: string[] = [];

  refused(isRefused: boolean, otherwise: string): void {
    this.#tried += 1;
    if (!isRefused) this.#through.push(otherwise);
  }

  works(isWorking: boolean, what: string): void {
    if (!isWorking)
      this.#through.push(`the guard was not reached, because this fails too: ${what}`);
  }

  get outcome(): Outcome {
    return { tried: this.#tried, through: this.#through };
  }
}
