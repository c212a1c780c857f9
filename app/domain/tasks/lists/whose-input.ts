// Pages import this file, so it must not load zod.

/** Stands for nobody in particular, where the id of a person would stand. */
export const anyone = "anyone";

/** Reads the person whose tasks a URL asks for. Anything that can't be read is left out. */
export function readWhose(search: URLSearchParams): string | null {
  const asked = search.get("who");
  return asked !== null && /^[\w-]{1,64}$/.test(asked) ? asked : null;
}
