interface Draft {
  title: string;
  category: string;
  /** Wall clock time, YYYY-MM-DDTHH:mm, or empty. */
  dueDate: string;
}

export function spokenDrafts(drafts: Draft[]): string {
  const tasks = drafts.map(({ title, category, dueDate }) =>
    [title, dueDate && spokenDate.format(new Date(`${dueDate}Z`)), `for ${category}`].filter(Boolean).join(", "),
  );
  return `${tasks.join(". ")}. Is this right?`;
}

/** Formatting as UTC leaves wall clock times unchanged. */
const spokenDate = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});
