/** The keys of signed-in pages, as the page about them lists them. */
export const keys = [
  ["n", "Type a new task"],
  ["/", "Search"],
  ["j", "Go to the next task"],
  ["k", "Go to the previous task"],
  ["x", "Mark it as complete or incomplete"],
  ["e", "Edit it"],
  ["d", "Change its date"],
  ["w", "Choose who does it"],
  ["?", "Show these keys"],
] as const;

export type Key = (typeof keys)[number][0];
