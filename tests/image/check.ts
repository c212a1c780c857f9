import type { Image } from "./image.ts";

/** Throws when the image breaks the rule. */
export interface Check {
  name: string;
  run: (image: Image) => Promise<Figures | void>;
}

export type Figures = Record<string, number | string>;
