import type { Image } from "./image.ts";

/** Something that must hold of the image. Throws when it does not. */
export interface Check {
  name: string;
  run: (image: Image) => Promise<Figures | void>;
}

/** What was measured on the way. */
export type Figures = Record<string, number | string>;
