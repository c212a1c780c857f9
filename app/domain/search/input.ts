import { collapseWhitespace, stripControlCharacters, z } from "#app/domain/core/zod.ts";
import { textLength } from "#app/domain/core/limits.ts";

/** Anything longer is cut: a page shows what it found by the first words. */
export const soughtText = z
  .string()
  .transform((text) =>
    collapseWhitespace(stripControlCharacters(text)).trim().slice(0, textLength.search),
  )
  .catch("");
