/** Longer titles are cut off in tabs and in lists of results. */
const maxLength = 70;

/** Shortens what a family has named, so that the rest of the title stays short to hear. */
export function pageTitle(name: string, ...places: string[]): string {
  const rest = [...places, "Mila"].map((place) => ` · ${place}`).join("");
  const characters = Array.from(name);
  const room = maxLength - rest.length;
  const isShort = characters.length <= room;
  return `${
    isShort
      ? name
      : `${characters
          .slice(0, room - 1)
          .join("")
          .trimEnd()}…`
  }${rest}`;
}
