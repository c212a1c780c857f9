/** Tabs and search results cut off longer titles. */
const maxLength = 70;

/** Builds a page title. Shortens the name if the title would be too long. */
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
