export const entryGone = {
  title: "This is no longer on your list",
  message: "Someone in your household may have removed it.",
};

export const isMember = "This person is already in your household";

export const onlyOwnerInvites = "Only the owner of the household can invite people";

export const chooseOwnerFirst =
  "You own a household with other people in it. Make one of them the owner first.";

const maxTitles = 3;
const maxTitleLength = 60;

/** Lists a few titles, shortened, because toasts are stored in a cookie. */
function listTitles(titles: readonly string[]): string {
  const named = titles.slice(0, maxTitles).map((title) => `“${cut(title)}”`);
  const others = titles.length - named.length;
  return new Intl.ListFormat("en-US").format(others > 0 ? [...named, `${others} more`] : named);
}

/** Shown as a question before someone is removed. */
export function willBeOpen(titles: readonly string[]): string {
  return titles.length === 0
    ? ""
    : ` They said yes to ${listTitles(titles)}, which will be open again.`;
}

export function isOpenAgain(titles: readonly string[]): string {
  return `${listTitles(titles)} ${titles.length === 1 ? "is" : "are"} open again.`;
}

function cut(title: string): string {
  const characters = Array.from(title);
  return characters.length > maxTitleLength
    ? `${characters.slice(0, maxTitleLength - 1).join("")}…`
    : title;
}

/** @param name the name as it was typed */
export const tellApart = (name: string) =>
  `Add a letter or the year of birth, such as “${name} 2019”`;

export const chooseNamesake = (name: string) =>
  `More than one of you is called ${name}. Open the task to say which one`;

/** @param people those who share one name */
export function whichOne(people: readonly { name: string; label: string }[]): string {
  const labels = people.map(({ label }) => `“${label}”`);
  const choices = new Intl.ListFormat("en-US", { type: "disjunction" }).format(labels);
  return `${people.length === 2 ? "Two" : "Several"} people are called ${people[0]?.name}. Please choose ${choices}.`;
}
